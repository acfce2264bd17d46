/** The room of Mandala. */
import type { View } from '../../generated/mandala.ts';
import type { Room } from '../room.ts';
import Board from './Board.svelte';
import Scoring from './Scoring.svelte';
import { pieces } from './cards.ts';
import { rules } from './rules.ts';
import { describe, foretell, prompt, tell } from './speech.ts';
import { words } from './words.ts';

const mandala: Room<View> = {
  Board,
  Scoring,
  pieces,
  prompt,
  describe,
  foretell,
  tell,
  points: (view) => view.players.map((player) => player.points ?? null),
  rules: (language) => rules[language],
  about: (language) => words[language].about,
  options: (language) => words[language].options,
};

export const room = mandala as unknown as Room;
