/** The texts of Mandala in English. */
import { andList, capitalised, orList } from '../../i18n/languages.ts';
import { colourWords } from '../../i18n/colour-words.ts';
import type { Colour } from '../../lib/colours.ts';
import { stacks, type Cards } from './cards.ts';
import type { Target } from './moves.ts';

const { cards, anyCards, name } = colourWords.en;
const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;
const contents = (all: Cards) => {
  const parts = stacks(all).map(({ colour, count }) => `${count} ${name[colour]}`);
  return parts.length ? andList(parts, 'en') : 'empty';
};
const colours = (all: string) =>
  andList(
    [...all].map((colour) => name[colour as Colour]),
    'en',
  );

const TARGET_NAMES: Record<Target, string> = {
  M1: 'mountain 1',
  M2: 'mountain 2',
  F1: 'your field 1',
  F2: 'your field 2',
  D: 'the discard pile',
};

/** `who` is “you” or a name, capitalised at the start of a sentence. */
export const en = {
  // The board
  mandala: (mandala: number) => `Mandala ${mandala}`,
  stillMissing: (missing: string) => `still missing: ${colours(missing)}`,
  complete: 'complete, being shared out',
  mountain: (mandala: number, all: Cards) => `Mountain ${mandala}: ${contents(all)}`,
  ownField: (mandala: number, all: Cards) => `Your field ${mandala}: ${contents(all)}`,
  fieldOf: (who: string, mandala: number, all: Cards) => `Field ${mandala} of ${who}: ${contents(all)}`,
  yourField: 'your field',
  theirField: (who: string) => `${who}’s field`,
  piles: 'Piles',
  drawPile: 'Draw pile',
  discardPile: 'Discard pile',
  cardsLeft: (count: number) => many(count, 'card', 'cards'),
  discardHolds: (all: Cards) => `Discard pile: ${contents(all)}`,
  ending: 'Last mandala',
  endingLong: 'The draw pile has run out: the next completed mandala ends the game.',
  discards: (count: number, limit: number) => `Discards in a row: ${count} of ${limit}`,
  discardsLong: (count: number, limit: number) =>
    `Discards in a row: ${count} of ${limit}. After ${limit} the game ends at once; a card on a mountain or a field restarts the count.`,
  river: (who: string) => `River of ${who}`,
  yourRiver: 'Your river',
  riverPlace: (place: number, colour: Colour | null, cup: number | null) => {
    const what = colour ? name[colour] : 'free';
    return `Place ${place}: ${what}${colour && cup !== null ? `, ${many(cup, 'card', 'cards')} in the cup` : ''}`;
  },
  cupHolds: (count: number) => `Cup: ${many(count, 'card', 'cards')}`,
  cupIdle: (all: Cards) => `Not in the river, so worth nothing yet: ${contents(all)}`,
  points: (points: number) => many(points, 'point', 'points'),
  pointsHidden: '? points',
  hand: 'Your hand',
  openHandOf: (who: string, all: Cards) => `Hand of ${who}: ${contents(all)}`,
  handOf: (who: string, count: number) => `Hand of ${who}: ${many(count, 'card', 'cards')}`,
  handStack: (count: number, colour: Colour) => capitalised(cards(count, colour)),
  handStackDrawn: (count: number, colour: Colour, drawn: number) =>
    `${capitalised(cards(count, colour))}, ${drawn} just drawn`,
  earlier: (colour: Colour) => `Move ${name[colour]} to the left in your hand`,
  later: (colour: Colour) => `Move ${name[colour]} to the right in your hand`,
  placeAtMountain: (mandala: number, colour: Colour) => `Put ${cards(1, colour)} on mountain ${mandala}`,
  placeAtField: (mandala: number, colour: Colour) => `Put ${name[colour]} on your field ${mandala}`,
  placeAtDiscard: (colour: Colour) => `Discard ${name[colour]}`,
  notHere: (label: string) => `${label} (not allowed; press to learn why)`,
  take: (count: number, colour: Colour) => `Take ${cards(count, colour)}`,
  howMany: 'How many cards',
  fewer: 'One card fewer',
  another: 'One card more',
  settle: 'Play this many',

  // The bar under the board
  youPlay: 'Play a card to a mountain, cards to one of your fields, or discard.',
  youPlace: (colour: Colour, places: readonly Target[]) =>
    places.length
      ? `Place ${name[colour]}: ${orList(
          places.map((place) => TARGET_NAMES[place]),
          'en',
        )}.`
      : `There is no place for ${name[colour]} now.`,
  youTake: (mandala: number) => `Mandala ${mandala} is complete: take a colour from its mountain.`,
  theyPlay: (who: string) => `${who} is thinking.`,
  theyTake: (who: string, mandala: number) => `${who} is taking a colour from mountain ${mandala}.`,
  over: 'The game is over.',
  lastOne: 'The next completed mandala ends the game.',

  // Previews of moves
  toMountain: (colour: Colour, mandala: number) => `${capitalised(cards(1, colour))} to mountain ${mandala}`,
  toField: (count: number, colour: Colour, mandala: number) =>
    `${capitalised(cards(count, colour))} to your field ${mandala}`,
  toDiscard: (count: number, colour: Colour) => `Discard ${cards(count, colour)}`,
  takes: (count: number, colour: Colour) => `Take ${cards(count, colour)}`,
  toRiver: (place: number, rest: number) =>
    `One card goes to river place ${place}${rest ? `, ${anyCards(rest)} to the cup` : ''}.`,
  toCup: (count: number) => `${capitalised(anyCards(count))} ${count === 1 ? 'goes' : 'go'} to the cup.`,
  allToDiscard: (count: number) =>
    `${capitalised(anyCards(count))} ${count === 1 ? 'goes' : 'go'} to the discard pile, as your field there is empty.`,

  // The log
  told: {
    mountain: (who: string, you: boolean, colour: Colour, mandala: number) =>
      `${who} ${you ? 'play' : 'plays'} ${cards(1, colour)} to mountain ${mandala}.`,
    field: (who: string, you: boolean, count: number, colour: Colour, mandala: number) =>
      `${who} ${you ? 'play' : 'plays'} ${cards(count, colour)} to ${you ? 'your' : 'their'} field ${mandala}.`,
    discard: (who: string, you: boolean, count: number, colour: Colour) =>
      `${who} ${you ? 'discard' : 'discards'} ${cards(count, colour)}.`,
    draw: (who: string, you: boolean, count: number) =>
      count
        ? `${who} ${you ? 'draw' : 'draws'} ${anyCards(count)}.`
        : `${who} ${you ? 'have' : 'has'} no card to draw.`,
    drew: (all: Cards) => `You draw ${contents(all)}.`,
    complete: (mandala: number, who: string, you: boolean) =>
      `Mandala ${mandala} is complete. ${who} ${you ? 'take' : 'takes'} first.`,
    takeRiver: (who: string, you: boolean, count: number, colour: Colour, place: number) =>
      `${who} ${you ? 'take' : 'takes'} ${cards(count, colour)}; ${name[colour]} opens river place ${place}.`,
    takeCup: (who: string, you: boolean, count: number, colour: Colour) =>
      `${who} ${you ? 'take' : 'takes'} ${cards(count, colour)} to the cup.`,
    takeDiscard: (who: string, you: boolean, count: number, colour: Colour) =>
      `${who} ${you ? 'take' : 'takes'} ${cards(count, colour)} and must discard ${count === 1 ? 'it' : 'them'}: the field was empty.`,
    clear: (mandala: number, all: Cards) => `The fields of mandala ${mandala} are cleared: ${contents(all)}.`,
    clearNone: (mandala: number) => `The fields of mandala ${mandala} were empty.`,
    refill: (mandala: number, all: Cards) => `New in mountain ${mandala}: ${contents(all)}.`,
    refillNone: (mandala: number) => `There is no card left for mountain ${mandala}.`,
    reshuffle: (size: number) =>
      `The draw pile has run out. ${capitalised(anyCards(size))} ${size === 1 ? 'is' : 'are'} shuffled into a new one; the next completed mandala ends the game.`,
    end: {
      sixth_colour: 'A river has its sixth colour: the game is over.',
      draw_pile: 'The last mandala is shared out: the game is over.',
      idle: 'Twenty discards in a row: the game is over.',
    } as Record<string, string>,
    ended: 'The game is over.',
    wins: (who: string, you: boolean) => `${who} ${you ? 'win' : 'wins'}.`,
    shared: 'You share the win.',
    sharedBy: (all: string[]) => `${andList(all, 'en')} share the win.`,
  },
  You: 'You',

  // The scoring
  scoring: 'Scoring',
  placeHead: 'River place',
  scoringHead: (place: number) => `River place ${place}`,
  placeRow: (count: number, place: number) => `${count} × ${place}`,
  placeFree: 'free',
  noPlace: 'Not in the river',
  sum: 'Total',
  cupSize: 'Cards in the cup',
  colourName: (colour: Colour) => name[colour],
  tieBreak: 'On a tie, fewer cards in the cup wins.',
  tieBroken: (counts: string) => `Equal points, so fewer cards in the cup win: ${counts}.`,
  tieStays: (counts: string) => `Equal points and equally full cups: ${counts}.`,
  winner: (who: string, you: boolean) => (you ? 'You win!' : `${who} wins.`),
  winners: 'The same points and as many cards in the cups: you share the win.',

  about:
    'Two players lay coloured cards into two mandalas. In the middle of each lies the mountain, which both share; on either side you have a field of your own. When a mandala shows all six colours, its mountain is shared out, and whoever has more cards in the field chooses first. The first card of a colour goes to your river, where its place says what the colour is worth to you; all others fall into your cup, and they are what you score. So you choose what is precious, while your opponent chooses something else.',

  options: {
    beginner: { title: 'First player', values: { lot: 'Random', '0': 'Seat 1', '1': 'Seat 2' } },
    memory_aid: {
      title: 'Memory aid',
      values: {
        off: 'Off: cups lie face down',
        on: 'On: everyone sees what went into a cup from a mountain',
      },
    },
  } as Record<string, { title: string; values: Record<string, string> }>,
};

export type Texts = typeof en;
