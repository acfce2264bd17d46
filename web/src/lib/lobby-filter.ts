/** Which open tables a person wants to see. The server filters; the browser remembers what was chosen. */
import type { LobbyFilter } from '../generated/protocol.ts';

export type ChosenFilter = Required<LobbyFilter>;

export const EVERYTHING: ChosenFilter = { game: null, tempo: null, rated: null, seats: null, near: null };

export const countChosen = (filter: ChosenFilter) =>
  Object.values(filter).filter((value) => value !== null).length;

const KEY = 'sandmandala-lobby';

/** The filter of the last visit. */
export function loadFilter(): ChosenFilter {
  try {
    return { ...EVERYTHING, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return EVERYTHING; // no storage, or something else under our key
  }
}

export function saveFilter(filter: ChosenFilter): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(filter));
  } catch {
    // Without storage, the filter lasts for this visit.
  }
}
