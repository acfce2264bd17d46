/** Die Texte von Flowers auf Deutsch. */
import { andList, capitalised, orList } from '../../i18n/languages.ts';
import { colourWords } from '../../i18n/colour-words.ts';
import type { Colour } from '../../lib/colours.ts';
import type { Tile } from './cards.ts';
import type { Someone, Texts } from './texts.ts';

const { name, cards, anyCards } = colourWords.de;
const who = (one: Someone) => (one.you ? 'Du' : one.name);
const inside = (one: Someone) => (one.you ? 'du' : one.name);
const toWhom = (one: Someone) => (one.you ? 'dir' : one.name);
const toward = (one: Someone) => (one.you ? 'dich' : one.name);
const does = (one: Someone, you: string, other: string) => `${who(one)} ${one.you ? you : other}`;
const list = (parts: string[]) => andList(parts, 'de');
const tileName = (tile: Tile) => `${name[tile.colour]} ${tile.value.replace('x', '×')}`;
const allCards = (all: [Colour, number][]) => list(all.map(([colour, count]) => cards(count, colour)));
const points = (count: number) => `${count} ${count === 1 ? 'Punkt' : 'Punkte'}`;

export const de: Texts = {
  you: 'Du',
  players: 'Am Tisch',
  mandalas: 'Mandalas',
  mandala: (number) => `Mandala ${number}`,
  hand: 'Deine Hand',
  handOf: (one) => `Hand von ${one}`,
  piles: 'Stapel',
  points,
  pointsShort: 'Pkt.',
  inHand: (count) => `${anyCards(count)} auf der Hand`,
  openHand: (all) => `auf der Hand: ${allCards(all)}`,
  knownInHand: (all) => `vor aller Augen zurückgenommen: ${allCards(all)}`,
  tile: tileName,
  tiles: (tiles) =>
    tiles.length ? `einzelne Plättchen: ${list(tiles.map(tileName))}` : 'keine einzelnen Plättchen',
  flower: (colour, values, worth) =>
    `Blume in ${name[colour]}, ${values.join(' und ').replaceAll('x', '×')}: ${points(worth)}`,
  faceDown: (back) => `${back === 'dark' ? 'dunkle' : 'helle'} Blume, verdeckt`,
  pointsVisible: (count) => `${points(count)} mit einzelnen Plättchen, dazu die verdeckten Blumen`,
  won: 'hat gewonnen',
  lastRound: 'Letzte Runde: Es gibt eine dritte Blume',
  lastRoundShort: 'Letzte Runde',
  finishing: 'Die letzten Mandalas werden aufgelöst',
  finishingShort: 'Letzte Mandalas',
  drawPile: (count) => `Zugstapel: ${anyCards(count)}`,
  discardPile: (all) => (all.length ? `Ablagestapel: ${allCards(all)}` : 'Der Ablagestapel ist leer'),
  draw: 'Zugstapel',
  discard: 'Ablagestapel',
  stack: { dark: 'Dunkle Plättchen', light: 'Helle Plättchen' },
  left: (count) => `noch ${count}`,

  tilesHere: (dark, light) => `Plättchen: ${tileName(dark)} und ${tileName(light)}.`,
  gone: 'Endgültig aufgelöst.',
  markerAt: (one) => `Marker: ${one ? `bei ${toWhom(one)}` : 'bei niemandem'}.`,
  missing: (all) =>
    all.length ? `Es fehlt: ${list(all.map((colour) => name[colour]))}.` : 'Alle sechs Farben sind da.',
  side: (one, up, down) => {
    const parts = [
      ...up.map(([colour, count]) => cards(count, colour)),
      ...(down ? [`${anyCards(down)} verdeckt`] : []),
    ];
    return `${who(one)}: ${parts.length ? list(parts) : 'keine Karten'}.`;
  },
  downWere: (all) => `Verdeckt liegen: ${allCards(all)}.`,

  lift: (count, colour) => `Hand: ${cards(count, colour)}`,
  placeHere: (number, colour) => `${name[colour]} an Mandala ${number} legen`,
  show: (number) => `Mandala ${number} zeigen`,
  howMany: (colour) => `Wie viele Karten in ${name[colour]}`,
  fewer: 'Eine Karte weniger',
  more: 'Eine Karte mehr',
  done: 'So viele legen',
  take: (tile) => `${tileName(tile)} nehmen`,
  pass: 'Passen',
  emptyHand: 'Keine Karten',

  yourPlay: 'Wähle eine Farbe aus deiner Hand, dann ein Mandala.',
  yourPlace: (colour, mandalas) => `${name[colour]} darf an Mandala ${orList(mandalas.map(String), 'de')}.`,
  yourTake: (number) => `Wähle eines der beiden Plättchen von Mandala ${number}.`,
  yourPass: 'Du kannst nichts legen und musst passen.',
  waitPlay: (one) => `${does(one, 'bist', 'ist')} dran.`,
  waitTake: (one, number) => `${does(one, 'wählst', 'wählt')} ein Plättchen von Mandala ${number}.`,
  over: (winners) =>
    winners.length === 1
      ? `Das Spiel ist aus: ${does(winners[0]!, 'hast', 'hat')} gewonnen.`
      : `Das Spiel ist aus: ${list(winners.map(inside))} teilen sich den Sieg.`,

  play: (count, colour, number) => `${capitalised(cards(count, colour))} an Mandala ${number}`,
  lies: (count, faceUp) => `${count === 1 ? 'Sie liegt' : 'Sie liegen'} ${faceUp ? 'offen' : 'verdeckt'}.`,
  drawsNothing: 'Du ziehst nichts.',
  takeOf: (tile) => `Du nimmst ${tileName(tile)}`,
  takesToo: (one, tile) => `${does(one, 'nimmst', 'nimmt')} auch ${tileName(tile)}.`,
  secondTile: (tile, one) => `${capitalised(tileName(tile))} geht an ${toward(one)}.`,

  played: (one, count, colour, number, faceUp) =>
    `${does(one, 'legst', 'legt')} ${cards(count, colour)} ${faceUp ? 'offen' : 'verdeckt'} an Mandala ${number}.`,
  drew: (one, count, seen) =>
    `${does(one, 'ziehst', 'zieht')} ${seen.length ? allCards(seen) : anyCards(count)}.`,
  reshuffled: (count) =>
    `Der Ablagestapel wird gemischt und zum neuen Zugstapel mit ${count} ${count === 1 ? 'Karte' : 'Karten'}.`,
  majority: (one, number, from) =>
    `${does(one, 'bekommst', 'bekommt')} den Marker von Mandala ${number}${from ? `, bisher bei ${toWhom(from)}` : ''}.`,
  completed: (number, one) =>
    `Mandala ${number} zeigt alle sechs Farben: ${does(one, 'wählst', 'wählt')} ein Plättchen.`,
  passed: (one) => `${who(one)} passt.`,
  took: (one, tile, second, secondTile) =>
    `${does(one, 'nimmst', 'nimmt')} ${tileName(tile)}; ${tileName(secondTile)} geht an ${toward(second)}.`,
  tookBoth: (one, tile, secondTile) =>
    `${does(one, 'nimmst', 'nimmt')} beide Plättchen: ${tileName(tile)} und ${tileName(secondTile)}.`,
  formed: (one, colour, values, worth) =>
    `Bei ${toWhom(one)} werden ${values.join(' und ').replaceAll('x', '×')} in ${name[colour]} zur Blume: ${points(worth)}.`,
  formedFaceDown: (one, colour) =>
    `Bei ${toWhom(one)} werden zwei Plättchen in ${name[colour]} zur Blume, die nun verdeckt liegt.`,
  discarded: (one, all) => `${does(one, 'wirfst', 'wirft')} ${allCards(all)} ab.`,
  returned: (one, all) => `${does(one, 'nimmst', 'nimmt')} ${allCards(all)} zurück.`,
  newTiles: (number, dark, light) =>
    `Mandala ${number} beginnt neu mit ${tileName(dark)} und ${tileName(light)}.`,
  thirdFlower: (all) =>
    all.length === 1
      ? `${does(all[0]!, 'hast', 'hat')} eine dritte Blume: Die Runde wird zu Ende gespielt.`
      : `${list(all.map(inside))} haben eine dritte Blume: Die Runde wird zu Ende gespielt.`,
  final: {
    third_flower: 'Die letzte Runde ist vorbei. Nun werden die Mandalas auf dem Tisch aufgelöst.',
    tiles_out: 'Für ein neues Mandala fehlen Plättchen. Nun werden die Mandalas auf dem Tisch aufgelöst.',
    passes: 'Niemand kann mehr legen. Nun werden die Mandalas auf dem Tisch aufgelöst.',
  },
  unclaimed: (number) => `Den Marker von Mandala ${number} hat niemand: Es bringt keine Plättchen.`,
  resolved: (number, one) =>
    `Mandala ${number} wird aufgelöst: ${does(one, 'wählst', 'wählt')} ein Plättchen.`,
  ended: {
    third_flower: 'Die letzte Runde ist vorbei.',
    tiles_out: 'Es sind keine Plättchen mehr da.',
    passes: 'Niemand kann mehr legen.',
    last_mandalas: 'Das letzte Mandala ist aufgelöst.',
  },

  scoring: 'Wertung',
  stepSingles: 'Einzelne Plättchen zählen ihre Zahl; ein einzelnes ×3 zählt nichts.',
  stepFlowers:
    'Eine Blume zählt ihre kleinere Zahl doppelt und die größere einfach. Mit ×3 zählt das andere Plättchen dreifach.',
  stepTie: 'Gleichstand: Es gewinnt, wer mehr Karten auf der Hand hat.',
  stepShared: 'Immer noch gleich: Der Sieg wird geteilt.',
  tieBroken: (counts) => `Gleich viele Punkte, also gewinnen mehr Karten auf der Hand: ${counts}.`,
  tieStays: (counts) => `Gleich viele Punkte und gleich viele Karten auf der Hand: ${counts}.`,
  winner: (all) =>
    all.length === 1
      ? `${does(all[0]!, 'hast', 'hat')} gewonnen!`
      : `${list(all.map(who))} teilen sich den Sieg!`,

  options: {
    beginner: {
      title: 'Wer beginnt',
      values: {
        lot: 'Das Los entscheidet',
        '0': 'Der erste Platz',
        '1': 'Der zweite Platz',
        '2': 'Der dritte Platz',
        '3': 'Der vierte Platz',
      },
    },
    final_mandalas: {
      title: 'Die letzten Mandalas',
      values: {
        all: 'Werden am Ende immer aufgelöst',
        tiles_out_only: 'Werden nur aufgelöst, wenn die Plättchen ausgehen',
      },
    },
    memory_aid: {
      title: 'Gedächtnishilfe',
      values: { off: 'Aus: wie am Tisch', on: 'An: zeigt, was sich alle merken könnten' },
    },
  },
  about:
    'Du legst Karten einer Farbe an eines von drei Mandalas. Zeigt ein Mandala alle sechs Farben, wird es aufgelöst: Wer dort die meisten Karten hat, wählt eines der beiden Blumenplättchen, das andere geht an den Zweiten. Zwei Plättchen einer Farbe werden zur Blume und zählen viel mehr. Legst du eine einzige Karte, ziehst du nach; legst du viele, gewinnst du Boden, doch deine Hand schmilzt dahin.',
};
