/** The themes of puzzles in words. Each game has its own in puzzle-themes.ts, which is loaded on demand. */
import type { Catalogue } from '../i18n/languages.ts';

export type Themes = Catalogue<Record<string, string>>;

const files = import.meta.glob<{ themes: Themes }>('./*/puzzle-themes.ts');

export async function loadThemes(game: string): Promise<Themes> {
  return (await files[`./${game}/puzzle-themes.ts`]?.())?.themes ?? { en: {}, de: {} };
}

/** Themes that every game has. */
const COMMON: Themes = {
  en: {
    opening: 'the beginning',
    middle: 'the middle of the game',
    end: 'the end of the game',
    one_move: 'one move',
    two_moves: 'two moves',
    three_moves: 'three moves or more',
  },
  de: {
    opening: 'der Anfang',
    middle: 'die Mitte der Partie',
    end: 'das Ende der Partie',
    one_move: 'ein Zug',
    two_moves: 'zwei Züge',
    three_moves: 'drei Züge oder mehr',
  },
};

/** A theme that has no words yet is shown by its name. */
export const themeInWords = (themes: Themes, theme: string, language: keyof Themes): string =>
  themes[language][theme] ?? COMMON[language][theme] ?? theme.replaceAll('_', ' ');
