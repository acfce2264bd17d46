/** The texts about puzzles and repetition in the chosen language. */
import type { Catalogue } from '../i18n/languages.ts';
import { settings } from '../lib/settings.svelte.ts';
import { de } from './texts.de.ts';
import { en, type PuzzleTexts } from './texts.en.ts';

const catalogue: Catalogue<PuzzleTexts> = { en, de };

export const puzzleTexts = (): PuzzleTexts => catalogue[settings.language];
