import { describe, expect, it, vi } from 'vitest';
import type { AnyView } from '../generated/games.ts';
import type { Ply, QuestionInfo, StepInfo, TriedMove, TutorialDetail } from '../generated/protocol.ts';
import { loadPositions } from '../games/positions.ts';

// The settings read from the browser, which is missing here.
vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { Lesson } = await import('./lesson.svelte.ts');

const [position] = await loadPositions('patterns');
const said = (en: string) => ({ en, de: en });
/** Views that can be told apart. */
const view = (beginner: number): AnyView => ({ ...position!.view, beginner });
const ply = (number: number): Ply => ({ ply: number, move: 'Fd4', seat: 0, events: [], view: view(number) });

const question = (more: Partial<QuestionInfo> = {}): QuestionInfo => ({
  legal: ['Fa3', 'Fa4', 'Fa5', 'X'],
  outcomes: { Fa3: [ply(1), ply(2)] },
  answers: { Fa4: said('Not this one.'), Sd4: said('Too close.') },
  otherwise: said('Something else.'),
  ...more,
});
const step = (scene: number, number: number, more: Partial<StepInfo> = {}): StepInfo => ({
  scene,
  say: said(`step ${number}`),
  show: [],
  view: view(number),
  events: [],
  plies: [],
  question: null,
  options: [],
  ...more,
});

function begin(steps: StepInfo[], at = 0, tryMove: (move: string) => TriedMove = legal) {
  const tutorial: TutorialDetail = {
    info: { id: 'one', game: 'patterns', minutes: 1, title: said('Title'), about: said('About'), steps: 0 },
    seat: 0,
    seats: 2,
    steps,
  };
  const seen: string[] = [];
  const number = (one: AnyView) => ('beginner' in one ? one.beginner : null);
  const lesson = new Lesson(tutorial, at, {
    tryMove: (_, move) => Promise.resolve(tryMove(move)),
    onshow: (before, after) => seen.push(`${number(before)}→${number(after)}`),
    pace: () => 0,
    onstep: (at) => seen.push(`step ${at}`),
    ondone: () => seen.push('done'),
  });
  return { lesson, seen, now: () => number(lesson.shown.view) };
}
const legal = (move: string): TriedMove => ({ move, events: [], gain: 3, rule: null, reason: null });

describe('Lesson', () => {
  it('goes on with the move that is asked for, and shows what the others do', async () => {
    const { lesson, seen, now } = begin([step(0, 0, { question: question() }), step(0, 2)]);
    expect(lesson.legal).toHaveLength(4);
    lesson.pick('Fa3');
    await lesson.make('Fa3');
    expect(seen).toEqual(['0→1', '1→2', 'step 1']);
    expect(now()).toBe(2);
    expect(lesson.happened).toHaveLength(2);
    expect(lesson.legal).toEqual([]);
    await lesson.next();
    expect(lesson.finished).toBe(true);
    expect(seen.at(-1)).toBe('done');
  });

  it('goes on after the right answer to a question, and answers wrong ones', async () => {
    const options = [
      { say: said('two'), right: false, answer: said('Count again.') },
      { say: said('three'), right: true, answer: null },
    ];
    const { lesson, seen } = begin([step(0, 0, { options }), step(0, 1)]);
    await lesson.next();
    lesson.choose(0);
    await lesson.next();
    expect(lesson.at).toBe(0);
    lesson.choose(1);
    lesson.choose(0);
    expect(lesson.chosen).toBe(1);
    await lesson.next();
    expect(seen).toEqual(['step 1']);
    expect(lesson.chosen).toBe(null);
  });

  it('answers another legal move, and the position stays', async () => {
    const { lesson, seen } = begin([step(0, 0, { question: question() }), step(0, 2)]);
    await lesson.make('Fa4');
    expect(lesson.answer?.said?.en).toBe('Not this one.');
    await lesson.make('Fa5');
    expect(lesson.answer).toEqual({ said: said('Something else.'), illegal: null });
    expect([lesson.at, seen]).toEqual([0, []]);
    lesson.pick('X');
    expect(lesson.answer).toBeNull();
  });

  it('answers an illegal move with the rule, and with its own words if it has some', async () => {
    const illegal = (move: string): TriedMove => ({ ...legal(move.replace('P', 'S')), gain: 0, rule: 'P9' });
    const { lesson } = begin([step(0, 0, { question: question() }), step(0, 2)], 0, illegal);
    await lesson.explain('Pd4');
    expect(lesson.answer?.said?.en).toBe('Too close.');
    expect(lesson.answer?.illegal?.rule).toBe('P9');
    await lesson.explain('Pd5');
    expect(lesson.answer?.said).toBeNull();
    expect(lesson.at).toBe(0);
  });

  it('keeps what followed from an alternative until the scene ends', async () => {
    const outcomes = { Fa3: [ply(1)], X: [ply(7)] };
    const steps = [step(0, 0, { question: question({ outcomes }) }), step(0, 1), step(1, 4)];
    const { lesson, now } = begin(steps);
    await lesson.make('X');
    expect([lesson.at, now()]).toEqual([1, 7]);
    await lesson.next();
    expect([lesson.at, now()]).toEqual([2, 4]);
    lesson.back();
    lesson.back();
    expect(now(), 'the question is asked again').toBe(0);
    await lesson.make('Fa3');
    expect([lesson.at, now()]).toEqual([1, 1]);
  });

  it('previews what is picked, shows the move on request, and goes back', async () => {
    const { lesson } = begin([step(0, 0), step(0, 0, { question: question() }), step(0, 2)], 1);
    lesson.showMove();
    expect(lesson.picked).toBe('Fa3');
    await Promise.resolve();
    expect(lesson.previews.of('Fa3')?.gain).toBe(3);
    lesson.back();
    expect([lesson.at, lesson.picked]).toEqual([0, null]);
    lesson.back();
    expect(lesson.at).toBe(0);
  });

  it('starts inside the tutorial, whatever was kept', () => {
    expect(begin([step(0, 0), step(0, 0)], 99).lesson.at).toBe(1);
    expect(begin([step(0, 0), step(0, 0)], -1).lesson.at).toBe(0);
  });
});
