/** Lists of tables that the server keeps up to date: the lobby, and the person's own. */
import { untrack } from 'svelte';
import type { Follow, ListedTables, TableInfo } from '../generated/protocol.ts';
import { live } from './live.svelte.ts';
import { loadFilter, saveFilter, type ChosenFilter } from './lobby-filter.ts';
import { updated } from './updated-list.ts';

export class FollowedList {
  /** Newest first; null until the server has sent it. */
  tables: readonly TableInfo[] | null = $state.raw(null);
  #users = 0;
  #stop: () => void = () => {};

  constructor(readonly which: Follow['which']) {}

  /** Follow the list until the returned function is called. Several components may follow it at once. */
  use(): () => void {
    if (this.#users++ === 0) this.follow();
    return () => {
      if (--this.#users > 0) return;
      this.#stop();
      this.tables = null;
    };
  }

  protected follow(filter?: ChosenFilter): void {
    this.#stop = live.follow(this.which, (message) => this.#take(message), filter);
  }

  #take(message: ListedTables): void {
    this.tables = updated(message.whole ? [] : (this.tables ?? []), message);
  }
}

/** The public tables that wait for players, and of those the ones that fit a filter. */
class OpenTables extends FollowedList {
  filter = $state.raw(loadFilter());

  constructor() {
    super('open');
  }

  protected override follow(): void {
    // `choose` follows again; whoever uses the list must not stop and begin anew because of it.
    super.follow(untrack(() => this.filter));
  }

  choose(filter: ChosenFilter): void {
    this.filter = filter;
    saveFilter(filter);
    this.follow();
  }
}

export const openTables = new OpenTables();
export const ownTables = new FollowedList('mine');
export const liveGames = new FollowedList('live');
/** At most one. */
export const featuredGame = new FollowedList('featured');
