/** The layout of a mandala in the available space, and the size of its pieces, in pixels. */
import type { Spot } from './seats.ts';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Layout {
  left: number;
  top: number;
  /** The centre of the mandala, and its radius with its lights. */
  x: number;
  y: number;
  radius: number;
  petals: Partial<Record<Spot, Box>>;
}

/** Limits of the proportions, so that a mandala is neither flat nor thin. */
const [WIDEST, HIGHEST] = [1.9, 2.15];
/** The width of a tile and its rim, relative to its height. */
const TILE = 0.66;

/** `tile` is the height of tiles that are larger than usual: petals keep clear of them. */
export function layoutOf(seats: number, roomWidth: number, roomHeight: number, tile = 0): Layout {
  // Avoid sizes of 0 before the element is measured.
  const width = Math.max(1, Math.min(roomWidth, roomHeight * WIDEST));
  const height = Math.max(1, Math.min(roomHeight, roomWidth * HIGHEST));
  const [left, top] = [(roomWidth - width) / 2, (roomHeight - height) / 2];
  const radius = Math.max(0, Math.min(height * 0.19, width * 0.21 - 9));
  const box = (x: number, y: number, w: number, h: number): Box => ({
    left: left + x * width,
    top: top + y * height,
    width: w * width,
    height: h * height,
  });
  const middle = { left, top, x: roomWidth / 2, y: roomHeight / 2, radius };
  if (seats === 2) {
    const high = 0.5 - radius / height;
    return { ...middle, petals: { top: box(0.06, 0, 0.88, high), bottom: box(0.06, 1 - high, 0.88, high) } };
  }
  const beside = 0.5 - Math.max(radius, tile * TILE) / width;
  if (seats === 3) {
    // Above the centre, or beside it if there is more room.
    const low = beside * width > 0.75 * (height / 2 - radius);
    const [wide, high] = low ? [beside, 0.64] : [0.49, 0.5 - Math.max(radius, tile / 2) / height];
    return {
      ...middle,
      petals: {
        'upper-left': box(0, 0, wide, high),
        'upper-right': box(1 - wide, 0, wide, high),
        bottom: box(0.1, 0.68, 0.8, 0.32),
      },
    };
  }
  return {
    ...middle,
    petals: {
      left: box(0, 0.29, beside, 0.4),
      top: box(0.1, 0, 0.8, 0.29),
      right: box(1 - beside, 0.29, beside, 0.4),
      bottom: box(0.1, 0.69, 0.8, 0.31),
    },
  };
}

/** The outline of a petal: narrow at the centre, round outside, and as large as its box. */
export function petalPath(spot: Spot, box: Box, { x, y, radius }: Layout): string {
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  if (spot === 'upper-left' || spot === 'upper-right') {
    const [inner, outer] =
      spot === 'upper-left' ? [box.left + box.width, box.left] : [box.left, box.left + box.width];
    const [above, below] = [box.top, box.top + box.height * 1.08];
    const base = `${x + (outer - inner > 0 ? 1 : -1) * radius * 0.45} ${y - radius * 0.2}`;
    return (
      `M${base}C${inner} ${below} ${outer} ${below} ${outer} ${middle.y}` +
      `C${outer} ${above + box.height * 0.12} ${(outer + middle.x) / 2} ${above} ${middle.x} ${above}` +
      `C${inner} ${above} ${inner} ${middle.y} ${base}Z`
    );
  }
  const upright = spot === 'top' || spot === 'bottom';
  const out = spot === 'top' || spot === 'left' ? -1 : 1;
  const half = (upright ? box.width : box.height) / 2;
  const far = upright ? Math.abs(middle.y - y) + box.height / 2 : Math.abs(middle.x - x) + box.width / 2;
  const near = far - (upright ? box.height : box.width);
  const widest = near + (far - near) * 0.45;
  /** A point at a distance outwards from the centre and sideways. */
  const at = (along: number, aside: number) =>
    upright ? `${x + aside} ${y + out * along}` : `${x + out * along} ${y + aside}`;
  const side = (sign: number) => [
    at(radius * 0.4, sign * half * 0.55),
    at(near, sign * half),
    at(widest, sign * half),
    at(widest + (far - widest) * 0.75, sign * half),
    at(far, sign * half * 0.65),
  ];
  const [one, other] = [side(1), side(-1).reverse()];
  return (
    `M${at(radius * 0.4, 0)}C${one.slice(0, 3).join(' ')}C${one.slice(3).join(' ')} ${at(far, 0)}` +
    `C${other.slice(0, 3).join(' ')}C${other.slice(3).join(' ')} ${at(radius * 0.4, 0)}Z`
  );
}

/** The smallest readable size: below it, pieces overlap instead. */
const SMALLEST = 10;

/**
 * The greatest height at which pieces fit into a box, row by row. `widths` are relative to the height: 0.5 is half as wide
 * as high.
 */
export function largestHeight(
  widths: readonly number[],
  { width, height }: Pick<Box, 'width' | 'height'>,
  gap: number,
  most: number,
  rowGap = gap,
): number {
  // One pixel less, because browsers round the widths of elements.
  for (let size = Math.floor(Math.min(height, most)); size > SMALLEST; size--)
    if (rowsOf(widths, size, width - 1, gap) * (size + rowGap) - rowGap <= height) return size;
  return SMALLEST;
}

function rowsOf(widths: readonly number[], size: number, width: number, gap: number): number {
  let [rows, used] = [1, 0];
  for (const one of widths) {
    if (one * size > width) return Infinity;
    if (used && used + gap + one * size > width) [rows, used] = [rows + 1, 0];
    used += (used && gap) + one * size;
  }
  return rows;
}
