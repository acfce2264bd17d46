/** All texts of Flowers. A player is either “you” or has a name. */
import type { Catalogue } from '../../i18n/languages.ts';
import { de } from './texts.de.ts';
import { en } from './texts.en.ts';

export type { Someone } from '../game-ui.ts';
export type Texts = typeof en;
export const texts: Catalogue<Texts> = { en, de };
