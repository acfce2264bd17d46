/** The texts of alerts in the chosen language: only the pages that show them load them. */
import type { Catalogue } from '../i18n/languages.ts';
import { settings } from '../lib/settings.svelte.ts';
import { de } from './alert-texts.de.ts';
import { en, type AlertTexts } from './alert-texts.en.ts';

const catalogue: Catalogue<AlertTexts> = { en, de };

/** Call this where a text is shown, so that it follows the language. */
export const alertTexts = () => catalogue[settings.language];
