/** What the editor begins with: the position of the address, or the starting position if that cannot be. */
import type { EditorInfo, PositionProblem } from '../generated/protocol.ts';
import type { EditorApi } from './editor-api.ts';
import { isGood, type GoodCheck } from './position-editor.svelte.ts';

interface Beginning {
  info: EditorInfo;
  first: GoodCheck;
  seat: number | null;
  wrongAddress: PositionProblem | null;
}

const readSeat = (text: string | null): number | null => (text && /^\d$/.test(text) ? Number(text) : null);

export async function loadPosition(
  api: Pick<EditorApi, 'info' | 'check'>,
  game: string,
  position: string | null,
  wantedSeat: string | null,
): Promise<Beginning> {
  const seat = readSeat(wantedSeat);
  const asked = position === null ? null : await api.check(game, position, seat);
  if (asked && isGood(asked)) {
    return { info: await api.info(game, asked.seats), first: asked, seat, wrongAddress: null };
  }
  const info = await api.info(game, null);
  const first = await api.check(game, info.start, null);
  if (!isGood(first)) throw new Error(`The starting position of ${game} is not valid.`);
  return { info, first, seat: null, wrongAddress: asked?.problem ?? null };
}
