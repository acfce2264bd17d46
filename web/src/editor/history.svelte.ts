/** The states of something that is edited, for undo and redo. */

const MOST = 200;

export class History<State> {
  #before = $state.raw<readonly State[]>([]);
  #after = $state.raw<readonly State[]>([]);
  #now: State;

  constructor(first: State) {
    this.#now = $state.raw(first);
  }

  get now(): State {
    return this.#now;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  /** A new state: what was undone is gone. */
  add(state: State): void {
    this.#before = [...this.#before, this.#now].slice(-MOST);
    this.#after = [];
    this.#now = state;
  }

  undo(): void {
    if (!this.canUndo) return;
    this.#after = [this.#now, ...this.#after];
    this.#now = this.#before.at(-1)!;
    this.#before = this.#before.slice(0, -1);
  }

  redo(): void {
    if (!this.canRedo) return;
    this.#before = [...this.#before, this.#now];
    this.#now = this.#after[0]!;
    this.#after = this.#after.slice(1);
  }
}
