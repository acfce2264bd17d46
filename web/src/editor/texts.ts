/** The texts of the position editor in the chosen language. */
import type { Catalogue } from '../i18n/languages.ts';
import { settings } from '../lib/settings.svelte.ts';
import { de } from './texts.de.ts';
import { en, type EditorTexts } from './texts.en.ts';

const catalogue: Catalogue<EditorTexts> = { en, de };

export const editorTexts = (): EditorTexts => catalogue[settings.language];
