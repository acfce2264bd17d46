/** The user interface of Patterns. */
import type { GameUI } from '../game-ui.ts';
import { illegalMoveSentence } from '../illegal-moves.ts';
import { loadPictures } from '../pictures.ts';
import Board from './Board.svelte';
import FlyingPiece from './FlyingPiece.svelte';
import Scoring from './Scoring.svelte';
import { captions } from './captions.ts';
import { glossary } from '../../generated/patterns.ts';
import { illegalMoves } from './illegal-moves.ts';
import { labels } from './labels.ts';
import { pieces, without } from './pieces.ts';
import { rules as german } from './rules.de.ts';
import { rules as english } from './rules.en.ts';
import { describeMove, describePreview, prompt, describeEvent } from './sentences.ts';
import { texts } from './texts.ts';

const rules = { en: english, de: german };

export const gameUI: GameUI<'patterns'> = {
  Board,
  Scoring,
  FlyingPiece,
  pieces,
  without,
  prompt,
  describeMove,
  describePreview,
  describeEvent,
  describeIllegalMove: (reason, language) => illegalMoveSentence(illegalMoves[language], reason),
  describeTieBreak: (_counts, _broken, language) => texts[language].tie,
  points: (view) => view.players.map((player) => player.points),
  rules: (language) => rules[language],
  pictures: () => loadPictures('patterns'),
  pictureHeight: 740,
  captions: (language) => captions[language],
  glossary: (language) => glossary[language],
  labels,
  about: (language) => texts[language].about,
  options: (language) => {
    const say = texts[language];
    return {
      beginner: {
        title: say.optionBeginner,
        values: { lot: say.beginnerLot, 0: say.beginnerSeat(1), 1: say.beginnerSeat(2) },
      },
    };
  },
};
