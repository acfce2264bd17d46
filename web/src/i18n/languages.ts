/** The languages of the app. Every text is in a catalogue with one object for each of them. */

export type Language = 'en' | 'de';
export const LANGUAGES: readonly Language[] = ['en', 'de'];
/** For dates and lists: our English is British. */
export const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

/** A catalogue: the English one defines which texts there are, and the German one must have all of them. */
export interface Catalogue<Texts> {
  en: Texts;
  de: Texts;
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** “a, b or c”. */
export function orList(parts: readonly string[], language: Language): string {
  return new Intl.ListFormat(LOCALES[language], { type: 'disjunction' }).format(parts);
}

/** “a, b and c”. */
export function andList(parts: readonly string[], language: Language): string {
  return new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(parts);
}
