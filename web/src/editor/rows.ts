/** A board of tiles: one letter for each field, a small one for its front and a capital one for its back. */
import type { EditorPlace } from '../generated/protocol.ts';
import type { Values } from './position-text.ts';

/** The letter that a field gets, or `turn` to turn over the tile that lies there. */
export type Brush = string;
export const TURN: Brush = 'turn';

export interface Field {
  name: string;
  letter: string;
  /** The place whose value it is part of, and where in it. */
  place: string;
  index: number;
}

export const rowsOf = (places: readonly EditorPlace[], values: Values): Field[][] =>
  places.map(({ id, fields }) =>
    fields.map((name, index) => ({ name, letter: values[id]?.[index] ?? '', place: id, index })),
  );

const isBack = (letter: string) => letter === letter.toUpperCase();

export function painted(field: Field, brush: Brush, values: Values): Values {
  const turned = isBack(field.letter) ? field.letter.toLowerCase() : field.letter.toUpperCase();
  const letters = [...(values[field.place] ?? '')];
  letters[field.index] = brush === TURN ? turned : brush;
  return { ...values, [field.place]: letters.join('') };
}

/** The column of a field, from its name: `c8` is in the third. */
export const columnOf = ({ name }: Field): number => name.charCodeAt(0) - 'a'.charCodeAt(0);

/** Where an arrow key leads from a field; the same field at the edge. */
export function neighbour(rows: readonly (readonly Field[])[], from: Field, key: string): Field {
  const row = rows.findIndex((fields) => fields.some(({ name }) => name === from.name));
  const at = rows[row]!.findIndex(({ name }) => name === from.name);
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (sideways) return rows[row]![at + sideways] ?? from;
  const next = rows[row + ({ ArrowUp: -1, ArrowDown: 1 }[key] ?? 0)];
  if (!next) return from;
  const distance = (field: Field) => Math.abs(columnOf(field) - columnOf(from));
  return next.reduce((best, field) => (distance(field) < distance(best) ? field : best));
}
