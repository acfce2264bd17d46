/** Everything that an exercise of a game needs besides its position, loaded on demand. */
import { loadGameUI } from '../games/index.ts';
import { loadThemes } from '../games/puzzle-themes.ts';
import { Refusal } from '../lib/api.ts';
import { loadReviewWords } from '../review/words.ts';

export async function loadMaterial(game: string) {
  const [gameUI, words, themes] = await Promise.all([
    loadGameUI(game),
    loadReviewWords(game),
    loadThemes(game),
  ]);
  return { gameUI, words, themes };
}

const MISSING: readonly string[] = ['not_found', 'unreadable', 'no_such_puzzle'];

export const isMissing = (error: unknown): boolean =>
  error instanceof Refusal && MISSING.includes(error.problem.code);
