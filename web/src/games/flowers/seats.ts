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

/** A circle, a square, a triangle and a diamond, in a 12 × 12 box: colour is never the only sign. */
const SHAPES = [
  'M1 6a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z',
  'M1.500 1.500h9v9h-9Z',
  'M6 .5 11.500 11H.5Z',
  'M6 0 12 6 6 12 0 6Z',
] as const;

export const seatShape = (seat: number): string => SHAPES[seat % SHAPES.length]!;

/** The colour of a seat; `theme.css` defines them, none of them a sand. */
export const seatColour = (seat: number): string => `var(--seat-${seat % SHAPES.length})`;
