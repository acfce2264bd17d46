/** The games that wait for the person: counted in the title and on the app's icon, the most urgent one first. */
import type { TableInfo } from '../generated/protocol.ts';
import { byUrgency, isAwaited, playerStatusOf } from '../table/player-status.ts';
import { ownTables } from './followed-lists.svelte.ts';
import { me } from './me.svelte.ts';
import { path } from './router.svelte.ts';

/** All of them, those with the least time first. */
export function awaitedTables(): TableInfo[] {
  const person = me.person?.id;
  if (!person) return [];
  return byUrgency(ownTables.tables ?? [], person).filter((table) =>
    isAwaited(playerStatusOf(table, person)),
  );
}

/** Those that are not on the screen. */
export function awaitedElsewhere(): TableInfo[] {
  return awaitedTables().filter(({ id }) => !path().startsWith(`/table/${id}`));
}

const shown = $state({ title: '' });

/** Set the title of the page; the number of games that wait elsewhere is put before it. */
export function setTitle(title: string): void {
  shown.title = title;
}

/** Keep the title and the badge of the app's icon up to date; call it in an effect. */
export function showAwaited(): void {
  const elsewhere = awaitedElsewhere().length;
  document.title = (elsewhere ? `(${elsewhere}) ` : '') + shown.title;
}

/** The number on the icon of the installed app. */
export function showBadge(): void {
  if (!ownTables.tables) return; // not known
  const count = awaitedTables().length;
  const done = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => {}); // not installed, or not allowed
}
