/** Lets elements that stay on the board glide to their new positions. */

/** By node and by place, because a place may be drawn as a new element, such as a button. */
type Boxes = ReadonlyMap<Element | string, DOMRect>;
interface Offset {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

const STILL: Offset = { from: [0, 0], to: [0, 0] };

/** The boxes of all elements on a board. Drawings move as a whole. */
export function boxesOf(board: Element): Boxes {
  const found = new Map<Element | string, DOMRect>();
  for (const node of nodesOf(board)) {
    const box = node.getBoundingClientRect();
    found.set(node, box);
    const place = placeOf(node);
    if (place) found.set(place, box);
  }
  return found;
}

const nodesOf = (board: Element) => board.querySelectorAll(':not(svg *, .for-screen-readers)');
const placeOf = (node: Element) => (node instanceof HTMLElement ? node.dataset['place'] : undefined) ?? '';

/**
 * Moves each node from where it was to where it will be, both of which may differ from where it is laid out now.
 * A node that moves with its parent needs no animation of its own.
 */
export function glide(
  board: Element,
  before: Boxes,
  after: Boxes,
  timing: KeyframeAnimationOptions,
): Animation[] {
  const found: Animation[] = [];
  const offsets = new Map<Element, Offset>();
  const boxes = boxesOf(board); // all at once, before anything moves
  for (const node of nodesOf(board)) {
    const now = boxes.get(node)!;
    const [was, will] = [before, after].map((then) => then.get(node) ?? then.get(placeOf(node)));
    const around = offsets.get(node.parentElement!) ?? STILL;
    const offset = {
      from: difference(was, now) ?? around.from,
      to: difference(will, now) ?? around.to,
    };
    offsets.set(node, offset);
    const [from, to] = [own(offset.from, around.from), own(offset.to, around.to)];
    if (from || to)
      found.push(
        node.animate([{ transform: from ?? 'none' }, { transform: to ?? 'none' }], {
          ...timing,
          composite: 'add',
          fill: 'both',
        }),
      );
  }
  return found;
}

function difference(there: DOMRect | undefined, now: DOMRect): [number, number] | undefined {
  return there && [there.x - now.x, there.y - now.y];
}

function own([x, y]: readonly [number, number], around: readonly [number, number]): string | null {
  const [dx, dy] = [x - around[0], y - around[1]];
  return Math.abs(dx) < 0.5 && Math.abs(dy) < 0.5 ? null : `translate(${dx}px, ${dy}px)`;
}
