import type { Catalogue } from '../../i18n/languages.ts';
import { de } from './words.de.ts';
import { en, type Words } from './words.en.ts';

export const words: Catalogue<Words> = { en, de };
