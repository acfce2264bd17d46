/** Things in a place one after the other, such as the colours of a river or the fields of markers. */
import type { EditorPlace } from '../generated/protocol.ts';
import { NOTHING } from './position-text.ts';

type Listed = Pick<EditorPlace, 'choices' | 'separator'>;

export function readItems(value: string, { choices, separator }: Listed): string[] {
  if (value === NOTHING || value === '') return [];
  if (separator) return value.split(separator);
  const width = choices[0]?.length ?? 1; // without a separator, all have the same length
  return value.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
}

export const writeItems = (items: readonly string[], { separator }: Listed): string =>
  items.join(separator) || NOTHING;

/** One step towards the beginning (-1) or the end (1). */
export function moved(items: readonly string[], index: number, by: -1 | 1): string[] {
  const found = [...items];
  const other = index + by;
  if (other < 0 || other >= found.length) return found;
  [found[index], found[other]] = [found[other]!, found[index]!];
  return found;
}
