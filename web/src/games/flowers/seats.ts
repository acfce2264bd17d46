/** Who sits where: the viewer at the bottom, the others clockwise in the order of turns. */
export type Spot = 'bottom' | 'left' | 'top' | 'right' | 'upper-left' | 'upper-right';

const SPOTS: Record<number, readonly Spot[]> = {
  2: ['bottom', 'top'],
  3: ['bottom', 'upper-left', 'upper-right'],
  4: ['bottom', 'left', 'top', 'right'],
};

export function spotOf(seat: number, bottom: number, seats: number): Spot {
  return SPOTS[seats]![(seat - bottom + seats) % seats]!;
}

/** The other seats from left to right, starting with the one after the bottom. */
export function otherSeats(bottom: number, seats: number): number[] {
  return Array.from({ length: seats - 1 }, (_, step) => (bottom + step + 1) % seats);
}
