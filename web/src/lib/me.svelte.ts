/** The person at this browser. Nobody has to register: players start as guests with a name. */
import type { About, Person } from '../generated/protocol.ts';
import { api, Refusal } from './api.ts';
import { live } from './live.svelte.ts';

export const me: { person: Person | null; loaded: boolean } = $state({ person: null, loaded: false });

const KEY = 'sandmandala-known'; // whether it is worth asking: the cookie itself is hidden from us

export async function loadMe(): Promise<void> {
  try {
    me.person = localStorage.getItem(KEY) ? await api.me() : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    me.person = null;
  }
  me.loaded = true;
}

live.onended = () => void loadMe();

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
  if (!me.loaded) await loadMe();
  if (!me.person) setMe(await api.createGuest(suggestion(1000 + Math.floor(Math.random() * 9000))));
  return me.person!;
}

let asked: Promise<About> | null = null;

/** The server's games and levels. */
export function serverInfo(): Promise<About> {
  asked ??= api.about().catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}
