/** The course of a tutorial: which step is shown, what the learner tried, and what the others do then. */
import type { AnyEvent, AnyView } from '../generated/games.ts';
import type { Ply, StepInfo, Translations, TriedMove, TutorialDetail } from '../generated/protocol.ts';
import { PacedShow } from '../lib/paced-show.ts';
import { Previews } from '../table/previews.svelte.ts';

/** The answer to a move that does not go on. */
export interface Answer {
  /** What the tutorial says to this move. */
  said: Translations | null;
  /** The rule that an illegal move breaks. */
  illegal: TriedMove | null;
}

interface Shown {
  view: AnyView;
  events: readonly AnyEvent[];
}

interface Wiring {
  /** Ask the server about a move at a step. */
  tryMove: (step: number, move: string) => Promise<TriedMove>;
  /** Called just before a position is drawn, so that the change can be animated. */
  onshow: (before: AnyView, after: AnyView, events: readonly AnyEvent[]) => void;
  /** How long to look at a move of others, in milliseconds. */
  pace: () => number;
  onstep: (step: number) => void;
  ondone: () => void;
}

export class Lesson {
  at: number = $state(0);
  finished = $state(false);
  picked: string | null = $state(null);
  answer: Answer | null = $state.raw(null);
  /** The answer that the learner chose to a question without a move. */
  chosen: number | null = $state(null);
  /** The moves of others are being shown. */
  passing: Ply | null = $state.raw(null);
  /** What happened since the last step, for screen readers. */
  happened: readonly Ply[] = $state.raw([]);
  readonly previews: Previews;

  /** What followed from the learner's last move, made at this step, if it is not the record's. */
  #branch: { at: number; ply: Ply } | null = $state.raw(null);
  #show = new PacedShow();
  #tries = 0;

  constructor(
    readonly tutorial: TutorialDetail,
    at: number,
    private readonly wiring: Wiring,
  ) {
    this.at = Math.min(Math.max(0, at), tutorial.steps.length - 1);
    this.previews = new Previews((move) => {
      const step = this.at;
      // Without an answer, the move can be made all the same.
      wiring.tryMove(step, move).then(
        (tried) => step === this.at && this.previews.receive(tried),
        () => {},
      );
    });
  }

  get step(): StepInfo {
    return this.tutorial.steps[this.at]!;
  }

  get shown(): Shown {
    if (this.passing) return this.passing;
    const { at, ply } = this.#branch ?? { at: Infinity, ply: null };
    const followsIt = this.at > at && this.step.scene === this.tutorial.steps[at]!.scene;
    return followsIt ? ply! : this.step;
  }

  /** The moves that the board offers. */
  get legal(): readonly string[] {
    return this.passing || this.finished ? [] : (this.step.question?.legal ?? []);
  }

  /** The step asks a question, and the right answer has not been chosen. */
  get awaitsChoice(): boolean {
    const { options } = this.step;
    return options.length > 0 && !(this.chosen !== null && options[this.chosen]!.right);
  }

  choose(option: number): void {
    if (this.awaitsChoice) this.chosen = option;
  }

  /** Go on from a step that asks nothing more. */
  next(): Promise<void> {
    if (this.passing || this.finished || this.step.question || this.awaitsChoice) return Promise.resolve();
    return this.#goOn(this.step.plies);
  }

  back(): void {
    if (this.passing) return;
    if (this.finished) this.finished = false;
    else if (this.at) this.#moveTo(this.at - 1);
  }

  pick(move: string | null): void {
    this.answer = null;
    this.picked = move;
    if (move) this.previews.ask(move);
  }

  /** Make a legal move. If it is not one that is asked for, the position stays. */
  make(move: string): Promise<void> {
    const { question } = this.step;
    if (!question || this.passing) return Promise.resolve();
    this.picked = null;
    const outcome = question.outcomes[move];
    if (!outcome) {
      this.answer = { said: question.answers[move] ?? question.otherwise, illegal: null };
      return Promise.resolve();
    }
    const isRecords = move === Object.keys(question.outcomes)[0];
    this.#branch = isRecords ? null : { at: this.at, ply: outcome.at(-1)! };
    return this.#goOn(outcome);
  }

  /** The learner tried an illegal move: say which rule it breaks. */
  async explain(move: string): Promise<void> {
    const { question } = this.step;
    if (!question || this.passing) return;
    const [step, number] = [this.at, ++this.#tries];
    const tried = await this.wiring.tryMove(step, move);
    if (step !== this.at || number !== this.#tries) return;
    this.picked = null;
    this.answer = { said: question.answers[tried.move] ?? null, illegal: tried };
  }

  showMove(): void {
    const { question } = this.step;
    if (question) this.pick(Object.keys(question.outcomes)[0]!);
  }

  /** Show all moves of others at once. */
  hurry(): void {
    this.#show.hurry();
  }

  async #goOn(plies: readonly Ply[]): Promise<void> {
    const following = this.tutorial.steps[this.at + 1];
    const staysInScene = following?.scene === this.step.scene;
    await this.#show.run(plies, this.wiring.pace, (ply, isLast) => {
      this.wiring.onshow(this.shown.view, ply.view, ply.events);
      this.picked = this.answer = null;
      this.passing = ply;
      return !(staysInScene && isLast);
    });
    this.passing = null;
    if (following) this.#moveTo(this.at + 1, plies);
    else this.#finish();
  }

  #moveTo(at: number, happened: readonly Ply[] = []): void {
    this.at = at;
    this.happened = happened;
    this.picked = this.answer = this.chosen = null;
    this.previews.clear();
    this.wiring.onstep(at);
  }

  #finish(): void {
    this.finished = true;
    this.wiring.ondone();
  }
}
