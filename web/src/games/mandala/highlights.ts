/** The changes of the last moves by place, which the board highlights. */
import type { GameEvent } from '../../generated/mandala.ts';

/** How many cards were added to a place, such as `mountain:m1:R`, `hand:1` or `cup:0`. */
export type Highlights = Readonly<Record<string, number>>;

export function highlightsOf(lastEvents: readonly GameEvent[]): Highlights {
  const found: Record<string, number> = {};
  const mark = (place: string, count: number) => (found[place] = (found[place] ?? 0) + count);
  for (const event of lastEvents) markEvent(event, mark);
  return found;
}

function markEvent(event: GameEvent, mark: (place: string, count: number) => void): void {
  switch (event.event) {
    case 'mountain':
      mark(`mountain:m${event.mandala}:${event.colour}`, event.count);
      break;
    case 'field':
      mark(`field:m${event.mandala}:of${event.seat}:${event.colour}`, event.count);
      break;
    case 'discard':
      mark(`discard:${event.colour}`, event.count);
      break;
    case 'draw':
      if (event.count) mark(`hand:${event.seat}`, event.count);
      for (const [colour, count] of Object.entries(event.cards ?? {}))
        mark(`hand:${event.seat}:${colour}`, count);
      break;
    case 'take':
      if (event.to_cup === undefined) mark(`discard:${event.colour}`, event.count);
      if (event.river_place) mark(`river:${event.seat}:${event.colour}`, 1);
      if (event.to_cup) {
        mark(`cup:${event.seat}`, event.to_cup);
        mark(`cup:${event.seat}:${event.colour}`, event.to_cup);
      }
      break;
    case 'clear':
      for (const [colour, count] of Object.entries(event.discarded)) mark(`discard:${colour}`, count);
      break;
    case 'refill':
      for (const [colour, count] of Object.entries(event.cards ?? {}))
        mark(`mountain:m${event.mandala}:${colour}`, count);
      break;
  }
}
