/** The options of a game, such as who begins. A value that is a digit names a seat. */

const isSeat = (value: string) => /^\d$/.test(value);

/** Whether a value can be chosen at a table with this many seats. */
export const isPossible = (value: string, seats: number) => !isSeat(value) || Number(value) < seats;

/** The chosen values, without seats that the table does not have. */
export function possibleOptions(chosen: Readonly<Record<string, string>>, seats: number) {
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => isPossible(value, seats)));
}

/** The default value. */
export const usualValue = (values: readonly string[]) => values.find((value) => !isSeat(value));
