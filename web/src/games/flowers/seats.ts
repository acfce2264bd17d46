/** Who sits where: the viewer at the bottom, the others clockwise in the order of turns. */
export type Spot = 'bottom' | 'left' | 'top' | 'right' | 'upper-left' | 'upper-right';

const SPOTS: Record<number, readonly Spot[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'upper-left', 'upper-right'],
  4: ['bottom', 'left', 'top', 'right'],
};

/** How far a petal that points up is turned. */
export const TURN: Record<Spot, number> = {
  top: 0,
  'upper-right': 60,
  right: 90,
  bottom: 180,
  left: 270,
  'upper-left': 300,
};

export function spotOf(seat: number, bottom: number, seats: number): Spot {
  return SPOTS[seats]![(seat - bottom + seats) % seats]!;
}

/** All seats, beginning with the one after the bottom: from left to right as one looks at the others. */
export function otherSeats(bottom: number, seats: number): number[] {
  return Array.from({ length: seats - 1 }, (_, step) => (bottom + step + 1) % seats);
}
