/** A form that the server may refuse: what it says is shown beside it. */
import { Refusal } from '../lib/api.ts';
import { words } from '../words/words.svelte.ts';

export class Attempt {
  problem = $state('');
  done = $state(false);
  busy = $state(false);

  async run(work: () => Promise<unknown>): Promise<void> {
    this.problem = '';
    this.done = false;
    this.busy = true;
    try {
      await work();
      this.done = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.problem = words().refusals[error.problem.code] ?? error.problem.why;
    } finally {
      this.busy = false;
    }
  }
}
