/** The themes of Mandala's puzzles. */
import type { Themes } from '../puzzle-themes.ts';

export const themes: Themes = {
  en: {
    complete: 'complete a mandala',
    completion: 'who completes',
    first_choice: 'the first choice',
    points: 'points',
    river: 'the river',
    hand: 'cards in hand',
    majority: 'the majority',
    many_cards: 'many cards at once',
    last_mandala: 'the last mandala',
    mountain: 'play to a mountain',
    field: 'play to a field',
    discard: 'discard',
    take: 'take from a mountain',
  },
  de: {
    complete: 'ein Mandala vollenden',
    completion: 'wer vollendet',
    first_choice: 'die erste Wahl',
    points: 'Punkte',
    river: 'der Fluss',
    hand: 'Karten auf der Hand',
    majority: 'die Mehrheit',
    many_cards: 'viele Karten auf einmal',
    last_mandala: 'das letzte Mandala',
    mountain: 'ins Zentrum legen',
    field: 'auf ein Feld legen',
    discard: 'abwerfen',
    take: 'aus dem Zentrum nehmen',
  },
};
