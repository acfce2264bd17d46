/** Previews of moves in the current position. The server makes them: the app knows no rules. */
import { SvelteMap } from 'svelte/reactivity';
import type { GameUI, PlayerNames } from '../games/game-ui.ts';
import type { AnyEvent } from '../generated/games.ts';
import type { Previewed } from '../generated/protocol.ts';
import { settings } from '../lib/settings.svelte.ts';
import { texts } from '../i18n/texts.svelte.ts';

export interface Preview {
  events: readonly AnyEvent[];
  /** The change of points for the player to move. */
  gain: number;
}

export class Previews {
  #answered = new SvelteMap<string, Preview>();
  #asked: string[] = [];

  constructor(private readonly send: (move: string) => void) {}

  /** Request the preview of a move, once. Nothing waits for the answer. */
  ask(move: string): void {
    if (this.#asked.includes(move)) return;
    this.#asked.push(move);
    this.send(move);
  }

  /** After a reconnect, repeat the unanswered requests. */
  resend(): void {
    for (const move of this.#asked) if (!this.#answered.has(move)) this.send(move);
  }

  receive({ move, events, gain }: Pick<Previewed, 'move' | 'events' | 'gain'>): void {
    this.#answered.set(move, { events, gain });
  }

  of(move: string): Preview | null {
    return this.#answered.get(move) ?? null;
  }

  /** Forget everything: there is a new position. */
  clear(): void {
    this.#asked = [];
    this.#answered.clear();
  }
}

/** What a move would do, in sentences. */
export function previewSentences(
  { events, gain }: Preview,
  gameUI: Pick<GameUI, 'describePreview'>,
  names: PlayerNames,
): string[] {
  return [
    ...gameUI.describePreview(events, names, settings.language),
    ...(gain ? [texts().table.gain(gain)] : []),
  ];
}
