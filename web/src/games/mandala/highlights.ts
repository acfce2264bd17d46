/** What the last moves did, by place, so that the board can mark it. */
import type { GameEvent } from '../game-ui.ts';
import type { Cards } from './cards.ts';

/** How many cards have just come to a place, such as `mountain:m1:R`, `hand:1` or `cup:0`. */
export type Highlights = Readonly<Record<string, number>>;

interface Told {
  seat: number;
  mandala: number;
  colour: string;
  count: number;
  cards?: Cards;
  discarded: Cards;
  to_cup?: number;
  river_place?: number;
}

type Mark = (place: string, count: number) => void;

const marking: Record<string, (told: Told, mark: Mark) => void> = {
  mountain: (told, mark) => mark(`mountain:m${told.mandala}:${told.colour}`, told.count),
  field: (told, mark) => mark(`field:m${told.mandala}:of${told.seat}:${told.colour}`, told.count),
  discard: (told, mark) => mark(`discard:${told.colour}`, told.count),
  draw: (told, mark) => {
    if (told.count) mark(`hand:${told.seat}`, told.count);
    for (const [colour, count] of Object.entries(told.cards ?? {}))
      mark(`hand:${told.seat}:${colour}`, count);
  },
  take: (told, mark) => {
    if (told.to_cup === undefined) return mark(`discard:${told.colour}`, told.count);
    if (told.river_place) mark(`river:${told.seat}:${told.colour}`, 1);
    if (told.to_cup) {
      mark(`cup:${told.seat}`, told.to_cup);
      mark(`cup:${told.seat}:${told.colour}`, told.to_cup);
    }
  },
  clear: (told, mark) => {
    for (const [colour, count] of Object.entries(told.discarded)) mark(`discard:${colour}`, count);
  },
  refill: (told, mark) => {
    for (const [colour, count] of Object.entries(told.cards ?? {}))
      mark(`mountain:m${told.mandala}:${colour}`, count);
  },
};

export function highlightsOf(lastEvents: readonly GameEvent[]): Highlights {
  const found: Record<string, number> = {};
  const mark: Mark = (place, count) => (found[place] = (found[place] ?? 0) + count);
  for (const event of lastEvents) marking[event.event]?.(event as unknown as Told, mark);
  return found;
}
