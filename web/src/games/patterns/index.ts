/** The part of the web app that is special to Patterns. */
import type { View } from '../../generated/patterns.ts';
import type { GameUI } from '../game-ui.ts';
import Board from './Board.svelte';
import FlyingPiece from './FlyingPiece.svelte';
import Scoring from './Scoring.svelte';
import { pieces } from './pieces.ts';
import { rules as german } from './rules.de.ts';
import { rules as english } from './rules.en.ts';
import { describeMove, describePreview, prompt, describeEvent } from './sentences.ts';
import { words } from './words.ts';

const rules = { en: english, de: german };

const patterns: GameUI<View> = {
  Board,
  Scoring,
  FlyingPiece,
  pieces,
  prompt,
  describeMove,
  describePreview,
  describeEvent,
  points: (view) => view.players.map((player) => player.points),
  rules: (language) => rules[language],
  about: (language) => words[language].about,
  options: (language) => {
    const say = words[language];
    return {
      beginner: {
        title: say.optionBeginner,
        values: { lot: say.beginnerLot, 0: say.beginnerSeat(1), 1: say.beginnerSeat(2) },
      },
    };
  },
};

export const gameUI = patterns as unknown as GameUI;
