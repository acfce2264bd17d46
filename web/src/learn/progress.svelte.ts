/** How far the learner has come in each tutorial, kept in this browser. */

interface Progress {
  /** The step to go on with, from 0. */
  step: number;
  /** It was finished once. */
  done: boolean;
}

interface Learnt {
  tutorials: Record<string, Progress>;
  /** The offer of the first visit was dismissed. */
  dismissed: boolean;
}

const KEY = 'sandmandala-learn';
const NONE: Progress = { step: 0, done: false };

function load(): Learnt {
  const usual: Learnt = { tutorials: {}, dismissed: false };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return usual; // no storage, or something else under our key
  }
}

const learnt: Learnt = $state(load());

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(learnt));
  } catch {
    // Without storage, progress lasts for this visit only.
  }
}

export const progressOf = (tutorial: string): Progress => learnt.tutorials[tutorial] ?? NONE;

export function saveStep(tutorial: string, step: number): void {
  learnt.tutorials[tutorial] = { ...progressOf(tutorial), step };
  keep();
}

/** Finished: the next time it starts from the beginning. */
export function saveDone(tutorial: string): void {
  learnt.tutorials[tutorial] = { step: 0, done: true };
  keep();
}

/** Whether to offer tutorials on the first page: to those who have neither started one nor declined. */
export const mayOffer = (): boolean => !learnt.dismissed && !Object.keys(learnt.tutorials).length;

export function dismissOffer(): void {
  learnt.dismissed = true;
  keep();
}
