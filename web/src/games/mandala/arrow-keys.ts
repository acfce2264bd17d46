/** Arrow keys move to the nearest button in their direction on the screen. */

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const middle = (box: Box) => [box.left + box.width / 2, box.top + box.height / 2] as const;

/** The index of the nearest box in a direction; sideways distance counts double. */
export function nearest(from: Box, boxes: readonly Box[], [x, y]: readonly [number, number]): number {
  const [fromX, fromY] = middle(from);
  const half = (from.width * Math.abs(x) + from.height * Math.abs(y)) / 2;
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const [toX, toY] = middle(box);
    const ahead = (toX - fromX) * x + (toY - fromY) * y;
    const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
    const far = ahead + 2 * aside;
    if (ahead > half && far < least) {
      least = far;
      best = index;
    }
  });
  return best;
}

export function neighbour(board: HTMLElement, key: string): HTMLElement | null {
  const way = WAYS[key];
  const here = document.activeElement;
  if (!way || !here || !board.contains(here)) return null;
  const others = [...board.querySelectorAll<HTMLElement>('button')].filter((button) => button !== here);
  const index = nearest(
    here.getBoundingClientRect(),
    others.map((button) => button.getBoundingClientRect()),
    way,
  );
  return others[index] ?? null;
}
