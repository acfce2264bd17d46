/** Points at places of a board, as a tutorial names them. */

/** The elements of a place: itself, or what lies in it; if it is not drawn, the place around it. */
export function nodesOf(board: ParentNode, place: string): HTMLElement[] {
  for (let name = place; name; name = name.slice(0, Math.max(0, name.lastIndexOf(':')))) {
    for (const selector of [`[data-place="${name}"]`, `[data-place^="${name}:"]`]) {
      const found = [...board.querySelectorAll<HTMLElement>(selector)];
      if (found.length) return found;
    }
  }
  return [];
}

/** Mark these places, and only these. */
export function pointAt(board: ParentNode, places: readonly string[]): void {
  for (const node of board.querySelectorAll<HTMLElement>('[data-pointed]')) delete node.dataset['pointed'];
  for (const node of places.flatMap((place) => nodesOf(board, place))) node.dataset['pointed'] = '';
}
