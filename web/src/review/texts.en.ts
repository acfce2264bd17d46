/** The texts of the review in English. */
import type { Someone } from '../games/game-ui.ts';
import { plural } from '../i18n/plural.ts';
import type { PartName } from './identity.ts';
import type { Mark } from './mistakes.ts';

const THE_OTHERS: Someone = { name: 'the others', you: false };
const luckOf = (who: Someone) => (who.you ? 'Your luck' : `Luck of ${who.name}`);
const mistakesOf = (who: Someone) => (who.you ? 'Your mistakes' : `Mistakes of ${who.name}`);

export const en = {
  title: (game: string) => `Review: ${game}`,
  toTable: 'To the table',
  replay: 'Replay',
  result: 'Result',
  whose: 'Whose game',
  sections: { summary: 'Summary', move: 'This move', moves: 'All moves' },

  // Before there is a review
  absentTitle: 'What decided this game?',
  absent:
    'A review looks at every decision, from what its player could know: what it cost, what was better, and what was only luck.',
  absentDeep: 'A deep review plays out many more continuations. It takes a minute or two.',
  ask: 'Review this game',
  askDeep: 'Review deeply',
  waitingTitle: 'The review waits for its turn',
  waiting: 'Other games come first. Leave this page to cancel.',
  runningTitle: 'Reviewing the game …',
  running: (done: number, total: number) => `${done} of ${total} steps done. Leave this page to cancel.`,
  progress: 'Progress of the review',
  failedTitle: 'The review was not finished',
  refusedTitle: 'There is no review of this game',
  deeper: 'Review more deeply',
  deepRunning: 'Reviewing more deeply …',
  isDeep: 'This is a deep review.',
  picture: 'Picture to share',

  // The summary
  like: (level: string) => `Like ${level}`,
  between: (lower: string, higher: string) => `Between ${lower} and ${higher}`,
  likeOrStronger: (level: string) => `Like ${level}, or stronger`,
  likeOrWeaker: (level: string) => `Like ${level}, or weaker`,
  uncalibrated: 'Loss per decision',
  noneCounted: 'Nothing to judge',
  howPlayed: ({ name, you }: Someone) => `How ${you ? 'you' : name} played`,
  lossEach: (loss: string, error: string, points: string) =>
    `${loss} (± ${error}) of the chance to win lost per decision, or ${points} points.`,
  counted: (counted: number, all: number, forced: number, even: number) => {
    const out = [
      ...(forced ? [`${forced} had only one move`] : []),
      ...(even ? [`in ${even} nothing made a difference`] : []),
    ];
    return `${counted} of ${plural(all, 'decision', 'decisions')} counted${out.length ? `: ${out.join(', ')}` : ''}.`;
  },
  marks: {
    inaccuracy: 'inaccuracy',
    mistake: 'mistake',
    blunder: 'blunder',
    only_move: 'only good move, found',
  } as Record<Mark, string>,
  marksCount: (mark: Mark, count: number) =>
    ({
      inaccuracy: plural(count, 'inaccuracy', 'inaccuracies'),
      mistake: plural(count, 'mistake', 'mistakes'),
      blunder: plural(count, 'blunder', 'blunders'),
      only_move: plural(count, 'only good move found', 'only good moves found'),
    })[mark],
  noMarks: 'No mistake that can be told from chance.',
  small: 'small loss',

  lessons: 'What to take away',
  noLessons: 'There is no costly move to learn from. Well played!',
  lessonCost: (by: Someone, loss: string, points: string | null) =>
    `${by.you ? 'You' : by.name} lost ${loss} of the chance to win here${points ? `, or ${points} points` : ''}.`,
  better: (move: string) => `Better: ${move}`,
  shareReason: (clause: string, played: string, better: string) =>
    `After this move, ${clause} in ${played} of the continuations; after the better one, in ${better}.`,
  amountReason: (clause: string, played: string, better: string) =>
    `${clause}, on average: ${played} after this move, ${better} after the better one.`,
  /** Of a hint, which is better than another move. */
  hintShareReason: (clause: string, other: string, best: string) =>
    `After it, ${clause} in ${best} of the continuations; after the other one, in ${other}.`,
  hintAmountReason: (clause: string, other: string, best: string) =>
    `${clause}, on average: ${best} after it, ${other} after the other one.`,
  edit: 'Edit this position',
  playOn: {
    title: 'Play on from here',
    line: 'You continue from this position against bots. It is practice: the game counts nowhere.',
    dealtAgain: 'What your seat could not see is dealt again, so that you know no more than it did then.',
    seat: 'Your seat',
    against: 'Against',
    start: 'Start',
  },
  manyThings: 'No single reason: many small things add up.',
  lookAt: 'Look at it',
  tryAll: (count: number) => `Try ${plural(count, 'mistake', 'mistakes')} again`,

  identity: 'Where the result came from',
  inChances: 'Chance to win',
  inPoints: 'Points',
  start: 'At the start',
  finish: 'Result',
  /** `other` is null if there are several. */
  parts: (who: Someone, other: Someone | null): Record<PartName, string> => ({
    luck: luckOf(who),
    others_luck: luckOf(other ?? THE_OTHERS),
    losses: mistakesOf(who),
    others_losses: mistakesOf(other ?? THE_OTHERS),
    unplayed: 'What was not played',
    hidden: 'Hidden cards',
  }),
  others: THE_OTHERS.name,
  another: 'another player',
  hiddenWhy: 'Hidden cards: what nobody could know, and what the estimates missed.',
  unplayedWhy:
    'What was not played: the game ended early, and the result counts as it stands, whatever the last position was worth.',
  endedEarly: {
    resigned: 'The game ended early, by resignation.',
    time: 'The game ended early, on time.',
  } as Record<string, string>,
  decidedMost: (part: string, change: string) => `What mattered most: ${part} (${change}).`,
  percentUnit: (value: string) => `${value}%`,

  luck: 'Luck',
  deal: (change: string) => `The deal: ${change}`,
  luckiest: 'Luckiest draw',
  unluckiest: 'Unluckiest draw',
  noDraws: 'Nothing was drawn that changed much.',
  adjusted: (result: string) =>
    `Without the luck of the draws, the result would be worth ${result} of a win.`,
  drawLuck: (who: Someone, change: string, error: string) =>
    `The draw after this move: ${change} (± ${error}) luck for ${who.you ? 'you' : who.name}.`,

  byKind: 'By kind of move',
  byPhase: 'By phase',
  phases: { opening: 'opening', middle: 'middle', end: 'end' } as Record<string, string>,
  shareOf: (loss: string, counted: number) => `${loss} in ${plural(counted, 'decision', 'decisions')}`,
  engine: (name: string, version: number, simulations: number, rules: number) =>
    `Judged by ${name} ${version} with ${simulations} simulations, rules ${rules}. Compare only reviews by the same engine.`,

  // The chart and the steps
  chart: 'Chances to win',
  chartKeys: 'Arrow keys go from move to move, with Shift from mistake to mistake.',
  chartSays: (who: Someone, lowest: string, lowestAt: number, highest: string, highestAt: number) =>
    `${who.you ? 'Your' : `${who.name}’s`} chance was lowest before move ${lowestAt} (${lowest}) and highest before move ${highestAt} (${highest}).`,
  at: (ply: number, last: number) => `Move ${ply} of ${last}`,
  theEnd: 'End of the game',
  chances: (name: string, chance: string) => `${name} ${chance}`,
  back: 'Previous move',
  on: 'Next move',
  backMistake: 'Previous mistake',
  onMistake: 'Next mistake',
  threshold: (loss: string) => `Mistakes from a loss of ${loss}`,
  shown: (who: Someone, count: number) => `${who.you ? 'yours' : `${who.name}’s`}: ${count || 'none'}`,

  // A decision
  endLine: 'This is the final position. Go back to a move to see what was better.',
  chosen: (who: Someone) => (who.you ? 'You played' : `${who.name} played`),
  known: (who: Someone) => `From what ${who.you ? 'you' : who.name} knew`,
  open: 'With open cards',
  viewpoint: 'Viewpoint',
  lost: (loss: string, error: string, points: string) => `−${loss} (± ${error}), ${points} points.`,
  lostExactly: (points: string) => `${points} points, exactly.`,
  lostNothing: 'The best move.',
  lostNoise: 'No loss that can be told from chance.',
  forced: 'The only legal move: it does not count.',
  noDifference: 'No move made a difference that can be told from chance: it does not count.',
  punished: 'The others made use of it.',
  unpunished: 'The others did not make use of it.',
  rank: (rank: number, moves: number) =>
    rank === 1 ? `Best of ${plural(moves, 'move', 'moves')}` : `Number ${rank} of ${moves} moves`,
  candidates: 'Moves',
  unlisted: (count: number) => `${plural(count, 'weaker move is', 'weaker moves are')} not listed.`,
  disagree:
    'The best move is the one that a deeper search prefers. A move with a higher chance here loses nothing.',
  played: 'played',
  best: 'best',
  exact: 'exact',
  exactLong: 'Solved: these margins are exact.',
  exactMargin: (points: string) => `${points} points`,
  chance: (chance: string, error: string) => `${chance} ± ${error}`,
  showLine: 'Play out the line',
  line: (step: number, steps: number) => `Line, step ${step} of ${steps}`,
  lineStart: 'The position before the move',
  lineBack: 'Step back',
  lineOn: 'Next step',
  lineClose: 'Back to the game',
  lineStopped: 'Here the expected line does not fit the real cards.',
  lineWhy: 'Shown with open cards. What is drawn differs from the game.',
  openBest: (move: string, loss: string) =>
    `Whoever saw all cards would play: ${move}. That is ${loss} better than the move made.`,
  openSame: 'Also with open cards, no listed move is better.',
  openWhy: 'No reproach: nobody could know this.',

  // Trying again
  tryAgain: 'Try again',
  tryTitle: (at: number, of: number) => `Find a better move (${at} of ${of})`,
  tryLine: (loss: string) => `Choose a move that loses less than ${loss}. You see what you knew then.`,
  tryPick: 'Choose a move, here or on the board. Every legal move can be tried.',
  tryIllegal: 'The rules do not allow that move here.',
  tryJudging: (move: string) => `${move} is being judged …`,
  tryRight: (move: string) => `Yes! ${move} is good.`,
  tryBest: (move: string) => `Yes! ${move} is the best move.`,
  tryWrong: (move: string, loss: string) => `${move} loses ${loss}. Try another one.`,
  trySame: (move: string) => `${move} is what was played. Try another one.`,
  tryReveal: 'Show the answer',
  tryWhy: 'See why',
  tryNext: 'Next mistake',
  tryStop: 'Stop trying',
};

export type ReviewTexts = typeof en;
