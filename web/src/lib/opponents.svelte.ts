/** The person's search for an opponent, and challenges by them and to them. It lasts from page to page. */
import type { Challenge, Search, Searching } from '../generated/protocol.ts';
import { live, type PersonalMessage } from './live.svelte.ts';
import { randomHex } from './random.ts';
import { navigate, path } from './router.svelte.ts';

export type SearchForm = Omit<Search, 'type' | 'tab'>;

const FORM_KEY = 'sandmandala-search'; // of this tab: a reload goes on searching
export const CHOICE_KEY = 'sandmandala-opponent'; // of this browser: what was looked for last
const TAB_KEY = 'sandmandala-tab';
const SEARCH_REFUSALS: readonly string[] = ['too_fast', 'too_many_games', 'not_searching', 'no_bot_offered'];

/** Something that stays for as long as the tab is open. */
function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null; // no storage: then a reload ends the search
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // no storage
  }
}

function nameOfTab(): string {
  const name = kept(TAB_KEY) ?? randomHex();
  keep(TAB_KEY, name);
  return name;
}

class Opponents {
  /** The search that goes on, perhaps in another tab. */
  search: Searching | null = $state.raw(null);
  /** When it began, by this browser's clock. */
  since = $state(0);
  /** Why the last search ended, or could not begin; empty if there is nothing to say. */
  problem: '' | 'missed' | 'again' | string = $state('');
  /** Those that wait, oldest first. */
  challenges: readonly Challenge[] = $state.raw([]);
  /** Those that were settled just now, for whoever must know it. */
  settled: readonly Challenge[] = $state.raw([]);
  /** Those that the person wants to answer later. */
  hidden: readonly string[] = $state.raw([]);
  readonly tab = nameOfTab();
  #form: SearchForm | null = JSON.parse(kept(FORM_KEY) ?? 'null');
  #matched = '';

  /** Hear of it while the person is signed in; call it in an effect. */
  use(person: string): () => void {
    const stop = live.listen(
      (message) => this.#take(message, person),
      () => this.#send(),
    );
    return () => {
      stop();
      this.search = null;
      this.challenges = this.settled = [];
      this.#setForm(null);
    };
  }

  /** Whether somebody has searched in this browser. */
  get hasSearched(): boolean {
    return localStorage.getItem(CHOICE_KEY) !== null;
  }

  start(form: SearchForm): void {
    this.problem = '';
    this.#setForm(form);
    this.#send();
  }

  stop(): void {
    this.#setForm(null);
    this.problem = '';
    this.search = null;
    live.send({ type: 'stop_search' });
  }

  takeBot(): void {
    live.send({ type: 'take_bot' });
  }

  /** Whether this tab searches. */
  get isHere(): boolean {
    return this.search?.tab === this.tab;
  }

  forget(id: string): void {
    this.settled = this.settled.filter((one) => one.id !== id);
  }

  hide(id: string): void {
    this.hidden = [...this.hidden, id];
  }

  /** Take over a challenge that this tab has made or answered, before the server tells it. */
  update(challenge: Challenge): void {
    const others = this.challenges.filter(({ id }) => id !== challenge.id);
    this.challenges = challenge.status === 'waiting' ? [...others, challenge] : others;
  }

  #setForm(form: SearchForm | null): void {
    this.#form = form;
    keep(FORM_KEY, form && JSON.stringify(form));
  }

  #send(): void {
    if (this.#form) live.send({ type: 'search', ...this.#form, tab: this.tab });
  }

  #take(message: PersonalMessage, person: string): void {
    switch (message.type) {
      case 'notices':
        this.challenges = message.challenges;
        if (message.search || !this.#form) this.#show(message.search);
        for (const one of message.challenges) this.#see(one, person);
        return;
      case 'searching':
        return this.#goOn(message);
      case 'search_ended':
        return this.#end(message.why, message.table, message.tab);
      case 'challenge':
        return this.#hear(message.challenge, person);
      case 'refused':
        if (!this.#form || !(SEARCH_REFUSALS.includes(message.code) || message.code === 'unreadable')) return;
        if (message.code === 'no_bot_offered') return;
        this.problem = message.code;
        this.search = null;
        return this.#setForm(null);
    }
  }

  #show(search: Searching | null): void {
    this.search = search;
    if (search) this.since = Date.now() - search.waited;
  }

  #goOn(search: Searching): void {
    this.#show(search);
    if (search.tab !== this.tab) return this.#setForm(null); // another tab searches now
    if (!search.again) return;
    this.problem = 'again';
    const { game, seats, tempo, rated } = search;
    this.#setForm({ game, seats, tempo, rated });
    this.#send(); // over this connection, if it is another one
    if (this.#matched && path() === `/table/${this.#matched}`) navigate('/');
  }

  #end(why: string, table: string | null, tab: string | null): void {
    const isHere = tab === this.tab || (tab === null && this.#form !== null);
    if (tab !== null && this.search && this.search.tab !== tab) return; // an older one
    this.search = null;
    this.#setForm(null);
    this.problem = why === 'missed' && isHere ? why : '';
    if (!table || !isHere) return;
    this.#matched = table;
    navigate(`/table/${table}`);
  }

  #hear(challenge: Challenge, person: string): void {
    const known = this.challenges.some(({ id }) => id === challenge.id);
    this.update(challenge);
    if (challenge.status === 'waiting') this.#see(challenge, person);
    // The table itself says that a game can begin; who has answered knows it.
    else if (known && challenge.status !== 'accepted' && !isOwnDoing(challenge, person))
      this.settled = [...this.settled, challenge];
  }

  #see(challenge: Challenge, person: string): void {
    if (challenge.to.id === person && !document.hidden)
      live.send({ type: 'seen_challenge', challenge: challenge.id });
  }
}

function isOwnDoing({ status, by, to }: Challenge, person: string): boolean {
  if (status === 'declined') return to.id === person;
  return status === 'withdrawn' ? by.id === person : false;
}

export const opponents = new Opponents();
// Whoever comes back to a hidden tab has seen what waits there.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden)
    for (const { id } of opponents.challenges) live.send({ type: 'seen_challenge', challenge: id });
});
