/** Progress from two places as one: a tutorial that was finished stays so, and the later step counts. */

export interface Progress {
  /** The step to go on with, from 0. */
  step: number;
  /** It was finished once. */
  done: boolean;
  /** When it changed, in milliseconds since 1970; missing in what older versions of the app have stored. */
  changed?: number;
}

export interface Learnt {
  tutorials: Record<string, Progress>;
  /** The offer of the first visit was dismissed. */
  dismissed: boolean;
}

type All = Readonly<Record<string, Progress>>;

export function joined(
  browser: All,
  account: All,
): { here: Record<string, Progress>; missingThere: string[] } {
  const here: Record<string, Progress> = { ...account };
  const missingThere: string[] = [];
  for (const [id, mine] of Object.entries(browser)) {
    const theirs = account[id];
    const later = theirs && (theirs.changed ?? 0) >= (mine.changed ?? 0) ? theirs : mine;
    here[id] = { ...later, done: mine.done || (theirs?.done ?? false) };
    if (later === mine || here[id].done !== theirs?.done) missingThere.push(id);
  }
  return { here, missingThere };
}
