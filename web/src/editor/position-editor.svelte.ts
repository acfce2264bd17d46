/** A position while it is edited. The server checks every change; the last good position stays on the board. */
import type { EditorInfo, PositionCheck, PositionProblem } from '../generated/protocol.ts';
import { Refusal } from '../lib/api.ts';
import type { EditorApi } from './editor-api.ts';
import { History } from './history.svelte.ts';
import { composeText, emptied, type Values } from './position-text.ts';

const PAUSE = 250; // milliseconds without a change before the server is asked

/** A good answer has a view, and says whose. */
export type GoodCheck = PositionCheck & { view: NonNullable<PositionCheck['view']>; seat: number };
export const isGood = (check: PositionCheck): check is GoodCheck =>
  check.problem === null && check.view !== null && check.seat !== null;

interface State {
  info: EditorInfo;
  values: Values;
}

export class PositionEditor {
  #history: History<State>;
  #good: GoodCheck;
  /** What is wrong with the position as it is edited. */
  problem = $state.raw<PositionProblem | null>(null);
  /** The server was not reachable, or refused to answer. */
  refusal = $state.raw<Refusal | null>(null);
  /** Changes wait for their answer. */
  pending = $state(false);
  /** From whose eyes; null for the one to move. */
  seat: number | null = $state(null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0;

  constructor(
    readonly api: Pick<EditorApi, 'check' | 'info'>,
    info: EditorInfo,
    first: GoodCheck,
    seat: number | null,
    readonly ongood: (good: GoodCheck) => void = () => {},
  ) {
    this.#history = new History({ info, values: first.values });
    this.#good = $state.raw(first);
    this.seat = seat;
  }

  get info(): EditorInfo {
    return this.#history.now.info;
  }

  get values(): Values {
    return this.#history.now.values;
  }

  get good(): GoodCheck {
    return this.#good;
  }

  /** The board shows what is edited. */
  get isCurrent(): boolean {
    return !this.pending && !this.problem && !this.refusal;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  set(id: string, value: string): void {
    this.replace({ ...this.values, [id]: value });
  }

  replace(values: Values): void {
    if (composeText(this.info.words, values) === composeText(this.info.words, this.values)) return;
    this.#history.add({ info: this.info, values });
    this.#checkSoon();
  }

  undo(): void {
    this.#history.undo();
    this.#checkSoon();
  }

  redo(): void {
    this.#history.redo();
    this.#checkSoon();
  }

  look(seat: number | null): void {
    this.seat = seat;
    void this.#check();
  }

  /** Clear the table. */
  async empty(): Promise<void> {
    const { info } = this;
    const start = await this.api.check(info.game, info.start, null);
    this.replace(emptied(info, start.values));
  }

  async restart(seats: number = this.info.seats): Promise<void> {
    const info = seats === this.info.seats ? this.info : await this.api.info(this.info.game, seats);
    this.seat = null;
    await this.load(info.start);
  }

  /** Load a position from text. If something is wrong with it, everything stays as it is. */
  async load(text: string): Promise<PositionProblem | null> {
    const run = this.#supersede();
    try {
      const found = await this.api.check(this.info.game, text, this.seat);
      if (!isGood(found)) return found.problem;
      const info =
        found.seats === this.info.seats ? this.info : await this.api.info(this.info.game, found.seats);
      if (run === this.#run) {
        this.#history.add({ info, values: found.values });
        this.#accept(found);
      }
      return null;
    } finally {
      if (run === this.#run) this.pending = false;
    }
  }

  /** Ask again, for example when the connection is back. */
  retry(): void {
    void this.#check();
  }

  close(): void {
    this.#supersede();
  }

  #supersede(): number {
    clearTimeout(this.#timer);
    return ++this.#run;
  }

  #checkSoon(): void {
    this.#supersede();
    this.pending = true;
    this.#timer = setTimeout(() => void this.#check(), PAUSE);
  }

  async #check(): Promise<void> {
    const run = this.#supersede();
    this.pending = true;
    const { info, values } = this;
    try {
      const found = await this.api.check(info.game, composeText(info.words, values), this.seat);
      if (run !== this.#run) return; // it was edited further
      if (isGood(found)) this.#accept(found);
      else [this.problem, this.refusal] = [found.problem, null];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (run === this.#run) this.refusal = error;
    } finally {
      if (run === this.#run) this.pending = false;
    }
  }

  #accept(found: GoodCheck): void {
    this.#good = found;
    [this.problem, this.refusal] = [null, null];
    this.ongood(found);
  }
}
