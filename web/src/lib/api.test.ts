import { afterEach, expect, test, vi } from 'vitest';
import { api, Refusal } from './api.ts';

vi.mock('./reachability.svelte.ts', () => ({ reachability: { isReachable: true } })); // needs a browser

const SPEC = { game: 'mandala', seats: 2 };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function keysSent(...answers: (() => Promise<Response>)[]): string[] {
  const keys: string[] = [];
  vi.stubGlobal('fetch', (_: string, request: RequestInit) => {
    keys.push(new Headers(request.headers).get('idempotency-key') ?? '');
    return answers.shift()!();
  });
  return keys;
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const opened = () => Promise.resolve(Response.json({ table: { id: 'one' }, key: '' }, { status: 201 }));

test('opening a table again after a lost answer does not open a second one', async () => {
  const keys = keysSent(lost, lost, opened, opened);
  await expect(api.openTable(SPEC)).rejects.toBeInstanceOf(Refusal);
  await expect(api.openTable(SPEC)).rejects.toBeInstanceOf(Refusal);
  await api.openTable(SPEC);
  await api.openTable(SPEC);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]); // the next table is another one
});

test('another table gets another key', async () => {
  const keys = keysSent(lost, opened);
  await expect(api.openTable(SPEC)).rejects.toBeInstanceOf(Refusal);
  await api.openTable({ ...SPEC, seats: 3 });
  expect(keys[1]).not.toBe(keys[0]);
});

test('a request is not repeated much later: its game may be over', async () => {
  vi.useFakeTimers();
  const keys = keysSent(lost, lost, opened);
  await expect(api.openTable(SPEC)).rejects.toBeInstanceOf(Refusal);
  vi.advanceTimersByTime(50_000);
  await expect(api.openTable(SPEC)).rejects.toBeInstanceOf(Refusal);
  expect(keys[1]).toBe(keys[0]);
  vi.advanceTimersByTime(50_000);
  await api.openTable(SPEC);
  expect(keys[2]).not.toBe(keys[0]);
});
