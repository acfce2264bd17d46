/** Where the keyboard finds the words of the board explained: each of them once. Pointers find them everywhere. */
import type { View } from '../../generated/flowers.ts';
import { cardsOf, faceDown, total } from './cards.ts';

type Term = 'tile' | 'lights' | 'up' | 'down' | 'count';

/** As `tile:1` and `lights:1` at a mandala, `up:1:0`, `down:1:0` and `count:1:0` at a player's side of it; first one's own. */
export function termStops({ mandalas, players }: View, seat: number): Set<string> {
  const stops = new Map<Term, string>();
  const stop = (term: Term, place: string, shown: boolean) => {
    if (shown && !stops.has(term)) stops.set(term, `${term}:${place}`);
  };
  for (const step of players.keys())
    mandalas.forEach(({ tiles, sides }, index) => {
      if (!tiles) return;
      const at = (seat + step) % players.length;
      const [number, side] = [index + 1, sides[at]!];
      stop('tile', `${number}`, true);
      stop('lights', `${number}`, true);
      stop('up', `${number}:${at}`, total(side.face_up) > 0);
      stop('down', `${number}:${at}`, faceDown(side) > 0);
      stop('count', `${number}:${at}`, cardsOf(side) > 0);
    });
  return new Set(stops.values());
}
