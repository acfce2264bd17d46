/** Previews of moves in the position that is shown. The server makes them: the app knows no rules. */
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

  /** Each move is asked for once. Nothing waits for the answer. */
  ask(move: string): void {
    if (this.#asked.includes(move)) return;
    this.#asked.push(move);
    this.send(move);
  }

  /** There is a new connection: what the old one left unanswered is asked for again. */
  resend(): void {
    for (const move of this.#asked) if (!this.#answered.has(move)) this.send(move);
  }

  receive({ move, events, gain }: Previewed): void {
    this.#answered.set(move, { events: events as unknown as GameEvent[], gain });
  }

  of(move: string): Preview | null {
    return this.#answered.get(move) ?? null;
  }

  /** There is another position. */
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
