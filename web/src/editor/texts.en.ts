/** The texts of the position editor in English. */
import { plural } from '../i18n/plural.ts';

export const en = {
  titleOf: (game: string) => `Position editor: ${game}`,
  intro:
    'Set up a position, for example from your table at home: the cards as they lie, and unknown ones left unknown. Then ask for the best move, play on, or send the position to a friend.',
  setUp: 'Set up a position',
  noGame: 'There is no such game.',
  toGames: 'Choose a game',

  // What is edited
  players: 'Players',
  seenBy: 'Seen by',
  undo: 'Undo',
  redo: 'Redo',
  start: 'Starting position',
  empty: 'Clear the table',
  places: 'What lies where',
  advanced: 'Rarely needed',
  nothing: 'nothing',
  unknown: 'unknown',
  ofPlayer: (what: string, who: string) => `${what}, ${who}`,
  countOf: (face: string, place: string) => `${face}, ${place}`,
  more: (face: string, place: string) => `One more ${face}: ${place}`,
  fewer: (face: string, place: string) => `One fewer ${face}: ${place}`,
  most: (count: number) => `At most ${count}.`,
  item: (number: number, what: string) => `${number}. ${what}`,
  removeItem: (what: string) => `Remove ${what}`,
  add: (what: string) => `Add ${what}`,
  addChosen: 'Add',
  choose: 'Choose …',
  orderLine: 'The order counts. The arrow keys move an entry, a press removes it.',
  brush: 'What to put down',
  front: (colour: string) => `${colour}, front up`,
  back: (colour: string) => `${colour}, back up`,
  turnOver: 'Turn over',
  field: (name: string, what: string) => `${name}: ${what}`,
  nobody: 'nobody',
  left: 'Left for the draw pile',
  leftCards: (count: number) => plural(count, 'card', 'cards'),
  tooMany: (count: number) => `${count} too many`,
  checkIn: 'The position is valid.',

  // What is wrong
  wrong: 'This position is not possible:',
  wrongAddress: 'The position in the address is not valid. You see the starting position instead.',
  wrongText: 'Nothing was loaded: the position is unchanged.',
  toPlace: (place: string) => `Go to ${place}`,
  rule: (rule: string) => `Rule ${rule}`,
  lastGood: 'The board shows the last valid position.',
  checking: 'Checking …',
  unreachable: 'Your last changes could not be checked.',

  // What to do with it
  best: 'Best move',
  thinking: 'The bot is thinking. This takes about a second …',
  bestIs: (move: string) => `Best move: ${move}`,
  onlyMove: 'There is no other.',
  candidates: 'The moves it looked at',
  over: 'The game is over.',
  turnUnknown: (who: string) =>
    `The cards of ${who} are unknown. Enter them to get the best move, or let another player be to move.`,
  playOn: 'Play on',
  playOnLine: 'You continue from this position. It is practice: the game counts nowhere.',
  dealt: (count: number) => `${plural(count, 'unknown card is', 'unknown cards are')} dealt at the start.`,
  with: 'Against',
  bot: 'a bot',
  friend: 'a friend, by a link',
  level: 'Level',
  yourSeat: 'Your seat',
  fairness: 'You know the cards of your friend that you entered. Leave them unknown for a fair game.',
  begin: 'Start',
  invite: 'Get the link',
  share: 'Share',
  shareTitle: 'Share this position',
  shareText: (game: string) => `A position of ${game}`,

  // As text
  asText: 'As text',
  asTextLine:
    'For experts: copy the position, or paste one. The documentation of each game explains the words.',
  loadText: 'Load',
  copyText: 'Copy',
};

export type EditorTexts = typeof en;
