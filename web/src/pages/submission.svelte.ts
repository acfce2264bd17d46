/** The state of a form that the server may refuse: busy, done, or a problem to show. */
import { Refusal } from '../lib/api.ts';
import { texts } from '../i18n/texts.svelte.ts';

export class Submission {
  problem = $state('');
  done = $state(false);
  busy = $state(false);

  /** `errorTexts` replaces the usual texts for refusals where they would mislead. */
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
      this.problem = errorTexts[code] ?? texts().refusals[code] ?? why;
    } finally {
      this.busy = false;
    }
  }
}
