import { beforeEach, expect, test, vi } from 'vitest';
import type { AnyEvent } from '../generated/games.ts';

// The settings read from the browser, which is missing here.
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { previewSentences, Previews } = await import('./previews.svelte.ts');
await (await import('../i18n/texts.svelte.ts')).loadTexts();

let sent: string[];
beforeEach(() => (sent = []));
const start = () => new Previews((move) => sent.push(move));
const DRAW: AnyEvent = { event: 'draw', seat: 0, count: 1 };
const answer = (move: string) => ({
  ...{ type: 'previewed' as const, table: 't', number: 3, move },
  ...{ events: [DRAW], gain: 2 },
});

test('each preview is requested once, and the answer is kept', () => {
  const previews = start();
  previews.ask('M1R');
  previews.ask('M1R');
  expect(sent).toEqual(['M1R']);
  expect(previews.of('M1R')).toBeNull();
  previews.receive(answer('M1R'));
  previews.ask('M1R');
  expect(sent).toEqual(['M1R']);
  expect(previews.of('M1R')).toEqual({ events: [DRAW], gain: 2 });
});

test('unanswered requests are repeated after a reconnect', () => {
  const previews = start();
  previews.ask('M1R');
  previews.ask('M1O');
  previews.receive(answer('M1R'));
  previews.resend();
  expect(sent).toEqual(['M1R', 'M1O', 'M1O']);
});

test('another position has other previews', () => {
  const previews = start();
  previews.ask('M1R');
  previews.receive(answer('M1R'));
  previews.clear();
  expect(previews.of('M1R')).toBeNull();
  previews.ask('M1R');
  expect(sent).toEqual(['M1R', 'M1R']);
});

test('points are mentioned only if they change', () => {
  const gameUI = { describePreview: () => ['You draw one card.'] };
  const names = { name: () => 'Anna', isYou: () => true };
  expect(previewSentences({ events: [], gain: 0 }, gameUI, names)).toEqual(['You draw one card.']);
  expect(previewSentences({ events: [], gain: 1 }, gameUI, names)).toEqual([
    'You draw one card.',
    '+1 point',
  ]);
});
