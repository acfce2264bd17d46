/** The texts of Flowers in English. */
import { andList, capitalised, orList } from '../../i18n/languages.ts';
import { colourWords } from '../../i18n/colour-words.ts';
import type { Colour } from '../../lib/colours.ts';
import type { Tile } from './cards.ts';
import type { Someone } from './texts.ts';

const { name, cards, anyCards } = colourWords.en;
const who = (one: Someone) => (one.you ? 'You' : one.name);
const whom = (one: Someone) => (one.you ? 'you' : one.name);
const whose = (one: Someone) => (one.you ? 'your' : `${one.name}’s`);
const does = (one: Someone, you: string, other: string) => `${who(one)} ${one.you ? you : other}`;
const list = (parts: string[]) => andList(parts, 'en');
const colours = (all: readonly Colour[]) => list(all.map((colour) => name[colour]));
const value = (tile: Tile) => tile.value.replace('x', '×');
const tileName = (tile: Tile) => `${name[tile.colour]} ${value(tile)}`;
const allCards = (all: [Colour, number][]) => list(all.map(([colour, count]) => cards(count, colour)));
const points = (count: number) => `${count} ${count === 1 ? 'point' : 'points'}`;

export const en = {
  // The board
  you: 'You',
  players: 'Players',
  mandalas: 'Mandalas',
  mandala: (number: number) => `Mandala ${number}`,
  hand: 'Your hand',
  handOf: (one: string) => `${one}’s hand`,
  piles: 'Piles',
  points,
  pointsShort: 'pts',
  inHand: (count: number) => `${anyCards(count)} in hand`,
  openHand: (all: [Colour, number][]) => `in hand: ${allCards(all)}`,
  knownInHand: (all: [Colour, number][]) => `taken back, known to everyone: ${allCards(all)}`,
  tile: tileName,
  tiles: (tiles: Tile[]) => (tiles.length ? `single tiles: ${list(tiles.map(tileName))}` : 'no single tiles'),
  flower: (colour: Colour, values: string[], worth: number) =>
    `${name[colour]} flower, ${values.join(' and ').replaceAll('x', '×')}: ${points(worth)}`,
  faceDown: (back: string) => `${back} flower, face down`,
  pointsVisible: (count: number) =>
    `${points(count)} in single tiles, and more in flowers that lie face down`,
  won: 'won',
  lastRound: 'Last round: there is a third flower',
  lastRoundShort: 'Last round',
  finishing: 'The last mandalas are being resolved',
  finishingShort: 'Final mandalas',
  drawPile: (count: number) => `Draw pile: ${anyCards(count)}`,
  discardPile: (all: [Colour, number][]) =>
    all.length ? `Discard pile: ${allCards(all)}` : 'The discard pile is empty',
  draw: 'Draw pile',
  discard: 'Discard pile',
  stack: { dark: 'Dark tiles', light: 'Light tiles' },
  left: (count: number) => `${count} left`,

  // A mandala for screen readers
  tilesHere: (dark: Tile, light: Tile) => `Tiles: ${tileName(dark)} and ${tileName(light)}.`,
  gone: 'Resolved for good.',
  markerAt: (one: Someone | null) => `Marker: ${one ? whom(one) : 'nobody'}.`,
  missing: (all: readonly Colour[]) =>
    all.length ? `Missing: ${colours(all)}.` : 'All six colours are there.',
  side: (one: Someone, up: [Colour, number][], down: number) => {
    const parts = [
      ...up.map(([colour, count]) => cards(count, colour)),
      ...(down ? [`${anyCards(down)} face down`] : []),
    ];
    return `${who(one)}: ${parts.length ? list(parts) : 'no cards'}.`;
  },
  downWere: (all: [Colour, number][]) => `Face down: ${allCards(all)}.`,

  // Making a move
  lift: (count: number, colour: Colour) => `Hand: ${cards(count, colour)}`,
  placeHere: (number: number, colour: Colour) => `Place ${name[colour]} at mandala ${number}`,
  show: (number: number) => `Show mandala ${number}`,
  howMany: (colour: Colour) => `How many ${name[colour]} cards`,
  fewer: 'One card fewer',
  more: 'One card more',
  done: 'Play this many',
  take: (tile: Tile) => `Take ${tileName(tile)}`,
  pass: 'Pass',
  emptyHand: 'No cards',

  // The bar under the board
  yourPlay: 'Choose a colour from your hand, then a mandala.',
  yourPlace: (colour: Colour, mandalas: readonly number[]) =>
    `Place ${name[colour]}: mandala ${orList(mandalas.map(String), 'en')}.`,
  yourTake: (number: number) => `Choose one of the two tiles of mandala ${number}.`,
  yourPass: 'You have nothing to play: you pass.',
  waitPlay: (one: Someone) => `It is ${whose(one)} turn.`,
  waitTake: (one: Someone, number: number) =>
    `${does(one, 'choose', 'chooses')} a tile of mandala ${number}.`,
  over: (winners: Someone[]) =>
    winners.length === 1
      ? `The game is over: ${winners[0]!.you ? 'you have' : `${winners[0]!.name} has`} won.`
      : `The game is over: ${list(winners.map(whom))} share the win.`,

  // What a move would do
  play: (count: number, colour: Colour, number: number) =>
    `${capitalised(cards(count, colour))} to mandala ${number}`,
  lies: (count: number, faceUp: boolean) =>
    `${count === 1 ? 'It lies' : 'They lie'} face ${faceUp ? 'up' : 'down'}.`,
  drawsNothing: 'You draw nothing.',
  takeOf: (tile: Tile) => `You take ${tileName(tile)}`,
  takesToo: (one: Someone, tile: Tile) => `${does(one, 'take', 'takes')} ${tileName(tile)}, too.`,
  secondTile: (tile: Tile, one: Someone) => `${capitalised(tileName(tile))} goes to ${whom(one)}.`,

  // What happened
  played: (one: Someone, count: number, colour: Colour, number: number, faceUp: boolean) =>
    `${does(one, 'play', 'plays')} ${cards(count, colour)} to mandala ${number}, face ${faceUp ? 'up' : 'down'}.`,
  drew: (one: Someone, count: number, seen: [Colour, number][]) =>
    `${does(one, 'draw', 'draws')} ${seen.length ? allCards(seen) : anyCards(count)}.`,
  reshuffled: (count: number) => `The discard pile is shuffled into a new draw pile of ${anyCards(count)}.`,
  majority: (one: Someone, number: number, from: Someone | null) =>
    `${does(one, 'take', 'takes')} the marker of mandala ${number}${from ? ` from ${whom(from)}` : ''}.`,
  completed: (number: number, one: Someone) =>
    `Mandala ${number} shows all six colours: ${whom(one)} ${one.you ? 'choose' : 'chooses'} a tile.`,
  passed: (one: Someone) => `${does(one, 'pass', 'passes')}.`,
  took: (one: Someone, tile: Tile, second: Someone, secondTile: Tile) =>
    `${does(one, 'take', 'takes')} ${tileName(tile)}; ${tileName(secondTile)} goes to ${whom(second)}.`,
  tookBoth: (one: Someone, tile: Tile, secondTile: Tile) =>
    `${does(one, 'take', 'takes')} both tiles: ${tileName(tile)} and ${tileName(secondTile)}.`,
  formed: (one: Someone, colour: Colour, values: string[], worth: number) =>
    `${capitalised(whose(one))} ${name[colour]} ${values.join(' and ').replaceAll('x', '×')} form a flower: ${points(worth)}.`,
  formedFaceDown: (one: Someone, colour: Colour) =>
    `${capitalised(whose(one))} ${name[colour]} tiles form a flower, which now lies face down.`,
  discarded: (one: Someone, all: [Colour, number][]) =>
    `${does(one, 'discard', 'discards')} ${allCards(all)}.`,
  returned: (one: Someone, all: [Colour, number][]) => `${does(one, 'take', 'takes')} back ${allCards(all)}.`,
  newTiles: (number: number, dark: Tile, light: Tile) =>
    `Mandala ${number} starts again with ${tileName(dark)} and ${tileName(light)}.`,
  thirdFlower: (all: Someone[]) =>
    `${list(all.map(who))} ${all.length > 1 || all[0]?.you ? 'have' : 'has'} a third flower: the round is played to its end.`,
  final: {
    third_flower: 'The last round is over. Now the mandalas on the table are resolved.',
    tiles_out: 'There are no tiles for a new mandala. Now those on the table are resolved.',
    passes: 'Nobody can play any more. Now the mandalas on the table are resolved.',
  } as Record<string, string>,
  unclaimed: (number: number) => `Nobody has the marker of mandala ${number}: it gives no tiles.`,
  resolved: (number: number, one: Someone) =>
    `Mandala ${number} is resolved: ${whom(one)} ${one.you ? 'choose' : 'chooses'} a tile.`,
  ended: {
    third_flower: 'The last round is over.',
    tiles_out: 'There are no tiles left.',
    passes: 'Nobody can play any more.',
    last_mandalas: 'The last mandala is resolved.',
  } as Record<string, string>,

  // Scoring
  scoring: 'Scoring',
  stepSingles: 'Single tiles score their number; a single ×3 scores nothing.',
  stepFlowers:
    'A flower scores its lower number twice and its higher one once. With ×3 it scores three times the other tile.',
  stepTie: 'A tie: whoever has more cards in hand wins.',
  stepShared: 'Still a tie: they share the win.',
  tieBroken: (counts: string) => `Equal points, so more cards in hand win: ${counts}.`,
  tieStays: (counts: string) => `Equal points and as many cards in hand: ${counts}.`,
  winner: (all: Someone[]) =>
    all.length === 1 ? `${does(all[0]!, 'win', 'wins')}!` : `${list(all.map(who))} share the win!`,

  // Options
  options: {
    beginner: {
      title: 'First player',
      values: {
        lot: 'Random',
        '0': 'The first seat',
        '1': 'The second seat',
        '2': 'The third seat',
        '3': 'The fourth seat',
      },
    },
    final_mandalas: {
      title: 'The last mandalas',
      values: {
        all: 'Always resolved at the end',
        tiles_out_only: 'Resolved only when the tiles run out',
      },
    },
    memory_aid: {
      title: 'Memory aid',
      values: { off: 'Off: as at a real table', on: 'On: shows what everyone could remember' },
    },
  } as Record<string, { title: string; values: Record<string, string> }>,
  about:
    'Play cards of one colour to one of three mandalas. A mandala that shows all six colours is resolved: whoever has the most cards there chooses one of its two flower tiles, the runner-up gets the other. Two tiles of one colour become a flower and score much more. Play one card and you draw new ones; play many and you gain ground, but your hand melts away.',
};
