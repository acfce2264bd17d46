/** The points of a rating's line in a box. */
import type { RatingPoint } from '../generated/protocol.ts';

export interface Box {
  width: number;
  height: number;
  /** Room on each side, for labels and dots. */
  margin: number;
}

export interface Line {
  dots: { x: number; y: number; rating: number }[];
  lowest: number;
  highest: number;
}

/** The rating before the first game, then after each. Games are evenly spaced: people play on few days. */
export function lineOf(points: readonly RatingPoint[], box: Box): Line {
  const ratings = [points[0]!.before, ...points.map((point) => point.after)];
  const [lowest, highest] = [Math.min(...ratings), Math.max(...ratings)];
  const [width, height] = [box.width - 2 * box.margin, box.height - 2 * box.margin];
  const share = (rating: number) => (highest > lowest ? (rating - lowest) / (highest - lowest) : 0.5);
  const dots = ratings.map((rating, index) => ({
    x: box.margin + (width * index) / (ratings.length - 1),
    y: box.margin + height * (1 - share(rating)),
    rating,
  }));
  return { dots, lowest, highest };
}
