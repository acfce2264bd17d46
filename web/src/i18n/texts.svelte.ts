/** The texts of the app in the language that was chosen. */
import { settings } from '../lib/settings.svelte.ts';
import type { Catalogue } from './languages.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';

const catalogue: Catalogue<Texts> = { en, de };

/** Read where it is shown, so that it follows the language. */
export function texts(): Texts {
  return catalogue[settings.language];
}
