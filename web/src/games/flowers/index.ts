/** The part of the web app that is special to Flowers. */
import type { View } from '../../generated/flowers.ts';
import type { GameUI } from '../game-ui.ts';
import Board from './Board.svelte';
import FlyingPiece from './FlyingPiece.svelte';
import { pieces } from './pieces.ts';
import { rulesDe } from './rules.de.ts';
import { rulesEn } from './rules.en.ts';
import Scoring from './Scoring.svelte';
import { describeMove, describePreview, prompt, describeEvent } from './sentences.ts';
import { words } from './words.ts';

const rules = { en: rulesEn, de: rulesDe };

const flowers: GameUI<View> = {
  Board,
  Scoring,
  pieces,
  FlyingPiece,
  prompt,
  describeMove,
  describePreview,
  describeEvent,
  points: (view) => view.players.map((player) => player.points ?? null),
  rules: (language) => rules[language],
  about: (language) => words[language].about,
  options: (language) => words[language].options,
};

export const gameUI = flowers as unknown as GameUI;
