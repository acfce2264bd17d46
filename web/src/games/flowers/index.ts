/** The room of Flowers. */
import type { View } from '../../generated/flowers.ts';
import type { Room } from '../room.ts';
import Board from './Board.svelte';
import Face from './Face.svelte';
import { pieces } from './pieces.ts';
import { rulesDe } from './rules.de.ts';
import { rulesEn } from './rules.en.ts';
import Scoring from './Scoring.svelte';
import { describe, foretell, prompt, tell } from './speech.ts';
import { words } from './words.ts';

const rules = { en: rulesEn, de: rulesDe };

const flowers: Room<View> = {
  Board,
  Scoring,
  pieces,
  Face,
  prompt,
  describe,
  foretell,
  tell,
  points: (view) => view.players.map((player) => player.points ?? null),
  rules: (language) => rules[language],
  about: (language) => words[language].about,
  options: (language) => words[language].options,
};

export const room = flowers as unknown as Room;
