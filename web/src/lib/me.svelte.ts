/** Who is at this browser. Nobody has to register: whoever begins to play is a guest with a name. */
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

/** Somebody else now: the socket must know too. */
export function setMe(person: Person | null): void {
  me.person = person;
  me.loaded = true;
  if (person) localStorage.setItem(KEY, 'yes');
  else localStorage.removeItem(KEY);
  live.reconnect();
}

/** Makes a guest of one who has no name yet. */
export async function ensurePerson(suggestion: (number: number) => string): Promise<Person> {
  if (!me.loaded) await loadMe();
  if (!me.person) setMe(await api.createGuest(suggestion(1000 + Math.floor(Math.random() * 9000))));
  return me.person!;
}

let asked: Promise<About> | null = null;

/** The games and levels that the server has. */
export function serverInfo(): Promise<About> {
  asked ??= api.about().catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}
