/** The steps of the scoring of a finished game. */
import { FLOWER_SUMS, TILE_POINTS, type View } from '../../generated/flowers.ts';
import { readTile } from './cards.ts';
import { faceUp } from './pieces.ts';

export interface Scored {
  /** Its tiles: one of a single, two of a flower. */
  tiles: string[];
  points: number;
  /** How the points are calculated: `2 × 3 + 5`. */
  sum: string;
}

export type Step = 'singles' | 'flowers' | 'tie' | 'shared' | 'winner';

export interface Line {
  seat: number;
  singles: Scored[];
  flowers: Scored[];
  points: number;
  hand: number;
}

export function lines(view: View): Line[] {
  return view.players.map((player, seat) => ({
    seat,
    singles: player.singles.map((tile) => {
      const points = TILE_POINTS[readTile(tile).value]!;
      return { tiles: [tile], points, sum: String(points) };
    }),
    flowers: player.flowers
      .map(faceUp)
      .filter((flower) => flower !== null)
      .map(({ tiles, points, values }) => ({ tiles, points, sum: FLOWER_SUMS[values.join(' ')]! })),
    points: player.points ?? 0,
    hand: player.hand_size,
  }));
}

/** The steps that are worth showing, each with the number of the flower that it reveals. */
export function steps(view: View): { step: Step; flower: number }[] {
  const shared = (view.winners ?? []).length > 1;
  const most = Math.max(...view.players.map((player) => player.flowers.length));
  const after: Step[] = [
    ...(view.tie_break ? (['tie'] as const) : []),
    ...(shared ? (['shared'] as const) : []),
    'winner',
  ];
  return [
    { step: 'singles', flower: 0 },
    ...Array.from({ length: most }, (_, flower) => ({ step: 'flowers' as const, flower: flower + 1 })),
    ...after.map((step) => ({ step, flower: most })),
  ];
}

/** The points of a player after so many flowers. */
export function soFar(line: Line, flowers: number): number {
  const open = [...line.singles, ...line.flowers.slice(0, flowers)];
  return open.reduce((sum, scored) => sum + scored.points, 0);
}
