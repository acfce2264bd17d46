/** How far the learner has come in each tutorial: kept in this browser, and in the account of those who have one. */
import { joined, type Learnt, type Progress } from './joined-progress.ts';

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
/** Sends progress to the account; nothing until somebody is known. */
let send: (tutorial: string, progress: Progress) => void = () => {};

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(learnt));
  } catch {
    // Without storage, progress lasts for this visit only.
  }
}

function save(tutorial: string, progress: Progress): void {
  learnt.tutorials[tutorial] = { ...progress, changed: Date.now() };
  keep();
  send(tutorial, learnt.tutorials[tutorial]);
}

export const progressOf = (tutorial: string): Progress => learnt.tutorials[tutorial] ?? NONE;

export const saveStep = (tutorial: string, step: number): void =>
  save(tutorial, { ...progressOf(tutorial), step });

/** Finished: the next time it starts from the beginning. */
export const saveDone = (tutorial: string): void => save(tutorial, { step: 0, done: true });

/** Join this browser's progress with that of the account, and send what is new there from now on. */
export function joinAccount(
  stored: Readonly<Record<string, Progress>>,
  sending: (tutorial: string, progress: Progress) => void,
): void {
  send = sending;
  const { here, missingThere } = joined(learnt.tutorials, stored);
  learnt.tutorials = here;
  keep();
  for (const id of missingThere) send(id, here[id]!);
}

/** Somebody else uses this browser now, or nobody: send nothing. */
export function leaveAccount(): void {
  send = () => {};
}

/** Whether to offer tutorials on the first page: to those who have neither started one nor declined. */
export const mayOffer = (): boolean => !learnt.dismissed && !Object.keys(learnt.tutorials).length;

export function dismissOffer(): void {
  learnt.dismissed = true;
  keep();
}
