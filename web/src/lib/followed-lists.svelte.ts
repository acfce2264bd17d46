/** Lists of tables that the server keeps up to date: the lobby, and the person's own. */
import type { Follow, ListedTables, TableInfo } from '../generated/protocol.ts';
import { live } from './live.svelte.ts';
import { updated } from './updated-list.ts';

export class FollowedList {
  /** Newest first; null until the server has sent it. */
  tables: readonly TableInfo[] | null = $state.raw(null);
  #users = 0;
  #stop: () => void = () => {};

  constructor(readonly which: Follow['which']) {}

  /** Follow the list until the returned function is called. Several components may follow it at once. */
  use(): () => void {
    if (this.#users++ === 0) this.#stop = live.follow(this.which, (message) => this.#take(message));
    return () => {
      if (--this.#users > 0) return;
      this.#stop();
      this.tables = null;
    };
  }

  #take(message: ListedTables): void {
    this.tables = updated(message.whole ? [] : (this.tables ?? []), message);
  }
}

export const openTables = new FollowedList('open');
export const ownTables = new FollowedList('mine');
export const liveGames = new FollowedList('live');
/** At most one. */
export const featuredGame = new FollowedList('featured');
