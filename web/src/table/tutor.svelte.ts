/** Holds a move back while the tutor looks at it. Each move is sent once: at once, after the tutor's answer, or
 * when the tutor takes too long. */
import type { Refused, TableInfo, Tutored } from '../generated/protocol.ts';
import type { Advice } from '../generated/review.ts';
import { settings } from '../lib/settings.svelte.ts';

export type TutorLevel = 'serious' | 'all';

const DEADLINE = 1500; // milliseconds

/** Whether the tutor may help: in unrated games with bots on all other seats, as on the server. */
export const mayTutor = (info: TableInfo, seats: readonly number[]): boolean =>
  !info.spec.rated &&
  seats.length === 1 &&
  info.sitting.every(({ seat }) => seats.includes(seat) || typeof info.spec.bots?.[seat] === 'number');

/** What the tutor asks about at a table. It is on in the first game of one's own after a tutorial. */
export const tutorLevelAt = (table: string): TutorLevel | 'off' =>
  settings.tutor === 'off' && settings.tutorAt === table ? 'serious' : settings.tutor;

export class Tutor {
  /** What it says about the move that waits; null if no answer is needed. */
  advice: Advice | null = $state.raw(null);
  /** The player has asked for the better move. */
  shown = $state(false);
  /** The move at which it is looking. */
  checking: string | null = $state(null);

  #known: Record<string, Advice | null> = {}; // by move, in this position
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** Ask the server; false if there is no connection. */
    readonly ask: (move: string) => boolean,
    readonly play: (move: string) => void,
  ) {}

  /** Play a move, unless the tutor objects. */
  submit(move: string, asks: boolean): void {
    if (this.checking) return;
    this.#close();
    const known = this.#known[move];
    if (!asks || known === null) this.play(move);
    else if (known) this.advice = known;
    else if (this.ask(move)) {
      this.checking = move;
      this.#timer = setTimeout(() => this.#release(move), DEADLINE);
    } else this.play(move);
  }

  receive({ move, advice }: Tutored): void {
    if (move !== this.checking) return; // too late: the move has been sent
    this.#known[move] = advice;
    if (!advice) this.#release(move);
    else {
      this.#stop();
      this.advice = advice;
    }
  }

  /** Without a judgement the move is simply made. */
  refused({ tutor }: Refused): void {
    if (tutor === this.checking) this.#release(tutor!);
  }

  playAnyway(): void {
    const { move } = this.advice!;
    this.#close();
    this.play(move);
  }

  /** Show the better move, which then needs no judgement. */
  show(): string {
    this.shown = true;
    this.#known[this.advice!.better] = null;
    return this.advice!.better;
  }

  /** Let go of the move that waits. */
  cancel(): void {
    this.#stop();
    this.#close();
  }

  /** Forget a position. */
  clear(): void {
    this.cancel();
    this.#known = {};
  }

  #release(move: string): void {
    this.#stop();
    this.play(move);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.checking = null;
  }

  #close(): void {
    this.advice = null;
    this.shown = false;
  }
}
