/** The options of a game, such as who begins. Those that are digits name a seat. */

const isSeat = (value: string) => /^\d$/.test(value);

/** Whether a value can be chosen at a table of so many seats. */
export const isPossible = (value: string, seats: number) => !isSeat(value) || Number(value) < seats;

/** What was chosen, without seats that the table does not have. */
export function possibleOptions(chosen: Readonly<Record<string, string>>, seats: number) {
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => isPossible(value, seats)));
}

/** What holds if nothing is chosen. */
export const usualValue = (values: readonly string[]) => values.find((value) => !isSeat(value));
