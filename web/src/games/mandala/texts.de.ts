/** Die Texte von Mandala auf Deutsch. */
import { andList, capitalised, orList } from '../../i18n/languages.ts';
import { colourWords } from '../../i18n/colour-words.ts';
import type { Colour } from '../../lib/colours.ts';
import { stacks, type Cards } from './cards.ts';
import type { Target } from './moves.ts';
import type { Texts } from './texts.en.ts';

const { cards, anyCards, name } = colourWords.de;
const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;
const cardCount = (count: number) => many(count, 'Karte', 'Karten');
const contents = (all: Cards) => {
  const parts = stacks(all).map(({ colour, count }) => `${count} ${name[colour]}`);
  return parts.length ? andList(parts, 'de') : 'leer';
};
const colours = (all: string) =>
  andList(
    [...all].map((colour) => name[colour as Colour]),
    'de',
  );

const TARGET_NAMES: Record<Target, string> = {
  M1: 'in Zentrum 1',
  M2: 'in Zentrum 2',
  F1: 'auf dein Feld 1',
  F2: 'auf dein Feld 2',
  D: 'auf den Ablagestapel',
};

export const de: Texts = {
  mandala: (mandala) => `Mandala ${mandala}`,
  stillMissing: (missing) => `es ${missing.length === 1 ? 'fehlt' : 'fehlen'} noch ${colours(missing)}`,
  complete: 'vollständig, wird aufgelöst',
  mountain: (mandala, all) => `Zentrum ${mandala}: ${contents(all)}`,
  ownField: (mandala, all) => `Dein Feld ${mandala}: ${contents(all)}`,
  fieldOf: (who, mandala, all) => `Feld ${mandala} von ${who}: ${contents(all)}`,
  yourField: 'dein Feld',
  theirField: (who) => `Feld von ${who}`,
  piles: 'Stapel',
  drawPile: 'Zugstapel',
  discardPile: 'Ablagestapel',
  cardsLeft: cardCount,
  discardHolds: (all) => `Ablagestapel: ${contents(all)}`,
  ending: 'Letztes Mandala',
  endingLong: 'Der Zugstapel ist leer geworden: Mit dem nächsten vollständigen Mandala endet die Partie.',
  discards: (count, limit) => `Abwürfe in Folge: ${count} von ${limit}`,
  discardsLong: (count, limit) =>
    `Abwürfe in Folge: ${count} von ${limit}. Nach ${limit} endet die Partie sofort; eine Karte im Zentrum oder auf einem Feld lässt die Zählung neu beginnen.`,
  river: (who) => `Fluss von ${who}`,
  yourRiver: 'Dein Fluss',
  riverPlace: (place, colour, cup) => {
    const what = colour ? name[colour] : 'frei';
    return `Platz ${place}: ${what}${colour && cup !== null ? `, ${cardCount(cup)} im Kelch` : ''}`;
  },
  cupHolds: (count) => `Kelch: ${cardCount(count)}`,
  cupIdle: (all) => `Nicht im Fluss und darum noch nichts wert: ${contents(all)}`,
  points: (points) => many(points, 'Punkt', 'Punkte'),
  pointsHidden: '? Punkte',
  hand: 'Deine Hand',
  openHandOf: (who, all) => `Hand von ${who}: ${contents(all)}`,
  handOf: (who, count) => `Hand von ${who}: ${cardCount(count)}`,
  handStack: (count, colour) => capitalised(cards(count, colour)),
  handStackDrawn: (count, colour, drawn) =>
    `${capitalised(cards(count, colour))}, davon ${drawn} eben gezogen`,
  earlier: (colour) => `${name[colour]} in der Hand nach links rücken`,
  later: (colour) => `${name[colour]} in der Hand nach rechts rücken`,
  placeAtMountain: (mandala, colour) => `${capitalised(cards(1, colour))} ins Zentrum ${mandala} legen`,
  placeAtField: (mandala, colour) => `${name[colour]} auf dein Feld ${mandala} legen`,
  placeAtDiscard: (colour) => `${name[colour]} abwerfen`,
  notHere: (label) => `${label} (nicht erlaubt; drück hier, um zu sehen, warum)`,
  take: (count, colour) => `${capitalised(cards(count, colour))} nehmen`,
  howMany: 'Wie viele Karten',
  fewer: 'Eine Karte weniger',
  another: 'Eine Karte mehr',
  settle: 'So viele spielen',

  youPlay: 'Spiel eine Karte in ein Zentrum oder Karten auf eines deiner Felder, oder wirf Karten ab.',
  youPlace: (colour, places) =>
    places.length
      ? `${name[colour]} darf ${orList(
          places.map((place) => TARGET_NAMES[place]),
          'de',
        )}.`
      : `Für ${name[colour]} gibt es gerade keinen Platz.`,
  youTake: (mandala) => `Mandala ${mandala} ist vollständig: Nimm dir eine Farbe aus seinem Zentrum.`,
  theyPlay: (who) => `${who} überlegt.`,
  theyTake: (who, mandala) => `${who} nimmt sich eine Farbe aus Zentrum ${mandala}.`,
  over: 'Die Partie ist zu Ende.',
  lastOne: 'Mit dem nächsten vollständigen Mandala endet die Partie.',

  toMountain: (colour, mandala) => `${capitalised(cards(1, colour))} in Zentrum ${mandala}`,
  toField: (count, colour, mandala) => `${capitalised(cards(count, colour))} auf dein Feld ${mandala}`,
  toDiscard: (count, colour) => `${capitalised(cards(count, colour))} abwerfen`,
  takes: (count, colour) => `${capitalised(cards(count, colour))} nehmen`,
  toRiver: (place, rest) =>
    `Eine Karte kommt auf Flussplatz ${place}${rest ? `, ${anyCards(rest)} in den Kelch` : ''}.`,
  toCup: (count) => `${capitalised(anyCards(count))} ${count === 1 ? 'kommt' : 'kommen'} in den Kelch.`,
  allToDiscard: (count) =>
    `${capitalised(anyCards(count))} ${count === 1 ? 'kommt' : 'kommen'} auf den Ablagestapel, weil dein Feld dort leer ist.`,

  told: {
    mountain: (who, you, colour, mandala) =>
      `${who} ${you ? 'spielst' : 'spielt'} ${cards(1, colour)} in Zentrum ${mandala}.`,
    field: (who, you, count, colour, mandala) =>
      `${who} ${you ? 'spielst' : 'spielt'} ${cards(count, colour)} auf ${you ? 'dein' : 'das eigene'} Feld ${mandala}.`,
    discard: (who, you, count, colour) => `${who} ${you ? 'wirfst' : 'wirft'} ${cards(count, colour)} ab.`,
    draw: (who, you, count) =>
      count
        ? `${who} ${you ? 'ziehst' : 'zieht'} ${anyCards(count)}.`
        : `${who} ${you ? 'kannst' : 'kann'} keine Karte ziehen.`,
    drew: (all) => `Du ziehst ${contents(all)}.`,
    complete: (mandala, who, you) =>
      `Mandala ${mandala} ist vollständig. ${who} ${you ? 'nimmst' : 'nimmt'} zuerst.`,
    takeRiver: (who, you, count, colour, place) =>
      `${who} ${you ? 'nimmst' : 'nimmt'} ${cards(count, colour)}; ${name[colour]} kommt auf Flussplatz ${place}.`,
    takeCup: (who, you, count, colour) =>
      `${who} ${you ? 'nimmst' : 'nimmt'} ${cards(count, colour)} in den Kelch.`,
    takeDiscard: (who, you, count, colour) =>
      `${who} ${you ? 'nimmst' : 'nimmt'} ${cards(count, colour)} und ${you ? 'legst' : 'legt'} sie ab: Das Feld war leer.`,
    clear: (mandala, all) => `Die Felder von Mandala ${mandala} werden abgeräumt: ${contents(all)}.`,
    clearNone: (mandala) => `Die Felder von Mandala ${mandala} waren leer.`,
    refill: (mandala, all) => `Neu in Zentrum ${mandala}: ${contents(all)}.`,
    refillNone: (mandala) => `Für Zentrum ${mandala} ist keine Karte mehr da.`,
    reshuffle: (size) =>
      `Der Zugstapel ist leer geworden. ${capitalised(anyCards(size))} ${size === 1 ? 'wird' : 'werden'} zum neuen gemischt; mit dem nächsten vollständigen Mandala endet die Partie.`,
    end: {
      sixth_colour: 'Ein Fluss hat seine sechste Farbe: Die Partie ist zu Ende.',
      draw_pile: 'Das letzte Mandala ist aufgelöst: Die Partie ist zu Ende.',
      idle: 'Zwanzigmal in Folge wurde nur abgeworfen: Die Partie ist zu Ende.',
    },
    ended: 'Die Partie ist zu Ende.',
    wins: (who, you) => `${who} ${you ? 'gewinnst' : 'gewinnt'}.`,
    shared: 'Ihr teilt euch den Sieg.',
    sharedBy: (all) => `${andList(all, 'de')} teilen sich den Sieg.`,
  },
  You: 'Du',

  scoring: 'Wertung',
  placeHead: 'Flussplatz',
  scoringHead: (place) => `Flussplatz ${place}`,
  placeRow: (count, place) => `${count} × ${place}`,
  placeFree: 'frei',
  noPlace: 'Nicht im Fluss',
  sum: 'Summe',
  cupSize: 'Karten im Kelch',
  colourName: (colour) => name[colour],
  tieBreak: 'Gleich viele Punkte: Es gewinnt, wer weniger Karten im Kelch hat.',
  tieBroken: (counts) => `Gleich viele Punkte, also gewinnen weniger Karten im Kelch: ${counts}.`,
  tieStays: (counts) => `Gleich viele Punkte und gleich volle Kelche: ${counts}.`,
  winner: (who, you) => (you ? 'Du gewinnst!' : `${who} gewinnt.`),
  winners: 'Gleich viele Punkte und gleich volle Kelche: Ihr teilt euch den Sieg.',

  about:
    'Zu zweit legt ihr farbige Karten in zwei Mandalas. In der Mitte liegt jeweils das Zentrum, das euch beiden gehört; davor liegt dein Feld, dahinter das deines Gegenübers. Zeigt ein Mandala alle sechs Farben, wird sein Zentrum aufgeteilt, und wer mehr Karten im Feld hat, wählt zuerst. Die erste Karte einer Farbe kommt in deinen Fluss, und ihr Platz dort sagt, was die Farbe für dich wert ist; alle weiteren fallen in deinen Kelch, und nur sie bringen Punkte. So bestimmst du, was dir kostbar ist – und dein Gegenüber bestimmt etwas anderes.',

  options: {
    beginner: {
      title: 'Wer beginnt',
      values: { lot: 'Das Los entscheidet', '0': 'Platz 1', '1': 'Platz 2' },
    },
    memory_aid: {
      title: 'Gedächtnishilfe',
      values: {
        off: 'Aus: Kelche liegen verdeckt',
        on: 'An: Alle sehen, was aus offenen Zentren in einen Kelch kam',
      },
    },
  },
};
