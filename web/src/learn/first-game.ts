/** Opens the first own game after a tutorial: against the kindest bot, with the tutor on. */
import { api } from '../lib/api.ts';
import { ensurePerson } from '../lib/me.svelte.ts';
import { navigate } from '../lib/router.svelte.ts';
import { updateSettings } from '../lib/settings.svelte.ts';
import { texts } from '../i18n/texts.svelte.ts';

const SEED = 1;

export async function openFirstGame(game: string, seats: number): Promise<void> {
  await ensurePerson(texts().guest);
  const bots = Array.from({ length: seats }, (_, seat) => (seat ? SEED : null));
  const { table } = await api.openTable({ game, seats, bots, public: false });
  updateSettings({ tutorAt: table.id });
  navigate(`/table/${table.id}`);
}
