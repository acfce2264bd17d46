/** What the person looked for last time, kept in this browser. */
import { SEAT_COUNTS } from '../generated/games.ts';
import { GAMES } from '../games/index.ts';
import { CHOICE_KEY, type SearchForm } from '../lib/opponents.svelte.ts';
import { TEMPO_NAMES } from './tempos.ts';

type Choice = Required<SearchForm>;

export function loadChoice(): Choice {
  const usual: Choice = { game: GAMES[0]!, seats: SEAT_COUNTS[GAMES[0]!]![0]!, tempo: 'rapid', rated: true };
  try {
    const stored = { ...usual, ...JSON.parse(localStorage.getItem(CHOICE_KEY) ?? '{}') } as Choice;
    return GAMES.includes(stored.game) && TEMPO_NAMES.includes(stored.tempo) ? stored : usual;
  } catch {
    return usual; // no storage, or something else under our key
  }
}

export function saveChoice(choice: Choice): void {
  try {
    localStorage.setItem(CHOICE_KEY, JSON.stringify(choice));
  } catch {
    // Without storage, the next visit begins with the usual choice.
  }
}
