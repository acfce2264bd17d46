import { render } from 'svelte/server';
import { expect, test, vi } from 'vitest';
import type { View } from '../../generated/mandala.ts';
import Piles from './Piles.svelte';

// The real settings come from a browser.
const settings = vi.hoisted(() => ({ language: 'en', letters: true }));
vi.mock('../../lib/settings.svelte.ts', () => ({ settings }));

const pilesOf = (view: Partial<View>) =>
  render(Piles, {
    props: {
      view: { draw_size: 7, discard: {}, to_move: 0, ending: true, ...view } as View,
      highlights: {},
      picking: { at: () => null, ghost: () => null, held: null, counts: [] } as never,
      drag: { over: null } as never,
    },
  }).body;

test.each([
  ['en', 'Discards in a row: 3 of 20', 'After 20 the game ends at once'],
  ['de', 'Abwürfe in Folge: 3 von 20', 'Nach 20 endet die Partie sofort'],
])('the count of discards is shown from the first one on (%s)', (language, short, long) => {
  settings.language = language;
  const html = pilesOf({ discards_in_a_row: 3 });
  expect(html).toContain(`>${short}</span>`);
  expect(html).toContain(long);
  expect(pilesOf({})).not.toMatch(/in a row|in Folge/);
  expect(pilesOf({ discards_in_a_row: 20, to_move: null })).not.toContain('20 ');
});
