/** The texts about watching in the chosen language: only the pages that show them load them. */
import type { Catalogue } from '../i18n/languages.ts';
import { settings } from '../lib/settings.svelte.ts';
import { de } from './texts.de.ts';
import { en, type WatchTexts } from './texts.en.ts';

const catalogue: Catalogue<WatchTexts> = { en, de };

/** Call this where a text is shown, so that it follows the language. */
export const watchTexts = () => catalogue[settings.language];
