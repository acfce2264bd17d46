/** Descriptions of places for tests. */
import type { EditorInfo, EditorPlace, EditorWord } from '../generated/protocol.ts';

export const samplePlace = (
  id: string,
  kind: EditorPlace['kind'],
  more: Partial<EditorPlace> = {},
): EditorPlace => ({
  id,
  kind,
  label: { en: id, de: id },
  owner: null,
  most: null,
  lowest: 0,
  highest: 0,
  choices: [],
  labels: {},
  separator: '',
  fields: [],
  exact: false,
  unknown: null,
  counted: kind === 'cards',
  private: false,
  ...more,
});

export const sampleWord = (
  key: string,
  parts: EditorPlace[][],
  more: Partial<EditorWord> = {},
): EditorWord => ({
  key,
  label: { en: key, de: key },
  default: null,
  none: false,
  advanced: false,
  parts,
  ...more,
});

/** A word with the hidden cards of two seats. */
export const handWord = (): EditorWord =>
  sampleWord(
    'hand',
    [0, 1].map((owner) => [samplePlace(`hand/${owner}`, 'cards', { owner, unknown: 'hidden' })]),
  );

export const sampleInfo = (words: EditorWord[], more: Partial<EditorInfo> = {}): EditorInfo => ({
  game: 'mandala',
  seats: 2,
  seat_counts: [2],
  start: '',
  supply: {},
  words,
  ...more,
});
