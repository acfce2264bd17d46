/** The texts of the app in the chosen language. */
import { settings } from '../lib/settings.svelte.ts';
import type { Catalogue } from './languages.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';

const catalogue: Catalogue<Texts> = { en, de };

/** Call this where a text is shown, so that it follows the language. */
export function texts(): Texts {
  return catalogue[settings.language];
}
