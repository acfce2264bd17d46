/** The texts of the app in the chosen language, which alone is loaded. */
import { settings } from '../lib/settings.svelte.ts';
import type { Texts } from './en.ts';
import type { Language } from './languages.ts';

const loaders: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

let loaded = $state.raw<Texts>();

/** Load the texts of the chosen language. Until they are there, those of the last one stay. */
export async function loadTexts(): Promise<void> {
  const language = settings.language;
  const found = await loaders[language]();
  if (language === settings.language) loaded = found;
}

/** Call this where a text is shown, so that it follows the language. Nothing is shown before texts are loaded. */
export function texts(): Texts {
  return loaded!;
}
