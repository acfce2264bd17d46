/** The texts about people in the chosen language. They are loaded with the parts that show them. */
import type { Catalogue } from '../i18n/languages.ts';
import { settings } from '../lib/settings.svelte.ts';
import { de } from './texts.de.ts';
import { en, type PeopleTexts } from './texts.en.ts';

const catalogue: Catalogue<PeopleTexts> = { en, de };

export const peopleTexts = (): PeopleTexts => catalogue[settings.language];
