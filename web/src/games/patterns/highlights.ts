/** The fields and bowls that the last moves changed. */
import type { GameEvent } from '../../generated/patterns.ts';

export const highlightedFields = (events: readonly GameEvent[]): Set<string> =>
  new Set(events.flatMap((event) => ('field' in event ? [event.field] : [])));

/** The seats whose swap tile is new. */
export const highlightedBowls = (events: readonly GameEvent[]): Set<number> =>
  new Set(
    events.flatMap((event) => {
      if (event.event === 'allot') return [0, 1];
      return 'taken' in event ? [event.seat] : [];
    }),
  );
