/** The texts of the tutor in the chosen language. They are loaded when it is used. */
import type { Catalogue } from '../i18n/languages.ts';
import { settings } from '../lib/settings.svelte.ts';
import { de } from './texts.de.ts';
import { en, type TutorTexts } from './texts.en.ts';

const catalogue: Catalogue<TutorTexts> = { en, de };

export const tutorTexts = (): TutorTexts => catalogue[settings.language];
