/** The words of a game for reviews, loaded on demand. */
import type { ReviewWords } from '../games/review-words.ts';
import type { Catalogue } from '../i18n/languages.ts';

// As with a game's UI, the type says “some game”: give the words only moves and views of the game they were loaded for.
const files = import.meta.glob<{ reviewWords: Catalogue<ReviewWords> }>('../games/*/review-words.ts');

export async function loadReviewWords(game: string): Promise<Catalogue<ReviewWords>> {
  return (await files[`../games/${game}/review-words.ts`]!()).reviewWords;
}
