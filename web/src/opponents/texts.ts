/** Texts about finding opponents in the chosen language, loaded with what shows them. */
import type { Catalogue } from '../i18n/languages.ts';
import { settings } from '../lib/settings.svelte.ts';
import { de } from './texts.de.ts';
import { en, type OpponentTexts } from './texts.en.ts';

const catalogue: Catalogue<OpponentTexts> = { en, de };

export const opponentTexts = (): OpponentTexts => catalogue[settings.language];
