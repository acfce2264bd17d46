/** The six colours of the games. */
import { COLOURS as LETTERS } from '../generated/colours.ts';

export type Colour = (typeof LETTERS)[number];
/** In the order of the rules. */
export const COLOURS: readonly Colour[] = LETTERS;

export function isColour(letter: string): letter is Colour {
  return (COLOURS as readonly string[]).includes(letter);
}
