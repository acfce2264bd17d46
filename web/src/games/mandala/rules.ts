/** The rules of Mandala, in both languages. */
import type { Catalogue } from '../../i18n/languages.ts';
import type { Rule } from '../game-ui.ts';
import { rules as de } from './rules.de.ts';
import { rules as en } from './rules.en.ts';

export const rules: Catalogue<readonly Rule[]> = { en, de };
