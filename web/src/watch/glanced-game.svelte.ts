/** A game seen as every visitor sees it, for a small board beside something else. */
import type { FromServer, TableInfo } from '../generated/protocol.ts';
import type { AnyEvent, AnyView } from '../generated/games.ts';
import { live } from '../lib/live.svelte.ts';

export class GlancedGame {
  info: TableInfo | null = $state.raw(null);
  view: AnyView | null = $state.raw(null);
  lastEvents: readonly AnyEvent[] = $state.raw([]);
  number = $state(0);
  #leave: () => void;

  constructor(readonly id: string) {
    this.#leave = live.watch(
      id,
      '',
      (message) => this.#take(message),
      () => (this.view ? this.number : null),
      true,
    );
  }

  close(): void {
    this.#leave();
  }

  #take(message: FromServer): void {
    if (message.type !== 'state') return;
    if (message.info) this.info = message.info;
    if (!message.view) return;
    this.view = message.view as AnyView;
    this.lastEvents = (message.changes?.at(-1)?.events ?? []) as AnyEvent[];
    this.number = message.number;
  }
}
