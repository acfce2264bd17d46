/** Reading a review: which move, from whose eyes, which move is shown on the board. */
import type { AnyEvent, AnyView } from '../generated/games.ts';
import type { Ply, Replay } from '../generated/protocol.ts';
import type { Decision, Review, SeatReview } from '../generated/review.ts';
import type { GameUI, Player, Someone } from '../games/game-ui.ts';
import type { Others, ReviewWords } from '../games/review-words.ts';
import { settings } from '../lib/settings.svelte.ts';
import { namesOf } from '../table/players.ts';
import { momentsOf } from './chart.ts';
import { othersOf } from './sentences.ts';
import { reviewTexts } from './texts.ts';
import { mistakesOf, nearestMistake, usualThreshold } from './mistakes.ts';

export type Section = 'summary' | 'move' | 'moves';

/** A line that is played out on the board. */
export interface ShownLine {
  plies: readonly Ply[];
  step: number;
  /** The next move of it cannot be made with the real cards. */
  stopped: boolean;
}

/** What the page of a review has loaded. */
export interface Material {
  review: Review;
  /** With all cards open, and as each seat saw it. */
  open: Replay;
  seats: readonly Replay[];
  gameUI: GameUI;
  words: Record<'en' | 'de', ReviewWords>;
}

/** Where the address says that the reader is. */
export interface Place {
  /** The move that is looked at; one more than there are for the end of the game. */
  at: number;
  /** Whose game it is about. */
  subject: number;
}

export class Reading {
  section: Section = $state('summary');
  /** How often the reader was led to a move from the text. */
  looks = $state(0);
  /** The cards that the mover knew, or all. */
  viewpoint: 'known' | 'open' = $state('known');
  /** From which loss a decision counts as a mistake here. */
  threshold = $state(0);
  /** Another move than the one played, shown on the board. */
  picked: string | null = $state(null);
  line: ShownLine | null = $state.raw(null);
  /** The legal moves before the decision that is tried again; null until the server has sent them. */
  legal: readonly string[] | null = $state.raw(null);
  /** The mistakes to try again, while that goes on. */
  trying: readonly Decision[] | null = $state.raw(null);

  constructor(
    readonly material: Material,
    readonly place: () => Place,
    readonly players: () => readonly Player[],
    readonly onplace: (place: Place) => void,
  ) {
    this.threshold = usualThreshold(material.review);
    if (place().at <= material.open.plies.length - 1) this.section = 'move';
  }

  readonly review = $derived.by(() => this.material.review);
  readonly last = $derived.by(() => this.material.open.plies.length - 1);
  readonly at = $derived.by(() => Math.min(this.last + 1, Math.max(1, this.place().at)));
  readonly subject = $derived.by(() => this.place().subject);
  readonly seat = $derived.by((): SeatReview => this.review.seats[this.subject]!);
  readonly moments = $derived.by(() => momentsOf(this.review));
  readonly decision = $derived.by(() => this.decisionAt(this.at));
  readonly mistakes = $derived.by(() => mistakesOf(this.review, this.subject, this.threshold));
  readonly names = $derived.by(() => namesOf(this.players()));
  readonly words = $derived.by(() => this.material.words[settings.language]);

  decisionAt(ply: number): Decision | null {
    return this.review.decisions.find((decision) => decision.ply === ply) ?? null;
  }

  /** The plies of the replay that the board shows: what the mover knew, or everything. */
  pliesFor(decision: Decision | null): readonly Ply[] {
    const eyes = decision && this.viewpoint === 'known' ? this.material.seats[decision.seat] : undefined;
    return (eyes ?? this.material.open).plies;
  }

  /** What the board shows: a line, or the position before the move. */
  readonly shown = $derived.by((): { number: number; view: AnyView; events: readonly AnyEvent[] } => {
    const { plies, index } = this.line
      ? { plies: this.line.plies, index: this.line.step }
      : { plies: this.pliesFor(this.decision), index: this.at - 1 };
    const { ply, view, events } = plies[index]!;
    return { number: ply, view, events };
  });

  /** The move that the board shows: only that of the seat at the bottom can be drawn. */
  readonly shownMove = $derived.by(() => {
    if (this.line || this.decision?.seat !== this.subject) return null;
    if (this.trying) return this.picked;
    return this.picked ?? this.decision.move;
  });

  who(seat: number): Someone {
    return { name: this.names.name(seat), you: this.names.isYou(seat) };
  }

  /** The other players, in reasons about a seat. */
  othersOf(seat: number): Others {
    const { another: one, others: all } = reviewTexts();
    return othersOf(
      seat,
      this.players().map((player) => this.who(player.seat)),
      { one, all },
    );
  }

  go(ply: number): void {
    this.#put();
    if (this.section === 'summary') this.section = 'move';
    this.onplace({ at: Math.min(this.last + 1, Math.max(1, ply)), subject: this.subject });
  }

  /** Go to a move and show what is said about it, from the top of the page. */
  look(ply: number): void {
    this.section = 'move';
    this.go(ply);
    this.looks++;
  }

  /** Stand before each of these mistakes again. */
  try(mistakes: readonly Decision[]): void {
    if (!mistakes.length) return;
    this.look(mistakes[0]!.ply);
    [this.trying, this.viewpoint] = [mistakes, 'known'];
  }

  mistakeFrom(step: 1 | -1): number | null {
    return nearestMistake(this.mistakes, this.at, step);
  }

  readAbout(subject: number): void {
    this.#put();
    this.trying = null;
    this.onplace({ at: this.at, subject });
  }

  /** A move of this decision in words. */
  moveInWords(move: string, decision: Decision): string {
    const { view } = this.material.open.plies[decision.ply - 1]!;
    return this.words.move(move, view);
  }

  #put(): void {
    this.picked = null;
    this.line = null;
  }
}
