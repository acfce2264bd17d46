import { render } from 'svelte/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../i18n/texts.svelte.ts';
import StandIn from './StandIn.svelte';

// The real settings need a browser.
const settings = vi.hoisted(() => ({ language: 'en' }));
vi.mock('../lib/settings.svelte.ts', () => ({ settings }));
async function choose(language: string): Promise<void> {
  settings.language = language;
  await loadTexts();
}
beforeEach(() => choose('en'));

const shown = (rated: boolean) => render(StandIn, { props: { rated, refused: null, onback: () => {} } }).body;

test('a returning player learns what happened, and what it means for the rating', () => {
  expect(shown(false)).toContain('You were away, so a bot plays for you.');
  expect(shown(false)).not.toContain('rating');
  expect(shown(true)).toContain('If the bot finishes this rated game, you lose it for your rating.');
  expect(shown(true)).toContain('Take my seat back');
});

test('in German too', async () => {
  await choose('de');
  expect(shown(true)).toContain('Spielt der Bot diese gewertete Partie zu Ende');
});
