// Written by tools/web_types.py from the server's types; do not edit.

import type * as mandala from './mandala.ts';
import type * as patterns from './patterns.ts';
import type * as flowers from './flowers.ts';

export const GAMES = ["mandala", "patterns", "flowers"] as const;
export type GameName = (typeof GAMES)[number];

/** How many can play, in ascending order. */
export const SEAT_COUNTS: Record<string, readonly number[]> = {"mandala": [2], "patterns": [2], "flowers": [2, 3, 4]};

export interface GameTypes {
  mandala: { view: mandala.View; event: mandala.GameEvent; reason: mandala.IllegalMove };
  patterns: { view: patterns.View; event: patterns.GameEvent; reason: patterns.IllegalMove };
  flowers: { view: flowers.View; event: flowers.GameEvent; reason: flowers.IllegalMove };
}

export type AnyView = GameTypes[GameName]['view'];
export type AnyEvent = GameTypes[GameName]['event'];
export type AnyReason = GameTypes[GameName]['reason'];
