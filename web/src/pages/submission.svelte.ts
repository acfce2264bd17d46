/** A form that the server may refuse: what it says is shown beside it. */
import { Refusal } from '../lib/api.ts';
import { words } from '../i18n/words.svelte.ts';

export class Submission {
  problem = $state('');
  done = $state(false);
  busy = $state(false);

  /** `errorTexts`: what a code of refusal means here, where the common words would mislead. */
  async run(work: () => Promise<unknown>, errorTexts: Record<string, string> = {}): Promise<void> {
    this.problem = '';
    this.done = false;
    this.busy = true;
    try {
      await work();
      this.done = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, why } = error.problem;
      this.problem = errorTexts[code] ?? words().refusals[code] ?? why;
    } finally {
      this.busy = false;
    }
  }
}
