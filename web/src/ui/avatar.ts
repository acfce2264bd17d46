/** Avatars: small mandalas, drawn from the id of an account. The same id always gives the same one. */

/** The letters of the sands, as `theme.css` names them. */
export const SANDS = ['R', 'O', 'Y', 'G', 'P', 'K'] as const;
export type Sand = (typeof SANDS)[number];

const SHAPES = ['petal', 'drop', 'leaf', 'dot', 'ray', 'arch'] as const;
type Shape = (typeof SHAPES)[number];

export interface Ring {
  shape: Shape;
  sand: Sand;
  /** Distances from the centre, of 100. */
  inner: number;
  outer: number;
  /** Whether it stands between the shapes of the ring outside of it. */
  turned: boolean;
}

export interface Avatar {
  symmetry: 6 | 8;
  ground: Sand;
  heart: Sand;
  rings: readonly Ring[];
}

/** Bands from the outside in; they overlap a little, so that no ground shows as a gap. */
const BANDS = [
  [52, 94],
  [30, 62],
  [12, 38],
] as const;

/** Draw choices from an id: FNV-1a for the start, then a small generator. */
function chooser(id: string): (count: number) => number {
  let state = 2166136261;
  for (const letter of id) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return (count) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    state = Math.imul(state ^ (state >>> 13), 3266489917) ^ count;
    return ((state ^ (state >>> 16)) >>> 0) % count;
  };
}

export function avatarOf(id: string): Avatar {
  const choose = chooser(id);
  const left: Sand[] = [...SANDS];
  const take = () => left.splice(choose(left.length), 1)[0]!;
  const ground = take();
  const symmetry = choose(2) ? 6 : 8;
  const rings = BANDS.map(([inner, outer]): Ring => ({
    shape: SHAPES[choose(SHAPES.length)]!,
    sand: take(),
    inner,
    outer,
    turned: choose(2) === 1,
  }));
  return { symmetry, ground, heart: take(), rings };
}

/** The SVG path of one shape of a ring, pointing up from the centre. */
export function shapePath({ shape, inner, outer }: Ring, symmetry: number): string {
  const middle = (inner + outer) / 2;
  const width = Math.round(middle * Math.tan(Math.PI / symmetry) * 10) / 10;
  switch (shape) {
    case 'petal':
      return `M0 ${-inner}C${width} ${-middle} ${width} ${-outer} 0 ${-outer}C${-width} ${-outer} ${-width} ${-middle} 0 ${-inner}Z`;
    case 'drop':
      return `M0 ${-outer}C${width * 1.3} ${-inner} ${width * 0.6} ${-inner} 0 ${-inner}C${-width * 0.6} ${-inner} ${-width * 1.3} ${-inner} 0 ${-outer}Z`;
    case 'leaf':
      return `M0 ${-inner}Q${width * 1.3} ${-middle} 0 ${-outer}Q${-width * 1.3} ${-middle} 0 ${-inner}Z`;
    case 'dot': {
      const radius = Math.min(width * 0.8, (outer - inner) / 2);
      return `M${-radius} ${-middle}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
    }
    case 'ray':
      return `M0 ${-outer}L${width * 0.8} ${-inner}L0 ${-inner - 6}L${-width * 0.8} ${-inner}Z`;
    case 'arch':
      return `M${-width} ${-inner}C${-width} ${-outer} ${width} ${-outer} ${width} ${-inner}L${width * 0.45} ${-inner}C${width * 0.4} ${-middle} ${-width * 0.4} ${-middle} ${-width * 0.45} ${-inner}Z`;
  }
}
