/** The review of a game: whether there is one, asking for it, and its progress. */
import type { FromServer, ReviewAnswer } from '../generated/protocol.ts';
import type { Review } from '../generated/review.ts';
import { api, Refusal } from '../lib/api.ts';
import { live } from '../lib/live.svelte.ts';

type Depth = ReviewAnswer['depth'];

/** `refused`: `code` says why there can be no review, or why it cannot be loaded. */
type State = ReviewAnswer['state'] | 'loading' | 'refused';

interface Progress {
  state: State;
  done?: number;
  total?: number;
  code: string | null;
}

export class ReviewRequest {
  state: State = $state('loading');
  done = $state(0);
  total = $state(0);
  /** Why it failed or was refused, as the code of a refusal. */
  code: string | null = $state(null);
  review: Review | null = $state.raw(null);
  #leave: (() => void) | null = null;
  #closed = false;

  constructor(
    readonly id: string,
    readonly key: string,
    readonly depth: Depth,
  ) {}

  /** Load the review, or follow it if it is being made. `asking`: ask for it if nobody has. */
  async load(asking: boolean): Promise<void> {
    if (this.state === 'refused') this.state = 'loading';
    try {
      const found = await api.review(this.id, this.key, this.depth);
      if (this.#closed) return;
      this.#take(found);
      this.review = found.review;
      const running = found.state === 'waiting' || found.state === 'running';
      if (running || (asking && found.state !== 'ready')) this.ask();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#take({ state: 'refused', code: error.problem.code });
    }
  }

  ask(): void {
    this.#stop();
    this.#take({ state: 'waiting', done: 0, total: 0, code: null });
    this.#leave = live.review(
      { type: 'review', table: this.id, depth: this.depth, key: this.key },
      (message) => this.#receive(message),
    );
  }

  /** Stop waiting: the server cancels a review that nobody waits for. */
  cancel(): void {
    this.#stop();
    this.state = 'absent';
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  #stop(): void {
    this.#leave?.();
    this.#leave = null;
  }

  #receive(message: FromServer): void {
    if (message.type === 'refused') {
      this.#stop();
      this.#take({ state: 'failed', code: message.code });
    }
    if (message.type !== 'review' || message.depth !== this.depth) return;
    if (message.state !== 'ready') this.#take(message);
    if (message.state === 'ready' || message.state === 'failed') this.#stop();
    if (message.state === 'ready') void this.load(false);
  }

  #take({ state, done, total, code }: Progress): void {
    [this.state, this.code] = [state, code];
    [this.done, this.total] = [done ?? this.done, total ?? this.total];
  }
}
