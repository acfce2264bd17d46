/** Where the labels of the help go: at what they name, inside the board, and never over one another. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Size = Pick<Box, 'width' | 'height'>;
const GAP = 3; // pixels between labels
const STEP = 12; // pixels between the places that are tried

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width + GAP &&
  other.x < one.x + one.width + GAP &&
  one.y < other.y + other.height + GAP &&
  other.y < one.y + one.height + GAP;

/** Each label is as near to the middle of its target as the earlier labels leave room. */
export function placeLabels(labels: readonly { target: Box; size: Size }[], room: Size): Box[] {
  const placed: Box[] = [];
  const offsets = nearestFirst(room);
  for (const { target, size } of labels) {
    const [middleX, middleY] = [
      target.x + (target.width - size.width) / 2,
      target.y + (target.height - size.height) / 2,
    ];
    const inside = (x: number, y: number): Box => ({
      x: Math.max(0, Math.min(x, room.width - size.width)),
      y: Math.max(0, Math.min(y, room.height - size.height)),
      ...size,
    });
    const wanted = inside(middleX, middleY);
    const places = offsets.map(([right, down]) => inside(wanted.x + right, wanted.y + down));
    placed.push(places.find((tried) => !placed.some((other) => overlap(tried, other))) ?? wanted);
  }
  return placed;
}

/** Where to try, relative to where a label should be. */
function nearestFirst({ width, height }: Size): [number, number][] {
  const offsets: [number, number][] = [];
  for (let right = -width; right <= width; right += STEP)
    for (let down = -height; down <= height; down += STEP) offsets.push([right, down]);
  offsets.push([0, 0]);
  return offsets.sort(([a, b], [c, d]) => Math.hypot(a, b) - Math.hypot(c, d));
}
