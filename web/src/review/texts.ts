/** The texts of the review in the chosen language. They are loaded with the review page. */
import type { Catalogue } from '../i18n/languages.ts';
import { settings } from '../lib/settings.svelte.ts';
import { de } from './texts.de.ts';
import { en, type ReviewTexts } from './texts.en.ts';

const catalogue: Catalogue<ReviewTexts> = { en, de };

export const reviewTexts = (): ReviewTexts => catalogue[settings.language];
