/** Words of Flowers for reviews: kinds of moves, and what happened in the continuations. */
import type { ReviewFact, View } from '../../generated/flowers.ts';
import { capitalised, type Catalogue, type Language } from '../../i18n/languages.ts';
import { colourWords } from '../../i18n/colour-words.ts';
import type { Someone } from '../game-ui.ts';
import { aboutOthers, type FactText, type ReviewWords } from '../review-words.ts';
import { readTile } from './cards.ts';
import { readMove } from './moves.ts';

type Phrase = 'complete' | 'choose' | 'tiles' | 'flowers' | 'points' | 'cards';

const facts = (say: Record<Phrase, (who: Someone) => string>): Record<ReviewFact, FactText> => ({
  you_complete: say.complete,
  others_complete: aboutOthers(say.complete, 'one'),
  you_choose: say.choose,
  others_choose: aboutOthers(say.choose, 'one'),
  your_tiles: say.tiles,
  others_tiles: aboutOthers(say.tiles, 'all'),
  your_flowers: say.flowers,
  your_points: say.points,
  others_points: aboutOthers(say.points, 'all'),
  your_cards: say.cards,
});

interface Ways {
  play: (cards: string, mandala: number) => string;
  take: (tile: string) => string;
  pass: string;
}

function inWords(text: string, view: View, ways: Ways, language: Language): string {
  const { cards, name } = colourWords[language];
  const move = readMove(text);
  if (move?.kind === 'play') return capitalised(ways.play(cards(move.count, move.colour), move.mandala));
  const tiles = view.mandalas[(view.resolving ?? 1) - 1]?.tiles;
  if (move?.kind === 'take' && tiles) {
    const { colour, value } = readTile(tiles[move.side]);
    return ways.take(`${name[colour]} ${value.replace('x', '×')}`);
  }
  return move?.kind === 'pass' ? ways.pass : text;
}

const EN: Ways = {
  play: (cards, mandala) => `${cards} to mandala ${mandala}`,
  take: (tile) => `Take ${tile}`,
  pass: 'Pass',
};
const DE: Ways = {
  play: (cards, mandala) => `${cards} an Mandala ${mandala}`,
  take: (tile) => `${tile} nehmen`,
  pass: 'Passen',
};

export const reviewWords: Catalogue<ReviewWords<'flowers'>> = {
  en: {
    move: (move, view) => inWords(move, view, EN, 'en'),
    kinds: {
      'face up': 'face up',
      'face down': 'face down',
      'choice of tile': 'choice of tile',
      pass: 'pass',
    },
    facts: facts({
      complete: ({ name, you }) => `${you ? 'you complete' : `${name} completes`} the next mandala`,
      choose: ({ name, you }) => `${you ? 'you choose' : `${name} chooses`} a tile of the next mandala`,
      tiles: ({ name, you }) => `Tiles for ${you ? 'you' : name}`,
      flowers: ({ name, you }) => `Flowers for ${you ? 'you' : name}`,
      points: ({ name, you }) => `Points for ${you ? 'you' : name}`,
      cards: ({ name, you }) => `Change of ${you ? 'your hand' : `the hand of ${name}`}, in cards`,
    }),
  },
  de: {
    move: (move, view) => inWords(move, view, DE, 'de'),
    kinds: {
      'face up': 'offen',
      'face down': 'verdeckt',
      'choice of tile': 'Wahl des Plättchens',
      pass: 'Passen',
    },
    facts: facts({
      complete: ({ name, you }) =>
        you ? 'du das nächste Mandala vollendest' : `${name} das nächste Mandala vollendet`,
      choose: ({ name, you }) =>
        you
          ? 'du ein Plättchen des nächsten Mandalas wählst'
          : `${name} ein Plättchen des nächsten Mandalas wählt`,
      tiles: ({ name, you }) => `Plättchen für ${you ? 'dich' : name}`,
      flowers: ({ name, you }) => `Blumen für ${you ? 'dich' : name}`,
      points: ({ name, you }) => `Punkte für ${you ? 'dich' : name}`,
      cards: ({ name, you }) => `Veränderung ${you ? 'deiner Hand' : `der Hand von ${name}`}, in Karten`,
    }),
  },
};
