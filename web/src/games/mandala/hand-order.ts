/** The player's order of colours in hand: a string with each colour's letter once. */

/** Move a colour to the place of another. */
export function moveTo(order: string, colour: string, other: string): string {
  if (colour === other) return order;
  const without = order.replace(colour, '');
  const forward = order.indexOf(colour) < order.indexOf(other);
  const at = without.indexOf(other) + (forward ? 1 : 0);
  return without.slice(0, at) + colour + without.slice(at);
}

/** Move a colour past its neighbour among those in hand. */
export function moveBy(order: string, inHand: readonly string[], colour: string, by: 1 | -1): string {
  const neighbour = inHand[inHand.indexOf(colour) + by];
  return neighbour ? moveTo(order, colour, neighbour) : order;
}
