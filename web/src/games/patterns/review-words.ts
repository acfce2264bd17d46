/** Words of Patterns for reviews: kinds of moves, and what happened in the continuations. */
import type { ReviewFact, View } from '../../generated/patterns.ts';
import type { Catalogue, Language } from '../../i18n/languages.ts';
import { colourWords } from '../../i18n/colour-words.ts';
import type { Someone } from '../game-ui.ts';
import { aboutOthers, type FactText, type ReviewWords } from '../review-words.ts';
import { swapTile, tileAt } from './fields.ts';
import { readMove, type Kind } from './moves.ts';

type Phrase = 'points' | 'open' | 'dead';

const facts = (say: Record<Phrase, (who: Someone) => string>): Record<ReviewFact, FactText> => ({
  your_points: say.points,
  their_points: aboutOthers(say.points, 'one'),
  you_open: say.open,
  they_open: aboutOthers(say.open, 'one'),
  your_dead_groups: say.dead,
  their_dead_groups: aboutOthers(say.dead, 'one'),
});

type Ways = Record<Kind, (colour: string, field: string) => string> & {
  allot: (colour: string) => string;
  stop: string;
};

function inWords(text: string, view: View, ways: Ways, language: Language): string {
  const { name } = colourWords[language];
  const move = readMove(text);
  if (move.kind === 'stop') return ways.stop;
  if (move.kind === 'allot') return ways.allot(name[move.colour]);
  const colour = move.kind === 'flip' ? tileAt(view, move.field).colour : swapTile(view, view.to_move ?? 0)!;
  return ways[move.kind](name[colour], move.field);
}

const EN: Ways = {
  open: (colour, field) => `Open ${colour} on ${field}`,
  swap: (colour, field) => `Put ${colour} on ${field}`,
  flip: (colour, field) => `Flip ${colour} on ${field}`,
  allot: (colour) => `The beginner gets ${colour}`,
  stop: 'Stop flipping',
};
const DE: Ways = {
  open: (colour, field) => `${colour} auf ${field} eröffnen`,
  swap: (colour, field) => `${colour} auf ${field} legen`,
  flip: (colour, field) => `${colour} auf ${field} umdrehen`,
  allot: (colour) => `Wer beginnt, bekommt ${colour}`,
  stop: 'Mit dem Umdrehen aufhören',
};

export const reviewWords: Catalogue<ReviewWords<'patterns'>> = {
  en: {
    move: (move, view) => inWords(move, view, EN, 'en'),
    kinds: { open: 'opening a group', swap: 'swap', flip: 'flip', allot: 'choice of tiles', stop: 'stop' },
    facts: facts({
      points: ({ name, you }) => `Points for ${you ? 'you' : name}`,
      open: ({ name, you }) => `New groups for ${you ? 'you' : name}`,
      dead: ({ name, you }) => `Groups of ${you ? 'yours' : name} that cannot grow any more`,
    }),
  },
  de: {
    move: (move, view) => inWords(move, view, DE, 'de'),
    kinds: {
      open: 'Eröffnen',
      swap: 'Austauschen',
      flip: 'Umdrehen',
      allot: 'Wahl der Plättchen',
      stop: 'Aufhören',
    },
    facts: facts({
      points: ({ name, you }) => `Punkte für ${you ? 'dich' : name}`,
      open: ({ name, you }) => `Neue Gruppen für ${you ? 'dich' : name}`,
      dead: ({ name, you }) => `Gruppen von ${you ? 'dir' : name}, die nicht mehr wachsen können`,
    }),
  },
};
