/** All texts of Flowers. A player is either “you” or has a name. */
import type { Catalogue } from '../../i18n/languages.ts';
import { de } from './texts.de.ts';
import { en } from './texts.en.ts';

export interface Someone {
  name: string;
  you: boolean;
}

export type Texts = typeof en;
export const texts: Catalogue<Texts> = { en, de };
