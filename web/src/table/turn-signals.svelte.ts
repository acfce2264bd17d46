/** Tells the player about turns outside of the board: by sounds, the title of the page and alerts of the browser. */
import { untrack } from 'svelte';
import { setTitle } from '../lib/awaited.svelte.ts';
import { sound } from '../lib/sound.ts';
import { texts } from '../i18n/texts.svelte.ts';
import { notifyTurn } from './notify.ts';

interface Turn {
  /** The number of the position; 0 before there is one. */
  number: number;
  game: string;
  table: string;
  mine: boolean;
  over: boolean;
  prompt: () => string;
}

/** Call it while a component is being set up. */
export function signalTurns(turn: () => Turn): void {
  const number = $derived(turn().number);

  $effect(() => {
    if (!number) return;
    untrack(() => {
      const { game, table, mine, over, prompt } = turn();
      if (over) sound('end');
      else if (mine) notifyTurn(`${texts().table.yourTurn} · ${texts().games[game]}`, prompt(), table);
      else sound('move');
    });
  });

  $effect(() => {
    const { game, mine, over } = turn();
    const sign = mine && !over ? `● ${texts().table.yourTurn} · ` : '';
    setTitle(`${sign}${texts().games[game]} · ${texts().appName}`);
  });
}
