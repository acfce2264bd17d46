import { render } from 'svelte/server';
import { beforeEach, expect, test, vi } from 'vitest';
import StandIn from './StandIn.svelte';

// The real settings need a browser.
const settings = vi.hoisted(() => ({ language: 'en' }));
vi.mock('../lib/settings.svelte.ts', () => ({ settings }));
beforeEach(() => void (settings.language = 'en'));

const shown = (rated: boolean) => render(StandIn, { props: { rated, refused: null, onback: () => {} } }).body;

test('a returning player learns what happened, and what it means for the rating', () => {
  expect(shown(false)).toContain('You were away, so a bot plays for you.');
  expect(shown(false)).not.toContain('rating');
  expect(shown(true)).toContain('If the bot finishes this rated game, you lose it for your rating.');
  expect(shown(true)).toContain('Take my seat back');
});

test('in German too', () => {
  settings.language = 'de';
  expect(shown(true)).toContain('Spielt der Bot diese gewertete Partie zu Ende');
});
