/** What each game says in reviews: its file review-words.ts has `reviewWords` in both languages. */
import type { GameName } from '../generated/games.ts';
import type { Someone, ViewOf } from './game-ui.ts';

/** The other players. */
export interface Others {
  /** One of them: “another player” if there are several. */
  one: Someone;
  /** All of them: “the others” if there are several. */
  all: Someone;
}

/**
 * A fact about the continuations of a move. With a share of them it is a clause (“you complete the next mandala”; in
 * German for a sentence with „dass“), with an amount what is counted (“Points for you”).
 */
export type FactText = (mover: Someone, others: Others) => string;

export interface ReviewWords<Game extends GameName = GameName> {
  /** A move in a few words that fit every player; `view` is the position before it. */
  move: (move: string, view: ViewOf<Game>) => string;
  /** The kinds of moves. */
  kinds: Record<string, string>;
  /** By the names that the server gives them: `ReviewFact` in the generated types of the game. */
  facts: Record<string, FactText>;
}

/** A fact about other players; `all` if it counts what they do together. */
export const aboutOthers =
  (phrase: (who: Someone) => string, which: keyof Others): FactText =>
  (_, others) =>
    phrase(others[which]);
