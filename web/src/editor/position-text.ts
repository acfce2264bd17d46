/** A position as the values of its places, and as text. The server reads text; here it is only put together. */
import type { EditorInfo, EditorPlace, EditorWord } from '../generated/protocol.ts';

/** By the ids of places. */
export type Values = Readonly<Record<string, string>>;

export const NOTHING = '-';

export const placesOf = (words: readonly EditorWord[]): EditorPlace[] =>
  words.flatMap(({ parts }) => parts.flat());

function wordValue({ parts, none }: EditorWord, values: Values): string {
  const written = parts.map((places) => places.map(({ id }) => values[id] ?? NOTHING));
  if (none && written.flat().every((value) => value === NOTHING)) return NOTHING;
  return written.map((places) => places.join(':')).join('/');
}

/** Words with their usual values are left out. */
export const composeText = (words: readonly EditorWord[], values: Values): string =>
  words
    .map((word) => [word, wordValue(word, values)] as const)
    .filter(([word, value]) => value !== word.default)
    .map(([word, value]) => `${word.key}=${value}`)
    .join(' ');

/** Nothing lies anywhere. What others hide stays unknown, and what is never empty stays as it is. */
export function emptied({ words }: EditorInfo, start: Values): Values {
  const isEmptied = ({ id, kind, exact, unknown }: EditorPlace) =>
    (kind === 'cards' && !(unknown && /^\?\d*$/.test(start[id] ?? ''))) || (kind === 'items' && !exact);
  return {
    ...start,
    ...Object.fromEntries(
      placesOf(words)
        .filter(isEmptied)
        .map(({ id }) => [id, NOTHING]),
    ),
  };
}

/** Whether somebody else's hidden cards are written down: whoever plays against them would know them. */
export const knowsHidden = (words: readonly EditorWord[], values: Values, seat: number): boolean =>
  placesOf(words).some(
    ({ id, unknown, owner }) =>
      unknown === 'hidden' && owner !== null && owner !== seat && /[A-Z]/.test(values[id] ?? ''),
  );
