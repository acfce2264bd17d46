/** The shape of a group: one line around all its fields, with round corners, a little inside their edges. */
import { column, row } from './fields.ts';

type Point = readonly [x: number, y: number];
interface Edge {
  from: Point;
  to: Point;
}

const key = ([x, y]: Point) => `${x},${y}`;
const direction = ({ from, to }: Edge): Point => [to[0] - from[0], to[1] - from[1]];

/** The outer edges of all cells; each edge has its cell on the right. */
function edges(cells: readonly Point[]): Edge[] {
  const taken = new Set(cells.map(key));
  return cells.flatMap(([x, y]) => {
    const found: Edge[] = [];
    if (!taken.has(key([x, y - 1]))) found.push({ from: [x, y], to: [x + 1, y] });
    if (!taken.has(key([x + 1, y]))) found.push({ from: [x + 1, y], to: [x + 1, y + 1] });
    if (!taken.has(key([x, y + 1]))) found.push({ from: [x + 1, y + 1], to: [x, y + 1] });
    if (!taken.has(key([x - 1, y]))) found.push({ from: [x, y + 1], to: [x, y] });
    return found;
  });
}

/** Walk along the edges until all are used. Where two cells touch only at a corner, stay with the same cell. */
function loops(all: Edge[]): Edge[][] {
  const left = [...all];
  const found: Edge[][] = [];
  while (left.length) {
    const first = left.pop()!;
    const loop = [first];
    for (;;) {
      const last = loop.at(-1)!;
      const [dx, dy] = direction(last);
      const next = [first, ...left].filter((edge) => key(edge.from) === key(last.to));
      const edge = next.find((one) => key(direction(one)) === key([-dy, dx])) ?? next[0]!;
      if (edge === first) break;
      left.splice(left.indexOf(edge), 1);
      loop.push(edge);
    }
    found.push(loop);
  }
  return found;
}

const number = (value: number) => Number(value.toFixed(3));

/** An SVG path for the fields, in units of a field. */
export function outline(fields: readonly string[], inset: number, radius: number): string {
  const cells = fields.map((field): Point => [column(field), row(field)]);
  return loops(edges(cells))
    .map((loop) => {
      const corners = loop.flatMap((edge, index) => {
        const [bx, by] = direction(edge);
        const [ax, ay] = direction(loop.at(index - 1)!);
        if (ax === bx && ay === by) return []; // straight on
        const x = edge.from[0] + inset * (-ay - by);
        const y = edge.from[1] + inset * (ax + bx);
        return [
          `${number(x - ax * radius)} ${number(y - ay * radius)}` +
            `Q${number(x)} ${number(y)} ${number(x + bx * radius)} ${number(y + by * radius)}`,
        ];
      });
      return `M${corners.join('L')}Z`;
    })
    .join('');
}
