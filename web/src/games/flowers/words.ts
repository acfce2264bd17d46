/** All texts of Flowers. Whoever is spoken of is `you`, or somebody with a name. */
import type { Catalogue } from '../../i18n/languages.ts';
import { de } from './words.de.ts';
import { en } from './words.en.ts';

export interface Someone {
  name: string;
  you: boolean;
}

export type Words = typeof en;
export const words: Catalogue<Words> = { en, de };
