/** A position in which a move is to be found: what the board shows, what was picked, what follows. Knows no game. */
import type { AnyEvent, AnyView } from '../generated/games.ts';
import type { Ply, TriedMove } from '../generated/protocol.ts';
import { Refusal } from '../lib/api.ts';
import { PacedShow } from '../lib/paced-show.ts';
import { Previews } from '../table/previews.svelte.ts';

export interface Wiring {
  /** Called just before a position is drawn, so that the change can be animated. */
  onshow: (before: AnyView, after: AnyView, events: readonly AnyEvent[]) => void;
  /** How long to look at a move of others, in milliseconds. */
  pace: () => number;
  /** A request was refused, or did not arrive. */
  problemText: (refusal: Refusal) => string;
}

export abstract class Exercise {
  shown: Ply = $state.raw()!;
  legal: readonly string[] = $state.raw([]);
  picked: string | null = $state(null);
  /** The rule that an illegal try breaks. */
  illegal: TriedMove | null = $state.raw(null);
  problem = $state('');
  /** The server judges. */
  busy = $state(false);
  /** Moves are being shown. */
  passing = $state(false);
  /** What happened since the last decision, for screen readers. */
  happened: readonly Ply[] = $state.raw([]);
  readonly previews: Previews;

  #show = new PacedShow();
  #tries = 0;

  constructor(
    start: Ply,
    legal: readonly string[],
    protected readonly wiring: Wiring,
  ) {
    this.shown = start;
    this.legal = legal;
    this.previews = new Previews((move) => {
      const here = this.shown;
      // Without an answer, the move can be made all the same.
      this.tryMove(move).then(
        (tried) => here === this.shown && this.previews.receive(tried),
        () => {},
      );
    });
  }

  protected abstract tryMove(move: string): Promise<TriedMove>;
  protected abstract judge(move: string): Promise<void>;

  get isOpen(): boolean {
    return this.legal.length > 0;
  }

  pick(move: string | null): void {
    if (this.busy || this.passing) return;
    this.illegal = null;
    this.problem = '';
    this.picked = move;
    if (move) this.previews.ask(move);
  }

  /** Send the picked move. If the answer gets lost, it can be sent again. */
  make(move: string): Promise<void> {
    return this.ask(() => this.judge(move));
  }

  /** Ask the server for something, one thing at a time. */
  async ask(what: () => Promise<void>): Promise<void> {
    if (this.busy || this.passing) return;
    this.busy = true;
    this.problem = '';
    try {
      await what();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.problem = this.wiring.problemText(error);
    } finally {
      this.busy = false;
    }
  }

  /** An illegal move was tried: say which rule it breaks. */
  async explain(move: string): Promise<void> {
    if (!this.isOpen || this.busy || this.passing) return;
    const [here, number] = [this.shown, ++this.#tries];
    const tried = await this.tryMove(move);
    if (here !== this.shown || number !== this.#tries) return;
    this.picked = null;
    this.illegal = tried;
  }

  /** Show moves one after the other. */
  protected async play(plies: readonly Ply[], legal: readonly string[]): Promise<void> {
    this.picked = this.illegal = null;
    this.passing = true;
    await this.#show.run(plies, this.wiring.pace, (ply, isLast) => {
      this.wiring.onshow(this.shown.view, ply.view, ply.events);
      this.shown = ply;
      return !isLast;
    });
    this.previews.clear();
    this.happened = plies;
    this.legal = legal;
    this.passing = false;
  }

  /** Show all moves at once. */
  hurry(): void {
    this.#show.hurry();
  }
}
