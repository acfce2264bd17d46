/** Previews of moves in the current position. The server makes them: the app knows no rules. */
import { SvelteMap } from 'svelte/reactivity';
import type { GameEvent, GameUI, PlayerNames } from '../games/game-ui.ts';
import type { Previewed } from '../generated/protocol.ts';
import { settings } from '../lib/settings.svelte.ts';
import { words } from '../i18n/words.svelte.ts';

export interface Preview {
  events: readonly GameEvent[];
  /** By how much the points of the player to move would change. */
  gain: number;
}

export class Previews {
  #answered = new SvelteMap<string, Preview>();
  #asked: string[] = [];

  constructor(private readonly send: (move: string) => void) {}

  /** Requests each move once. Nothing waits for the answer. */
  ask(move: string): void {
    if (this.#asked.includes(move)) return;
    this.#asked.push(move);
    this.send(move);
  }

  /** After a reconnect, requests again what was left unanswered. */
  resend(): void {
    for (const move of this.#asked) if (!this.#answered.has(move)) this.send(move);
  }

  receive({ move, events, gain }: Previewed): void {
    this.#answered.set(move, { events: events as unknown as GameEvent[], gain });
  }

  of(move: string): Preview | null {
    return this.#answered.get(move) ?? null;
  }

  /** For a new position. */
  clear(): void {
    this.#asked = [];
    this.#answered.clear();
  }
}

/** What a move would do, in sentences. */
export function previewSentences({ events, gain }: Preview, gameUI: GameUI, names: PlayerNames): string[] {
  return [
    ...gameUI.describePreview(events, names, settings.language),
    ...(gain ? [words().table.gain(gain)] : []),
  ];
}
