/** What the last moves touched, to be marked on the board. */
import type { GameEvent } from '../game-ui.ts';

export const highlightedFields = (events: readonly GameEvent[]): Set<string> =>
  new Set(events.flatMap((event) => (typeof event.field === 'string' ? [event.field] : [])));

/** The seats whose swap tile is new. */
export const highlightedBowls = (events: readonly GameEvent[]): Set<number> =>
  new Set(
    events.flatMap((event) => {
      if (event.event === 'allot') return [0, 1];
      return 'taken' in event ? [event.seat as number] : [];
    }),
  );
