/** Keeps the progress of tutorials in the account of the person at this browser. */
import type { TutorialProgressInfo } from '../generated/protocol.ts';
import { call, Refusal } from '../lib/api.ts';
import type { Progress } from './joined-progress.ts';
import { joinAccount, leaveAccount } from './progress.svelte.ts';

function send(tutorial: string, { step, done, changed }: Progress): void {
  // Lost progress is no disaster: the browser has it, and the next step or visit sends it again.
  call<void>('PUT', `/me/tutorials/${tutorial}`, { step, done, changed: changed ?? 0 }).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

/** Join the progress of this browser with that of a person, if there is one. */
export async function joinProgress(person: string | undefined): Promise<void> {
  leaveAccount();
  if (!person) return;
  try {
    const found = await call<TutorialProgressInfo[]>('GET', '/me/tutorials');
    joinAccount(Object.fromEntries(found.map((one) => [one.tutorial, one])), send);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
