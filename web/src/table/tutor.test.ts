import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableInfo, Tutored } from '../generated/protocol.ts';
import type { Advice } from '../generated/review.ts';

const settings = { tutor: 'off', tutorAt: '' };
vi.mock('../lib/settings.svelte.ts', () => ({ settings }));
const { mayTutor, Tutor, tutorLevelAt } = await import('./tutor.svelte.ts');

const asked: string[] = [];
const played: string[] = [];
const advice: Advice = {
  ...{ move: 'a', better: 'b', line: [], reason: null, mark: 'blunder' },
  loss: { win: 0.3, win_error: 0.01, points: 4, points_error: 0.1 },
};
const answer = (move: string, found: Advice | null): Tutored => ({
  ...{ type: 'tutored', table: 't', number: 1, move, advice: found },
});
const newTutor = (connected = true) =>
  new Tutor(
    (move) => connected && asked.push(move) > 0,
    (move) => played.push(move),
  );

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = played.length = 0;
});
afterEach(() => vi.useRealTimers());

test('a good move goes as soon as the tutor has looked at it, and only once', () => {
  const tutor = newTutor();
  tutor.submit('c', true);
  tutor.submit('c', true); // a second click
  expect([asked, played]).toEqual([['c'], []]);
  tutor.receive(answer('c', null));
  tutor.receive(answer('c', null));
  vi.runAllTimers();
  expect(played).toEqual(['c']);
});

test('a bad move waits for the player, who may play it all the same', () => {
  const tutor = newTutor();
  tutor.submit('a', true);
  tutor.receive(answer('a', advice));
  vi.runAllTimers();
  expect([played, tutor.advice]).toEqual([[], advice]);
  tutor.playAnyway();
  expect([played, tutor.advice]).toEqual([['a'], null]);
});

test('thinking again sends nothing, and the same move is asked about without the server', () => {
  const tutor = newTutor();
  tutor.submit('a', true);
  tutor.receive(answer('a', advice));
  tutor.cancel();
  expect(tutor.advice).toBeNull();
  tutor.submit('a', true);
  expect([asked, tutor.advice]).toEqual([['a'], advice]);
});

test('the better move that was shown is played without another look', () => {
  const tutor = newTutor();
  tutor.submit('a', true);
  tutor.receive(answer('a', advice));
  expect(tutor.show()).toBe('b');
  tutor.submit('b', true);
  expect([asked, played, tutor.advice]).toEqual([['a'], ['b'], null]);
});

test('a slow tutor holds nothing up, and its late answer changes nothing', () => {
  const tutor = newTutor();
  tutor.submit('a', true);
  vi.runAllTimers();
  expect(played).toEqual(['a']);
  tutor.receive(answer('a', advice));
  expect([played, tutor.advice]).toEqual([['a'], null]);
});

test('a refusal, or a lost connection, lets the move go', () => {
  const tutor = newTutor();
  tutor.submit('a', true);
  tutor.refused({ type: 'refused', code: 'tutor_late', why: '', rule: null, table: 't', tutor: 'a' });
  newTutor(false).submit('c', true);
  expect(played).toEqual(['a', 'c']);
});

test('a move that is let go of, or of an earlier position, is not played', () => {
  const tutor = newTutor();
  tutor.submit('a', true);
  tutor.cancel();
  tutor.submit('c', true);
  tutor.clear();
  vi.runAllTimers();
  expect(played).toEqual([]);
});

test('it is on at one table after a tutorial, and elsewhere as chosen', () => {
  expect(tutorLevelAt('t')).toBe('off');
  settings.tutorAt = 't';
  expect([tutorLevelAt('t'), tutorLevelAt('u')]).toEqual(['serious', 'off']);
  settings.tutor = 'all';
  expect(tutorLevelAt('t')).toBe('all');
});

test('it helps only in unrated games with bots on all other seats', () => {
  const info = (spec: object): TableInfo => ({
    ...{ id: 't', status: 'playing', host: '', created: 0, moves: 0, commitment: '', rules: 1 },
    spec: { game: 'mandala', bots: [null, 1], ...spec },
    sitting: [0, 1].map((seat) => ({ seat, person: null })),
  });
  expect(mayTutor(info({}), [0])).toBe(true);
  expect(mayTutor(info({ rated: true }), [0])).toBe(false);
  expect(mayTutor(info({ bots: [null, null] }), [0])).toBe(false);
  expect(mayTutor(info({ bots: [null, null], hot_seat: true }), [0, 1])).toBe(false);
  expect(mayTutor(info({}), [])).toBe(false);
});
