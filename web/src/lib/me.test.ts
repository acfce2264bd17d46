import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

vi.mock('./live.svelte.ts', () => ({ live: { reconnect: () => {} } }));
vi.mock('./reachability.svelte.ts', () => ({ reachability: { isReachable: true } }));

const ANNA = { id: 'anna', name: 'Anna', level: null };
const NEW = { id: 'new', name: 'Guest 1234', level: null };
const MARK = 'sandmandala-known';

type Answer = () => Promise<Response>;
const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const refused = (status: number, code: string) => () => Promise.resolve(Response.json({ code }, { status }));
const page: Answer = () => Promise.resolve(new Response('<h1>Welcome to our train</h1>'));
const anna: Answer = () => Promise.resolve(Response.json(ANNA));

let kept: Map<string, string>;
let answer: Answer; // to GET /me
let created: number;
let goOnline: () => void;

/** The module in its state when the app opens. */
async function open() {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (goOnline = listener));
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) => {
    if (method !== 'POST') return answer();
    created++;
    return Promise.resolve(Response.json(NEW, { status: 201 }));
  });
  vi.resetModules();
  const { ensureNamed, ensurePerson, loadMe, me } = await import('./me.svelte.ts');
  await loadMe();
  return { ensureNamed, ensurePerson, me };
}

const reset = () => {
  vi.useFakeTimers();
  created = 0;
  kept = new Map([[MARK, 'yes']]);
};
beforeAll(async () => {
  reset();
  answer = anna;
  await open(); // the first time it is compiled
}, 60_000);
beforeEach(reset);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['without a connection', lost],
  ['who comes too often', refused(429, 'too_fast')],
  ['while the server starts', refused(503, 'failed')],
  ['behind a page of the train', page],
])('a guest %s does not become another one', async (_, failure) => {
  answer = failure;
  const { me, ensurePerson } = await open();
  expect(me).toEqual({ person: null, loaded: false });
  await expect(ensurePerson(() => 'Guest 1234')).rejects.toMatchObject({ problem: {} });
  expect(created).toBe(0);
  answer = anna;
  expect(await ensurePerson(() => 'Guest 1234')).toEqual(ANNA);
  expect(created).toBe(0);
});

test('the person is loaded as soon as the network is back', async () => {
  answer = lost;
  const { me } = await open();
  answer = anna;
  goOnline();
  await vi.waitFor(() => expect(me).toEqual({ person: ANNA, loaded: true }));
});

test('the person is loaded as soon as the server answers', async () => {
  answer = refused(503, 'failed');
  const { me } = await open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(me.loaded).toBe(false);
  answer = anna;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(me).toEqual({ person: ANNA, loaded: true });
});

test('a person who signed out elsewhere may become a guest', async () => {
  answer = refused(401, 'sign_in');
  const { me, ensurePerson } = await open();
  expect(me).toEqual({ person: null, loaded: true });
  expect(await ensurePerson(() => 'Guest 1234')).toEqual(NEW);
});

test('a guest created in another tab is found', async () => {
  kept.clear();
  answer = anna;
  const { me, ensureNamed } = await open();
  expect(me).toEqual({ person: null, loaded: true });
  kept.set(MARK, 'yes'); // created in the other tab
  expect(await ensureNamed('Anna', () => 'Guest 1234')).toEqual(ANNA);
  expect(created).toBe(0);
});
