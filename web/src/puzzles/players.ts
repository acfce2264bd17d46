/** The players of a puzzle: the person who solves it, and nameless opponents. */
import type { PuzzleInfo } from '../generated/protocol.ts';
import type { Player } from '../games/game-ui.ts';
import type { Texts } from '../i18n/en.ts';
import { samplePlayers } from '../table/players.ts';
import type { PuzzleTexts } from './texts.en.ts';

export const puzzlePlayers = ({ seats, side }: PuzzleInfo, texts: Texts, say: PuzzleTexts): Player[] =>
  samplePlayers(seats, side, texts, (seat) =>
    seats === 2 ? say.opponent : say.opponentNumber((seat - side + seats) % seats),
  );
