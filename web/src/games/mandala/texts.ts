/** All texts of Mandala, in both languages. */
import type { Catalogue } from '../../i18n/languages.ts';
import { de } from './texts.de.ts';
import { en, type Texts } from './texts.en.ts';

export const texts: Catalogue<Texts> = { en, de };
