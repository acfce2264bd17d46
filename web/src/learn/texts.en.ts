/** The texts of the pages under Learn in English. */
import { plural } from '../i18n/plural.ts';

export const en = {
  title: 'Learn the games',
  intro: 'Learn a game by playing it: a tutorial takes about five minutes, on the real board.',
  minutes: (count: number) => plural(count, 'minute', 'minutes'),
  start: 'Start',
  goOn: (step: number, steps: number) => `Go on (${step} of ${steps})`,
  again: 'Once more',
  done: 'Done',
  puzzlesLine: 'Every day a puzzle; what you miss comes back until you know it.',
  editorLine: 'Set up any position, ask for the best move, and play on from it.',
  rules: 'Rules',
  glossary: 'Glossary',
  glossaryOf: (game: string) => `Glossary: ${game}`,
  noTutorials: 'The tutorials could not be loaded. You can read the rules meanwhile.',
  readRule: (rule: string) => `Rule ${rule}`,

  // A tutorial
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  stepShort: (step: number, steps: number) => `${step}/${steps}`,
  next: 'Next',
  back: 'One step back',
  leave: 'Leave the tutorial; you can go on later',
  showMe: 'Show me the move',
  allowed: 'You may do that, but this tutorial goes another way. Try something else.',
  notYet: 'Make the move on the board first.',
  answers: 'Answers',
  chooseFirst: 'Choose an answer first.',
  rightAnswer: 'Right!',
  notFound: 'There is no such tutorial.',
  finishedTitle: 'Well done!',
  finished: 'You know how to play. Try a game of your own: Seed is a kind opponent.',
  firstGame: 'Play against Seed',
  toLearn: 'More to learn',
};

export type LearnTexts = typeof en;
