/** Words of Mandala for reviews: kinds of moves, and what happened in the continuations. */
import type { ReviewFact, View } from '../../generated/mandala.ts';
import { capitalised, type Catalogue, type Language } from '../../i18n/languages.ts';
import { colourWords } from '../../i18n/colour-words.ts';
import type { Someone } from '../game-ui.ts';
import { aboutOthers, type FactText, type ReviewWords } from '../review-words.ts';
import { readMove, type Target } from './moves.ts';

type Phrase = 'complete' | 'first' | 'points' | 'colours' | 'cards';

const facts = (say: Record<Phrase, (who: Someone) => string>): Record<ReviewFact, FactText> => ({
  you_complete: say.complete,
  they_complete: aboutOthers(say.complete, 'one'),
  you_take_first: say.first,
  they_take_first: aboutOthers(say.first, 'one'),
  your_points: say.points,
  their_points: aboutOthers(say.points, 'one'),
  your_new_colours: say.colours,
  their_new_colours: aboutOthers(say.colours, 'one'),
  your_cards: say.cards,
});

/** What a move does with its cards, such as “to field 1”. */
type Ways = Record<Target | 'T', (cards: string) => string>;

function inWords(move: string, view: View, ways: Ways, language: Language): string {
  const pick = readMove(move);
  if (!pick) return move;
  const { target, colour } = pick;
  const taken = view.mandalas[(view.resolving ?? 1) - 1]?.mountain[colour] ?? 0;
  return capitalised(ways[target](colourWords[language].cards(target === 'T' ? taken : pick.count, colour)));
}

const EN: Ways = {
  M1: (cards) => `${cards} to mountain 1`,
  M2: (cards) => `${cards} to mountain 2`,
  F1: (cards) => `${cards} to field 1`,
  F2: (cards) => `${cards} to field 2`,
  D: (cards) => `discard ${cards}`,
  T: (cards) => `take ${cards}`,
};
const DE: Ways = {
  M1: (cards) => `${cards} ins Zentrum 1`,
  M2: (cards) => `${cards} ins Zentrum 2`,
  F1: (cards) => `${cards} auf Feld 1`,
  F2: (cards) => `${cards} auf Feld 2`,
  D: (cards) => `${cards} abwerfen`,
  T: (cards) => `${cards} nehmen`,
};

export const reviewWords: Catalogue<ReviewWords<'mandala'>> = {
  en: {
    move: (move, view) => inWords(move, view, EN, 'en'),
    kinds: { mountain: 'mountain', field: 'field', discard: 'discard', take: 'taking from a mountain' },
    facts: facts({
      complete: ({ name, you }) => `${you ? 'you complete' : `${name} completes`} the next mandala`,
      first: ({ name, you }) => `${you ? 'you take' : `${name} takes`} first from the next mandala`,
      points: ({ name, you }) => `Points for ${you ? 'you' : name}`,
      colours: ({ name, you }) => `New colours in ${you ? 'your river' : `the river of ${name}`}`,
      cards: ({ name, you }) => `Change of ${you ? 'your hand' : `the hand of ${name}`}, in cards`,
    }),
  },
  de: {
    move: (move, view) => inWords(move, view, DE, 'de'),
    kinds: { mountain: 'Zentrum', field: 'Feld', discard: 'Abwerfen', take: 'Nehmen aus dem Zentrum' },
    facts: facts({
      complete: ({ name, you }) =>
        you ? 'du das nächste Mandala vollendest' : `${name} das nächste Mandala vollendet`,
      first: ({ name, you }) =>
        you ? 'du vom nächsten Mandala zuerst nimmst' : `${name} vom nächsten Mandala zuerst nimmt`,
      points: ({ name, you }) => `Punkte für ${you ? 'dich' : name}`,
      colours: ({ name, you }) => `Neue Farben ${you ? 'in deinem Fluss' : `im Fluss von ${name}`}`,
      cards: ({ name, you }) => `Veränderung ${you ? 'deiner Hand' : `der Hand von ${name}`}, in Karten`,
    }),
  },
};
