import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text).type);
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  fail() {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
}

let network: EventTarget;
let page: EventTarget & { hidden: boolean };
const go = (event: 'online' | 'offline') => network.dispatchEvent(new Event(event));

/** The modules in their state when the app opens. */
async function open() {
  network = new EventTarget();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.resetModules();
  const { live } = await import('./live.svelte.ts');
  const { reachability } = await import('./reachability.svelte.ts');
  return { live, reachability };
}

beforeAll(open, 60_000); // the first time it is compiled
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a new connection shows that the server is reachable again', async () => {
  const { live, reachability } = await open();
  live.follow('open', () => {});
  reachability.isReachable = false; // a request has failed
  FakeSocket.last.open();
  expect(reachability.isReachable).toBe(true);
});

test('the app notices the network again on a page that sends no requests', async () => {
  const { live, reachability } = await open();
  go('offline');
  expect([reachability.isReachable, live.state]).toEqual([false, 'connecting']); // no game waits for it
  go('online');
  expect([reachability.isReachable, live.state]).toEqual([true, 'connecting']);
});

test('after leaving the last page that needs a connection, none is missing', async () => {
  const { live } = await open();
  const stop = live.watch('t', '', () => {}, () => null); // prettier-ignore
  FakeSocket.last.open();
  go('offline');
  expect(live.state).toBe('lost');
  FakeSocket.last.fail();
  stop();
  expect(live.state).toBe('connecting');
  const before = FakeSocket.last;
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.last).toBe(before); // and none is tried for
});

test('a lost connection is shown until it is back', async () => {
  const { live } = await open();
  live.watch('t', '', () => {}, () => null); // prettier-ignore
  FakeSocket.last.open();
  go('offline');
  expect(live.state).toBe('lost');
  go('online');
  FakeSocket.last.open();
  expect([live.state, FakeSocket.last.sent]).toEqual(['open', ['watch']]);
});

test('a review is asked for again after an interruption, until nobody waits for it', async () => {
  const { live } = await open();
  const heard: string[] = [];
  const stop = live.review({ type: 'review', table: 't', depth: 'quick' }, ({ type }) => heard.push(type));
  FakeSocket.last.open();
  FakeSocket.last.fail();
  vi.advanceTimersByTime(1000);
  FakeSocket.last.open();
  FakeSocket.last.hear({ type: 'review', table: 't', depth: 'quick', state: 'running', done: 1, total: 2 });
  FakeSocket.last.hear({ type: 'review', table: 'other', depth: 'quick', state: 'waiting' });
  stop();
  expect(FakeSocket.last.sent).toEqual(['review', 'stop_review']);
  expect(heard).toEqual(['review']);
});

test('the server learns whether somebody looks, also after an interruption', async () => {
  const { live } = await open();
  live.watch('t', '', () => {}, () => null); // prettier-ignore
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual(['watch']); // it takes for granted that somebody does
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.last.sent).toEqual(['watch', 'looking']);
  FakeSocket.last.fail();
  vi.advanceTimersByTime(1000);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual(['looking', 'watch']);
});
