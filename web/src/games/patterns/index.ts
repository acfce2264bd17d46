/** The room of Patterns. */
import type { View } from '../../generated/patterns.ts';
import type { Room } from '../room.ts';
import Board from './Board.svelte';
import Face from './Face.svelte';
import Scoring from './Scoring.svelte';
import { pieces } from './pieces.ts';
import { rules as german } from './rules.de.ts';
import { rules as english } from './rules.en.ts';
import { describe, foretell, prompt, tell } from './speech.ts';
import { words } from './words.ts';

const rules = { en: english, de: german };

const patterns: Room<View> = {
  Board,
  Scoring,
  Face,
  pieces,
  prompt,
  describe,
  foretell,
  tell,
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

export const room = patterns as unknown as Room;
