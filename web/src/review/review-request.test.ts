import { beforeEach, expect, test, vi } from 'vitest';
import type { FromServer, ReviewAnswer } from '../generated/protocol.ts';
import { review } from './sample-review.ts';

let listen: (message: FromServer) => void;
let stopped: number;
let answer: () => Promise<ReviewAnswer>;

class Refusal extends Error {
  constructor(readonly problem: { code: string }) {
    super();
  }
}
vi.mock('../lib/api.ts', () => ({ Refusal, api: { review: () => answer() } }));
vi.mock('../lib/live.svelte.ts', () => ({
  live: {
    review: (_: object, listener: typeof listen) => {
      listen = listener;
      return () => stopped++;
    },
  },
}));

const { ReviewRequest } = await import('./review-request.svelte.ts');

type State = ReviewAnswer['state'];
const progress = (state: State, done = 0) =>
  ({ depth: 'quick', state, done, total: 48, code: null }) as const;
const stored = (state: State): ReviewAnswer => ({
  ...progress(state),
  review: state === 'ready' ? review([]) : null,
});
const message = (state: State, done = 0) => listen({ type: 'review', table: 't', ...progress(state, done) });

beforeEach(() => {
  stopped = 0;
  answer = () => Promise.resolve(stored('absent'));
});

test('a link from a game asks at once, a shared address only shows what there is', async () => {
  const shared = new ReviewRequest('t', '', 'quick');
  await shared.load(false);
  expect(shared.state).toBe('absent');
  const linked = new ReviewRequest('t', '', 'quick');
  await linked.load(true);
  expect(linked.state).toBe('waiting');
});

test('the progress is followed until the review is ready', async () => {
  const request = new ReviewRequest('t', '', 'quick');
  request.ask();
  message('running', 12);
  expect([request.state, request.done, request.total]).toEqual(['running', 12, 48]);
  answer = () => Promise.resolve(stored('ready'));
  message('ready');
  await vi.waitFor(() => expect(request.review).not.toBeNull());
  expect([request.state, stopped]).toEqual(['ready', 1]);
});

test('whoever comes while it is made follows it, too', async () => {
  answer = () => Promise.resolve(stored('running'));
  const request = new ReviewRequest('t', '', 'quick');
  await request.load(false);
  message('running', 3);
  expect(request.done).toBe(3);
});

test('leaving or cancelling stops it', async () => {
  const request = new ReviewRequest('t', '', 'quick');
  request.ask();
  request.cancel();
  expect([request.state, stopped]).toEqual(['absent', 1]);
  request.ask();
  request.close();
  expect(stopped).toBe(2);
});

test('failures and refusals have a code, and it can be tried again', async () => {
  const request = new ReviewRequest('t', '', 'quick');
  request.ask();
  listen({ type: 'refused', code: 'review_running', why: '', rule: null, table: 't' });
  expect([request.state, request.code]).toEqual(['failed', 'review_running']);
  answer = () => Promise.reject(new Refusal({ code: 'offline' }));
  await request.load(false);
  expect([request.state, request.code]).toEqual(['refused', 'offline']);
  answer = () => Promise.resolve(stored('ready'));
  await request.load(false);
  expect([request.state, request.code]).toEqual(['ready', null]);
});
