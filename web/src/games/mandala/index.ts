/** The user interface of Mandala. */
import type { GameUI } from '../game-ui.ts';
import { illegalMoveSentence } from '../illegal-moves.ts';
import { loadPictures } from '../pictures.ts';
import Board from './Board.svelte';
import Scoring from './Scoring.svelte';
import { captions } from './captions.ts';
import { glossary } from '../../generated/mandala.ts';
import { illegalMoves } from './illegal-moves.ts';
import { labels } from './labels.ts';
import { pieces } from './cards.ts';
import { without } from './in-flight.ts';
import { rules } from './rules.ts';
import { describeMove, describePreview, prompt, describeEvent } from './sentences.ts';
import { texts } from './texts.ts';

export const gameUI: GameUI<'mandala'> = {
  Board,
  Scoring,
  pieces,
  without,
  prompt,
  describeMove,
  describePreview,
  describeEvent,
  describeIllegalMove: (reason, language) => illegalMoveSentence(illegalMoves[language], reason),
  describeTieBreak: (counts, broken, language) => texts[language][broken ? 'tieBroken' : 'tieStays'](counts),
  points: (view) => view.players.map((player) => player.points ?? null),
  rules: (language) => rules[language],
  pictures: () => loadPictures('mandala'),
  pictureHeight: 600,
  captions: (language) => captions[language],
  glossary: (language) => glossary[language],
  labels,
  about: (language) => texts[language].about,
  options: (language) => texts[language].options,
};
