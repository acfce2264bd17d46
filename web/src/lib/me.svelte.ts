/** The person at this browser. Nobody has to register: players start as guests with a name. */
import type { ServerInfo, Person } from '../generated/protocol.ts';
import { api, Refusal } from './api.ts';
import { live } from './live.svelte.ts';

/** `loaded` only once the server has answered: no answer does not mean that nobody is signed in. */
export const me: { person: Person | null; loaded: boolean } = $state({ person: null, loaded: false });

const KEY = 'sandmandala-known'; // whether there may be a session: scripts cannot read the cookie itself
/** Whether somebody was here before: newcomers have nothing to come back to. */
export const isReturning = (): boolean => localStorage.getItem(KEY) !== null;

const SHORTEST_WAIT = 2000;
const LONGEST_WAIT = 60_000;
let wait = SHORTEST_WAIT;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Ask the server. If it cannot be reached, this throws and changes nothing. */
async function askWho(): Promise<void> {
  let person: Person | null = null;
  try {
    if (localStorage.getItem(KEY)) person = await api.me();
  } catch (error) {
    if (!(error instanceof Refusal && error.problem.code === 'sign_in')) throw error;
    localStorage.removeItem(KEY);
  }
  me.person = person;
  me.loaded = true;
  wait = SHORTEST_WAIT;
  clearTimeout(retry);
}

/** Load the person, now or as soon as the server answers. */
export async function loadMe(): Promise<void> {
  clearTimeout(retry);
  try {
    await askWho();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    retry = setTimeout(loadMe, wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }
}

addEventListener('online', () => {
  if (!me.loaded) void loadMe();
});

let leaving: Promise<void> = Promise.resolve();

// The socket may report the end of the session before the request is answered.
live.onended = () => void leaving.catch(() => {}).then(loadMe);

/** End this browser's session by `way`: sign out, or delete the account. */
export function endSession(way: () => Promise<unknown>): Promise<void> {
  leaving = way().then(() => setMe(null));
  return leaving;
}

/** The person has changed: reconnect, so that the socket knows too. */
export function setMe(person: Person | null): void {
  me.person = person;
  me.loaded = true;
  if (person) localStorage.setItem(KEY, 'yes');
  else localStorage.removeItem(KEY);
  live.reconnect();
}

/** The person at this browser; a new guest if there is none. */
export async function ensurePerson(suggestion: (number: number) => string): Promise<Person> {
  // An existing guest must not lose their account to a new one.
  if (!me.person) await askWho();
  if (!me.person) setMe(await api.createGuest(suggestion(1000 + Math.floor(Math.random() * 9000))));
  return me.person!;
}

/** Whether the person still has the name that the app gave them, or none. */
export function isNameless(): boolean {
  return !me.person || /^(Guest|Gast) \d{4}$/.test(me.person.name);
}

/** The person at this browser, renamed if they have just chosen a name. */
export async function ensureNamed(name: string, suggestion: (number: number) => string): Promise<Person> {
  const chosen = name.trim();
  const person = await ensurePerson(chosen ? () => chosen : suggestion);
  if (chosen && person.name !== chosen) me.person = await api.rename(chosen);
  return me.person!;
}

let asked: Promise<ServerInfo> | null = null;

/** The server's games and levels. */
export function serverInfo(): Promise<ServerInfo> {
  asked ??= api.about().catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}
