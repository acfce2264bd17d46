/** All texts of Patterns' board, in both languages. */
import type { Catalogue } from '../../i18n/languages.ts';
import { colourWords, GERMAN_ADJECTIVES as ADJECTIVES } from '../../i18n/colour-words.ts';
import type { Colour } from '../../lib/colours.ts';
import type { Group, Tile } from './fields.ts';

/** The name of a player; null for the viewer. */
export type Who = string | null;

interface Texts {
  board: string;
  you: string;
  /** The dative form of `you`. */
  toYou: string;
  points: (points: number) => string;
  bowl: string;
  bowlOf: (who: Who, colour: Colour | null) => string;
  bowlMine: (colour: Colour) => string;
  bowlGets: (who: Who) => string;
  river: (who: Who) => string;
  place: (place: number) => string;
  placeOf: (place: number, colour: Colour, points: number) => string;
  front: (field: string, colour: Colour) => string;
  back: (tile: Tile, group: Group, who: Who) => string;
  may: Record<'open' | 'swap' | 'flip', string>;
  legend: string;
  group: (who: Who, colour: Colour, tiles: number) => string;
  sum: (group: Group) => string;
  underMarker: string;
  choose: (field: string) => string;
  chooseFlip: string;
  chooseOpen: (colour: Colour) => string;
  chooseSwap: (colour: Colour) => string;
  cancel: string;
  stop: string;
  leftOver: string;
  leftOverHow: string;
  leftOverTile: (colour: Colour) => string;
  justNow: string;

  promptAllot: (beginner: string, youBegin: boolean) => string;
  promptFirst: (colour: Colour) => string;
  promptOpen: (colour: Colour, mayFlip: boolean) => string;
  promptExtend: (colour: Colour, maySwap: boolean, mayFlip: boolean) => string;
  promptLastFlips: string;
  /** The lifted tile, and where it may go. */
  liftedLeftOver: (colour: Colour) => string;
  liftedToOpen: (colour: Colour) => string;
  liftedToExtend: (colour: Colour) => string;
  liftedNowhere: (colour: Colour) => string;
  chooseFirst: (field: string) => string;
  waitAllot: (name: string) => string;
  waitPlay: (name: string) => string;
  waitLastFlips: (name: string) => string;
  overDraw: string;
  overWon: (name: string, you: boolean) => string;

  sayAllot: (gets: { name: string; you: boolean; colour: Colour }[]) => string;
  sayOpen: (field: string, colour: Colour) => string;
  sayMarker: (marker: number) => string;
  saySwap: (field: string, colour: Colour) => string;
  sayFlip: (field: string, colour: Colour) => string;
  sayTaken: (colour: Colour) => string;
  sayStop: string;

  toldAllot: (who: string, you: boolean, beginner: string, first: Colour, second: Colour) => string;
  toldOpen: (
    who: string,
    you: boolean,
    field: string,
    colour: Colour,
    taken: Colour,
    marker: number,
  ) => string;
  toldSwap: (who: string, you: boolean, field: string, colour: Colour, taken: Colour) => string;
  toldFlip: (who: string, you: boolean, field: string, colour: Colour) => string;
  toldStop: (who: string, you: boolean) => string;
  toldNoMoves: (who: string, you: boolean, lastFlips: boolean) => string;
  toldDraw: (points: number) => string;
  toldWon: (who: string, you: boolean, points: number, against: number) => string;

  scoring: string;
  scoringHow: string;
  marker: string;
  noGroup: string;
  total: string;
  winner: (name: string, by: number) => string;
  draw: (points: number) => string;
  /** P12: there is no tie-break. */
  tie: string;

  about: string;
  optionBeginner: string;
  beginnerLot: string;
  beginnerSeat: (place: number) => string;
}

const { name } = colourWords.en;
const an = (colour: Colour) => (colour === 'O' ? 'an' : 'a');
const plural = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;
const verb = (you: boolean, plain: string) => (you ? plain : `${plain}s`);

const en: Texts = {
  board: 'The mandala',
  you: 'You',
  toYou: 'you',
  points: (points) => plural(points, 'point', 'points'),
  bowl: 'Bowl',
  bowlOf: (who, colour) =>
    `${who === null ? 'Your bowl' : `Bowl of ${who}`}: ${colour ? `${name[colour]} swap tile` : 'empty'}`,
  bowlMine: (colour) => `Your bowl: ${name[colour]} swap tile. Pick it up`,
  bowlGets: (who) => `Put the tile in ${who === null ? 'your bowl' : `the bowl of ${who}`}`,
  river: (who) => (who === null ? 'Your river' : `River of ${who}`),
  place: (place) => `Place ${place}: no group yet`,
  placeOf: (place, colour, points) =>
    `Place ${place}: ${name[colour]} group, ${plural(points, 'point', 'points')}`,
  front: (field, colour) => `${field}: ${name[colour]}, front up`,
  back: ({ field, colour, marker }, group, who) =>
    `${field}: ${marker ? `marker ${marker} on ` : ''}${who === null ? `your ${name[colour]} group` : `the ${name[colour]} group of ${who}`}, ${plural(group.fields.length, 'tile', 'tiles')}, ${plural(group.points, 'point', 'points')}`,
  may: { open: 'open', swap: 'swap', flip: 'flip' },
  legend: 'Legend',
  group: (who, colour, tiles) => `${who ?? 'You'}, ${name[colour]}: ${plural(tiles, 'tile', 'tiles')}`,
  sum: ({ counted, marker, points }) => `${counted} × ${marker} = ${points}`,
  underMarker: 'The one under the marker does not count.',
  choose: (field) => `Two moves on ${field}`,
  chooseFlip: 'Turn it over',
  chooseOpen: (colour) => `Open ${name[colour]} here`,
  chooseSwap: (colour) => `Put ${name[colour]} here`,
  cancel: 'Cancel',
  stop: 'Stop flipping',
  leftOver: 'The two tiles left over',
  leftOverHow: 'Pick a tile, then a bowl.',
  leftOverTile: (colour) => `${name[colour]} tile left over`,
  justNow: 'just now',

  promptAllot: (beginner, youBegin) =>
    `Share out the two tiles left over. ${youBegin ? 'You begin' : `${beginner} begins`}.`,
  promptFirst: (colour) => `Open your first group: put your ${name[colour]} tile on any field.`,
  promptOpen: (colour, mayFlip) =>
    `Open a group with your ${name[colour]} tile${mayFlip ? ', or turn over a tile beside one of your groups' : ''}.`,
  promptExtend: (colour, maySwap, mayFlip) => {
    const swap = `swap in your ${name[colour]} tile beside ${name[colour]}`;
    if (maySwap && !mayFlip) return `Extend a group: ${swap}.`;
    return `Extend a group: turn over a tile beside it${maySwap ? `, or ${swap}` : ''}.`;
  },
  liftedLeftOver: (colour) => `Put the ${name[colour]} tile in a bowl; the other tile goes to the other one.`,
  liftedToOpen: (colour) =>
    `Place your ${name[colour]} tile: open a new group in place of any front-up tile that is marked.`,
  liftedToExtend: (colour) =>
    `Place your ${name[colour]} tile: extend your ${name[colour]} group on a marked field beside it.`,
  liftedNowhere: (colour) =>
    `There is no place for your ${name[colour]} tile now: turn over a tile beside one of your groups.`,
  chooseFirst: (field) => `Two moves are possible on ${field}: choose one of them.`,
  promptLastFlips: 'Last flips: turn over as many tiles as you like, then stop.',
  waitAllot: (who) => `${who} is sharing out the two tiles left over.`,
  waitPlay: (who) => `It is ${who}’s turn.`,
  waitLastFlips: (who) => `${who} may make the last flips.`,
  overDraw: 'The game is over: a draw.',
  overWon: (who, you) => `The game is over: ${you ? 'you have' : `${who} has`} won.`,

  sayAllot: (gets) =>
    `${gets.map((one) => `${one.you ? 'you get' : `${one.name} gets`} ${name[one.colour]}`).join(', ')}.`.replace(
      /^y/,
      'Y',
    ),
  sayOpen: (field, colour) => `Open ${an(colour)} ${name[colour]} group on ${field}.`,
  sayMarker: (marker) => `It gets marker ${marker}.`,
  saySwap: (field, colour) => `Put your ${name[colour]} tile on ${field}.`,
  sayFlip: (field, colour) => `Turn over the ${name[colour]} tile on ${field}.`,
  sayTaken: (colour) => `Your new swap tile is ${name[colour]}.`,
  sayStop: 'Stop flipping. The game ends and is scored.',

  toldAllot: (who, you, beginner, first, second) =>
    `${who} ${verb(you, 'give')} ${beginner} ${colourWords.en.tile(first)} and ${verb(you, 'keep')} ${colourWords.en.tile(second)}.`,
  toldOpen: (who, you, field, colour, taken, marker) =>
    `${who} ${verb(you, 'open')} ${an(colour)} ${name[colour]} group on ${field} with marker ${marker} and ${verb(you, 'take')} ${name[taken]}.`,
  toldSwap: (who, you, field, colour, taken) =>
    `${who} ${verb(you, 'swap')} in ${name[colour]} on ${field} and ${verb(you, 'take')} ${name[taken]}.`,
  toldFlip: (who, you, field, colour) => `${who} ${verb(you, 'flip')} ${name[colour]} on ${field}.`,
  toldStop: (who, you) => `${who} ${verb(you, 'stop')} flipping.`,
  toldNoMoves: (who, _, lastFlips) =>
    `${who} cannot move any more${lastFlips ? '; the other player may still flip' : ''}.`,
  toldDraw: (points) => `A draw: ${plural(points, 'point', 'points')} each.`,
  toldWon: (who, you, points, against) => `${who} ${you ? 'win' : 'wins'}, ${points} to ${against}.`,

  scoring: 'Scoring',
  scoringHow:
    'Each group counts its tiles, but not the one under the marker, times the number on the marker.',
  marker: 'Marker',
  noGroup: 'no group',
  total: 'Total',
  winner: (who, by) => `${who} wins by ${plural(by, 'point', 'points')}.`,
  draw: (points) => `A draw, with ${plural(points, 'point', 'points')} each. One more?`,
  tie: 'Equal points are a draw: nothing else decides.',

  about:
    'Two players, nothing hidden. The mandala is full of coloured tiles. You put your swap tile in the place of another one to open a group of its colour, and make your groups grow by turning tiles over or swapping yours in. A group that you open later is worth more, but has less time to grow.',
  optionBeginner: 'First player',
  beginnerLot: 'Random',
  beginnerSeat: (place) => `Seat ${place}`,
};

const german = colourWords.de;
const punkte = (count: number) => plural(count, 'Punkt', 'Punkte');
const plättchen = (count: number) => `${count} Plättchen`;
/** “rotes”, as in „ein rotes Plättchen“. */
const s = (colour: Colour) => `${ADJECTIVES[colour]}s`;
/** “roten”, as in „mit deinem roten Plättchen“. */
const n = (colour: Colour) => `${ADJECTIVES[colour]}n`;

const de: Texts = {
  board: 'Das Mandala',
  you: 'Du',
  toYou: 'dir',
  points: punkte,
  bowl: 'Schale',
  bowlOf: (who, colour) =>
    `${who === null ? 'Deine Schale' : `Schale von ${who}`}: ${colour ? `${s(colour)} Tauschplättchen` : 'leer'}`,
  bowlMine: (colour) => `Deine Schale: ${s(colour)} Tauschplättchen. Aufnehmen`,
  bowlGets: (who) => `Das Plättchen in ${who === null ? 'deine Schale' : `die Schale von ${who}`} legen`,
  river: (who) => (who === null ? 'Dein Fluss' : `Fluss von ${who}`),
  place: (place) => `Platz ${place}: noch keine Gruppe`,
  placeOf: (place, colour, points) => `Platz ${place}: ${ADJECTIVES[colour]} Gruppe, ${punkte(points)}`,
  front: (field, colour) => `${field}: ${german.name[colour]}, Vorderseite oben`,
  back: ({ field, colour, marker }, group, who) =>
    `${field}: ${marker ? `Marker ${marker}, ` : ''}${who === null ? `deine ${ADJECTIVES[colour]} Gruppe` : `${german.name[colour]} von ${who}`}, ${plättchen(group.fields.length)}, ${punkte(group.points)}`,
  may: { open: 'eröffnen', swap: 'austauschen', flip: 'umdrehen' },
  legend: 'Was die Zeichen bedeuten',
  group: (who, colour, tiles) => `${who ?? 'Du'}, ${german.name[colour]}: ${plättchen(tiles)}`,
  sum: ({ counted, marker, points }) => `${counted} × ${marker} = ${points}`,
  underMarker: 'Das unter dem Marker zählt nicht.',
  choose: (field) => `Auf ${field} geht beides`,
  chooseFlip: 'Umdrehen',
  chooseOpen: (colour) => `${german.name[colour]} eröffnen`,
  chooseSwap: (colour) => `${german.name[colour]} hierher`,
  cancel: 'Abbrechen',
  stop: 'Genug umgedreht',
  leftOver: 'Die zwei übrigen Plättchen',
  leftOverHow: 'Wähle ein Plättchen, dann eine Schale.',
  leftOverTile: (colour) => `Übriges ${s(colour)} Plättchen`,
  justNow: 'gerade eben',

  promptAllot: (beginner, youBegin) =>
    `Verteile die zwei übrigen Plättchen. ${youBegin ? 'Du beginnst' : `${beginner} beginnt`}.`,
  promptFirst: (colour) => `Eröffne deine erste Gruppe: Leg dein ${s(colour)} Plättchen auf irgendein Feld.`,
  promptOpen: (colour, mayFlip) =>
    `Eröffne eine Gruppe mit deinem ${n(colour)} Plättchen${mayFlip ? ', oder dreh eines neben einer deiner Gruppen um' : ''}.`,
  promptExtend: (colour, maySwap, mayFlip) => {
    const swap = `ausche dein ${s(colour)} Plättchen neben ${german.name[colour]} ein`;
    if (maySwap && !mayFlip) return `Erweitere eine Gruppe: T${swap}.`;
    return `Erweitere eine Gruppe: Dreh ein Plättchen neben ihr um${maySwap ? `, oder t${swap}` : ''}.`;
  },
  liftedLeftOver: (colour) =>
    `Leg das ${ADJECTIVES[colour]} Plättchen in eine Schale; das andere kommt in die andere.`,
  liftedToOpen: (colour) =>
    `Leg dein ${s(colour)} Plättchen: Eröffne eine Gruppe auf irgendeinem markierten Feld mit Vorderseite oben.`,
  liftedToExtend: (colour) =>
    `Leg dein ${s(colour)} Plättchen: Erweitere deine ${ADJECTIVES[colour]} Gruppe auf einem markierten Feld neben ihr.`,
  liftedNowhere: (colour) =>
    `Für dein ${s(colour)} Plättchen ist gerade kein Platz: Dreh eines neben einer deiner Gruppen um.`,
  chooseFirst: (field) => `Auf ${field} sind zwei Züge möglich: Wähle einen davon.`,
  promptLastFlips: 'Zum Schluss: Dreh noch so viele Plättchen um, wie du magst, dann hör auf.',
  waitAllot: (who) => `${who} verteilt die zwei übrigen Plättchen.`,
  waitPlay: (who) => `${who} ist am Zug.`,
  waitLastFlips: (who) => `${who} darf zum Schluss noch Plättchen umdrehen.`,
  overDraw: 'Das Spiel ist aus: unentschieden.',
  overWon: (who, you) => `Das Spiel ist aus: ${you ? 'Du hast' : `${who} hat`} gewonnen.`,

  sayAllot: (gets) =>
    `${gets.map((one) => `${one.you ? 'du bekommst' : `${one.name} bekommt`} ${german.name[one.colour]}`).join(', ')}.`.replace(
      /^d/,
      'D',
    ),
  sayOpen: (field, colour) => `Eröffne auf ${field} eine ${ADJECTIVES[colour]} Gruppe.`,
  sayMarker: (marker) => `Sie bekommt Marker ${marker}.`,
  saySwap: (field, colour) => `Leg dein ${s(colour)} Plättchen auf ${field}.`,
  sayFlip: (field, colour) => `Dreh das ${ADJECTIVES[colour]} Plättchen auf ${field} um.`,
  sayTaken: (colour) => `Dein neues Tauschplättchen ist ${german.name[colour]}.`,
  sayStop: 'Hör auf umzudrehen. Das Spiel endet und wird gewertet.',

  toldAllot: (who, you, beginner, first, second) =>
    `${who} ${you ? 'gibst' : 'gibt'} ${beginner} ${german.tile(first)} und ${you ? 'behältst' : 'behält'} ${german.tile(second)}.`,
  toldOpen: (who, you, field, colour, taken, marker) =>
    `${who} ${you ? 'eröffnest' : 'eröffnet'} auf ${field} eine ${ADJECTIVES[colour]} Gruppe mit Marker ${marker} und ${you ? 'nimmst' : 'nimmt'} ${german.name[taken]}.`,
  toldSwap: (who, you, field, colour, taken) =>
    `${who} ${you ? 'tauschst' : 'tauscht'} auf ${field} ${german.name[colour]} gegen ${german.name[taken]}.`,
  toldFlip: (who, you, field, colour) =>
    `${who} ${you ? 'drehst' : 'dreht'} auf ${field} ${german.name[colour]} um.`,
  toldStop: (who, you) => `${who} ${you ? 'hörst' : 'hört'} auf umzudrehen.`,
  toldNoMoves: (who, you, lastFlips) =>
    `${who} ${you ? 'kannst' : 'kann'} nicht mehr ziehen${lastFlips ? '; zum Schluss darf die andere Seite noch umdrehen' : ''}.`,
  toldDraw: (points) => `Unentschieden mit je ${plural(points, 'Punkt', 'Punkten')}.`,
  toldWon: (who, you, points, against) =>
    `${who} ${you ? 'gewinnst' : 'gewinnt'} mit ${points} zu ${against}.`,

  scoring: 'Wertung',
  scoringHow: 'Jede Gruppe zählt ihre Plättchen, ohne das unter dem Marker, mal die Zahl des Markers.',
  marker: 'Marker',
  noGroup: 'keine Gruppe',
  total: 'Summe',
  winner: (who, by) => `${who} gewinnt mit ${plural(by, 'Punkt', 'Punkten')} Vorsprung.`,
  draw: (points) => `Unentschieden mit je ${plural(points, 'Punkt', 'Punkten')}. Noch eine Runde?`,
  tie: 'Gleich viele Punkte sind ein Unentschieden: Nichts anderes entscheidet.',

  about:
    'Zu zweit, und nichts ist verborgen. Das Mandala liegt voll farbiger Plättchen. Du legst dein Tauschplättchen an die Stelle eines anderen und eröffnest so eine Gruppe seiner Farbe; deine Gruppen wachsen, indem du Plättchen umdrehst oder deines eintauschst. Was du später eröffnest, zählt mehr, hat aber weniger Zeit zu wachsen.',
  optionBeginner: 'Wer beginnt',
  beginnerLot: 'Das Los entscheidet',
  beginnerSeat: (place) => `Platz ${place}`,
};

export const texts: Catalogue<Texts> = { en, de };
