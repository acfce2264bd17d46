import { render } from 'svelte/server';
import { expect, test, vi } from 'vitest';
import type { View } from '../../generated/mandala.ts';
import { Drag } from '../../lib/drag.svelte.ts';
import { loadPositions } from '../positions.ts';
import { MoveBuilder } from './move-builder.svelte.ts';
import Piles from './Piles.svelte';

// The real settings need a browser.
const settings = vi.hoisted(() => ({ language: 'en', letters: true }));
vi.mock('../../lib/settings.svelte.ts', () => ({ settings }));

const [dealt] = await loadPositions('mandala');
const nothing = () => {};
const builder = new MoveBuilder(() => ({
  ...{ view: dealt!.view, seat: 0, legal: [], picked: null, confirmed: true },
  ...{ onpick: nothing, onillegal: nothing, onconsider: nothing, previewOf: () => [] },
}));
const pilesOf = (view: Partial<View>) =>
  render(Piles, {
    props: {
      view: { ...dealt!.view, draw_size: 7, ending: true, ...view },
      highlights: {},
      builder,
      drag: new Drag(nothing, nothing),
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
