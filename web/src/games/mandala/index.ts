/** The part of the web app that is special to Mandala. */
import type { View } from '../../generated/mandala.ts';
import type { GameUI } from '../game-ui.ts';
import Board from './Board.svelte';
import Scoring from './Scoring.svelte';
import { pieces } from './cards.ts';
import { rules } from './rules.ts';
import { describeMove, describePreview, prompt, describeEvent } from './sentences.ts';
import { words } from './words.ts';

const mandala: GameUI<View> = {
  Board,
  Scoring,
  pieces,
  prompt,
  describeMove,
  describePreview,
  describeEvent,
  points: (view) => view.players.map((player) => player.points ?? null),
  rules: (language) => rules[language],
  about: (language) => words[language].about,
  options: (language) => words[language].options,
};

export const gameUI = mandala as unknown as GameUI;
