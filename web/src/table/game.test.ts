import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPositions } from '../games/positions.ts';
import type { FromClient, FromServer, State, TableInfo } from '../generated/protocol.ts';

const sent: FromClient[] = [];
let receive: (message: FromServer) => void;
vi.mock('../lib/live.svelte.ts', () => ({
  live: {
    watch: (_table: string, _key: string, listener: typeof receive) => {
      receive = listener;
      return () => {};
    },
    send: (message: FromClient) => sent.push(message) > 0,
  },
}));
vi.mock('../lib/settings.svelte.ts', () => ({ animationTime: () => 350, settings: { language: 'en' } }));
const { TableGame } = await import('./game.svelte.ts');

const LOOK = 1000; // milliseconds until the next position is shown
const sitting = [0, 1, 2].map((seat) => ({ seat, person: null, bot: null }));
const info: TableInfo = {
  ...{ id: 't', status: 'playing', spec: { game: 'flowers', rated: false }, sitting },
  ...{ host: '', created: 0, moves: 0, commitment: '', rules: 1 },
};
const dealt = (await loadPositions('flowers'))[0]!.view;

/** The state after `number` moves. Seats move in turn; seat 0 is ours. */
function state(number: number, more: Partial<State> = {}): State {
  const view = { ...dealt, to_move: number % 3 };
  const changes = number ? [{ number, seat: (number - 1) % 3 }] : [];
  return { type: 'state', table: 't', number, ply: number, view, changes, ...more };
}

const thinking = (seat: number): FromServer => ({ type: 'thinking', table: 't', seat });
const newGame = () => {
  const game = new TableGame('t', '');
  receive(state(0, { info, seats: [0] }));
  vi.advanceTimersByTime(LOOK);
  return game;
};

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
});
afterEach(() => vi.useRealTimers());

test('a bot thinks when the board shows its turn, neither earlier nor later', () => {
  const game = newGame();
  receive(state(1));
  receive(thinking(1));
  expect([game.number, game.thinking]).toEqual([1, 1]);
  receive(state(2));
  receive(thinking(2));
  expect([game.number, game.thinking]).toEqual([1, 1]); // the board still shows the previous move
  vi.advanceTimersByTime(LOOK);
  expect([game.number, game.thinking]).toEqual([2, 2]);
});

test('messages about a position wait until it is shown', () => {
  const game = newGame();
  receive(state(1));
  receive(state(2));
  receive({ type: 'presence', table: 't', here: [true, false, true], replaceable_in: [] });
  receive({
    type: 'asked',
    table: 't',
    what: 'take_back',
    by: 1,
    seat: 1,
    waiting: [0],
    settled: null,
    seconds: null,
  });
  receive({ type: 'refused', code: 'gone_on', why: '', rule: null, table: 't' });
  expect([game.here, game.asked, game.refused]).toEqual([[], [], null]);
  vi.advanceTimersByTime(LOOK);
  expect(game.here).toEqual([true, false, true]);
  expect(game.asked).toHaveLength(1);
  expect(game.refused?.code).toBe('gone_on');
});

test('a tap shows everything at once', () => {
  const game = newGame();
  for (const number of [1, 2, 3]) {
    receive(state(number));
    if (number < 3) receive(thinking(number));
  }
  expect(game.number).toBe(1);
  game.showAll();
  expect([game.number, game.thinking]).toEqual([3, null]);
});

test('the clock of a queued position runs from its arrival', () => {
  const game = newGame();
  receive(state(1));
  vi.advanceTimersByTime(200);
  const came = performance.now();
  receive(state(2, { clock: { left: [1, 2, 3] } }));
  vi.advanceTimersByTime(LOOK);
  expect(game.clock).toEqual({ left: [1, 2, 3], at: came });
});

test('spectators with a delay do not see which bot thinks now', () => {
  const game = newGame();
  receive(thinking(2));
  expect(game.thinking).toBeNull();
});

test('a player learns whether the last move can be taken back', () => {
  const game = newGame();
  expect(game.noTakeBack).toBe('nothing_to_take_back');
  receive(state(1));
  expect(sent.at(-1)).toEqual({ type: 'may_take_back', table: 't', after: 1 });
  receive({ type: 'may_take_back', table: 't', number: 1, code: 'seen_since' });
  expect(game.noTakeBack).toBe('seen_since');
  vi.advanceTimersByTime(LOOK);
  receive(state(2));
  expect([game.number, game.noTakeBack]).toEqual([2, 'seen_since']); // until the answer comes
  receive({ type: 'may_take_back', table: 't', number: 2, code: null });
  expect(game.noTakeBack).toBeNull();
});

test('in a rated game, nothing is requested', () => {
  const game = new TableGame('t', '');
  const rated = { ...info, spec: { ...info.spec, rated: true } };
  receive(state(1, { info: rated, seats: [0] }));
  expect([game.noTakeBack, sent]).toEqual(['rated_take_back', []]);
});
