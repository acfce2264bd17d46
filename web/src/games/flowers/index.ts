/** The user interface of Flowers. */
import type { GameUI } from '../game-ui.ts';
import { illegalMoveSentence } from '../illegal-moves.ts';
import { loadPictures } from '../pictures.ts';
import Board from './Board.svelte';
import FlyingPiece from './FlyingPiece.svelte';
import { without } from './in-flight.ts';
import { pieces } from './pieces.ts';
import { rules as de } from './rules.de.ts';
import { rules as en } from './rules.en.ts';
import SeatSign from './SeatSign.svelte';
import Scoring from './Scoring.svelte';
import { captions } from './captions.ts';
import { glossary } from '../../generated/flowers.ts';
import { illegalMoves } from './illegal-moves.ts';
import { labels } from './labels.ts';
import { describeMove, describePreview, prompt, describeEvent } from './sentences.ts';
import { texts } from './texts.ts';

const rules = { en, de };

export const gameUI: GameUI<'flowers'> = {
  Board,
  Scoring,
  pieces,
  without,
  FlyingPiece,
  SeatSign,
  prompt,
  describeMove,
  describePreview,
  describeEvent,
  describeIllegalMove: (reason, language) => illegalMoveSentence(illegalMoves[language], reason),
  describeTieBreak: (counts, broken, language) => texts[language][broken ? 'tieBroken' : 'tieStays'](counts),
  points: (view) => view.players.map((player) => player.points ?? null),
  rules: (language) => rules[language],
  pictures: () => loadPictures('flowers'),
  pictureHeight: 900,
  captions: (language) => captions[language],
  glossary: (language) => glossary[language],
  labels,
  about: (language) => texts[language].about,
  options: (language) => texts[language].options,
};
