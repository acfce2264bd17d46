/** The places of the 54 tiles, for animation. A flipped tile stays where it is. */
import type { View } from '../../generated/patterns.ts';
import type { Flight } from '../../lib/animation.ts';
import type { Pieces } from '../game-ui.ts';
import { leftOver, swapTile, tileAt } from './fields.ts';

export function pieces(view: View): Pieces {
  const found: Pieces = {};
  for (const field of Object.keys(view.fields)) found[`field:${field}:${tileAt(view, field).colour}`] = 1;
  for (const colour of leftOver(view)) found[`left:${colour}`] = 1;
  view.players.forEach((_, seat) => {
    const colour = swapTile(view, seat);
    if (colour) found[`bowl:${seat}:${colour}`] = 1;
  });
  return found;
}

/** While tiles fly, the view stays as before: groups and points change when they have arrived. */
export const without = (view: View, _: readonly Flight[], before: View): View => ({
  ...before,
  to_move: view.to_move,
});
