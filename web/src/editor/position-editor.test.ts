import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionCheck, PositionProblem } from '../generated/protocol.ts';
import { loadPositions } from '../games/positions.ts';
import { Refusal } from '../lib/api.ts';
import type { EditorApi } from './editor-api.ts';
import { loadPosition } from './loading.ts';
import { isGood, PositionEditor, type GoodCheck } from './position-editor.svelte.ts';
import { handWord, sampleInfo } from './sample-description.ts';

vi.mock('../lib/reachability.svelte.ts', () => ({ reachability: { isReachable: true } })); // needs a browser

const { view } = (await loadPositions('mandala'))[0]!;
const PROBLEM: PositionProblem = {
  kind: 'impossible',
  place: 'hand/0',
  word: 'hand',
  rule: null,
  why: { en: 'A hand has one to eight cards.', de: 'Eine Hand hat eine bis acht Karten.' },
};

const checked = (text: string): PositionCheck => ({
  text,
  values: { 'hand/0': text.slice('hand='.length).split('/')[0]!, 'hand/1': '?3' },
  seats: 2,
  seat: 0,
  known_seats: [0],
  to_move: 0,
  over: false,
  unknown: 3,
  forgotten: 0,
  view,
  open_view: null,
  legal: ['M1R'],
  problem: null,
});
const wrong = (problem = PROBLEM): PositionCheck => ({
  ...checked(''),
  values: {},
  seat: null,
  view: null,
  to_move: null,
  legal: [],
  problem,
});
const good = (text: string): GoodCheck => {
  const found = checked(text);
  if (!isGood(found)) throw new Error('the sample is good');
  return found;
};

const info = sampleInfo([handWord()], { start: 'hand=R1/?3' });

function started() {
  const answers: ((answer: PositionCheck) => void)[] = [];
  const check = vi.fn<EditorApi['check']>(() => {
    return new Promise<PositionCheck>((resolve) => answers.push(resolve));
  });
  const shown: string[] = [];
  const editor = new PositionEditor(
    { check, info: async () => info },
    info,
    good('hand=R1/?3'),
    null,
    ({ text }) => shown.push(text),
  );
  return { editor, check, answers, shown };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(1000);

describe('a position while it is edited', () => {
  it('is checked once after several quick changes', async () => {
    const { editor, check, answers, shown } = started();
    editor.set('hand/0', 'R2');
    editor.set('hand/0', 'R3');
    expect([editor.pending, editor.isCurrent]).toEqual([true, false]);
    await settle();
    expect(check.mock.calls).toEqual([['mandala', 'hand=R3/?3', null]]);
    answers[0]!(checked('hand=R3/?3'));
    await settle();
    expect([editor.good.text, editor.isCurrent]).toEqual(['hand=R3/?3', true]);
    expect(shown).toEqual(['hand=R3/?3']);
  });

  it('ignores an answer about an earlier state', async () => {
    const { editor, answers } = started();
    editor.set('hand/0', 'R2');
    await settle();
    editor.set('hand/0', 'R3');
    await settle();
    answers[1]!(checked('hand=R3/?3'));
    await settle();
    answers[0]!(wrong());
    await settle();
    expect([editor.good.text, editor.problem]).toEqual(['hand=R3/?3', null]);
  });

  it('keeps the last good position while something is wrong', async () => {
    const { editor, answers, shown } = started();
    editor.set('hand/0', '-');
    await settle();
    answers[0]!(wrong());
    await settle();
    expect([editor.problem, editor.good.text, editor.values['hand/0']]).toEqual([PROBLEM, 'hand=R1/?3', '-']);
    expect(shown).toEqual([]);
    editor.undo();
    await settle();
    answers[1]!(checked('hand=R1/?3'));
    await settle();
    expect([editor.problem, editor.values['hand/0']]).toEqual([null, 'R1']);
  });

  it('asks again when the server was out of reach', async () => {
    const { editor, check } = started();
    check.mockRejectedValueOnce(new Refusal({ code: 'offline', why: '', rule: null }));
    editor.set('hand/0', 'R2');
    await settle();
    expect([editor.refusal?.problem.code, editor.isCurrent]).toEqual(['offline', false]);
    check.mockResolvedValueOnce(checked('hand=R2/?3'));
    editor.retry();
    await settle();
    expect([editor.refusal, editor.good.text]).toEqual([null, 'hand=R2/?3']);
  });

  it('loads text, and nothing of it if something is wrong', async () => {
    const { editor, answers } = started();
    const refused = editor.load('hand=R99/?3');
    answers[0]!(wrong());
    expect(await refused).toEqual(PROBLEM);
    expect([editor.values['hand/0'], editor.canUndo, editor.problem]).toEqual(['R1', false, null]);
    const loaded = editor.load('hand=K2/?3');
    answers[1]!(checked('hand=K2/?3'));
    expect(await loaded).toBeNull();
    expect([editor.values['hand/0'], editor.canUndo]).toEqual(['K2', true]);
  });
});

describe('the position of an address', () => {
  const api = {
    info: async () => info,
    check: async (_game: string, text: string) => (text.startsWith('hand=') ? checked(text) : wrong()),
  };

  it('is loaded with its seat', async () => {
    const found = await loadPosition(api, 'mandala', 'hand=K3/?3', '1');
    expect([found.first.text, found.seat, found.wrongAddress]).toEqual(['hand=K3/?3', 1, null]);
  });

  it('that cannot be gives way to the starting position', async () => {
    const found = await loadPosition(api, 'mandala', 'nonsense', 'x');
    expect([found.first.text, found.seat, found.wrongAddress]).toEqual(['hand=R1/?3', null, PROBLEM]);
  });

  it('may be missing', async () => {
    const found = await loadPosition(api, 'mandala', null, null);
    expect([found.first.text, found.wrongAddress]).toEqual(['hand=R1/?3', null]);
  });
});
