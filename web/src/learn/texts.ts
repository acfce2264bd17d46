/** The texts of the pages under Learn in the chosen language. */
import type { Catalogue } from '../i18n/languages.ts';
import { settings } from '../lib/settings.svelte.ts';
import { de } from './texts.de.ts';
import { en, type LearnTexts } from './texts.en.ts';

const catalogue: Catalogue<LearnTexts> = { en, de };

export const learnTexts = (): LearnTexts => catalogue[settings.language];
