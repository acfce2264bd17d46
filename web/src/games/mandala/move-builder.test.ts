import { expect, test } from 'vitest';
import { COLOURS } from '../../lib/colours.ts';
import { TARGETS } from './moves.ts';
import { MoveBuilder, type MoveBuilderProps } from './move-builder.svelte.ts';
import { loadPositions } from '../positions.ts';

const positions = await loadPositions('mandala');

/** A board as in the app: the picked move is passed back. */
function table(index: number, confirmed = true) {
  const position = positions[index]!;
  const tried: string[] = [];
  const considered: string[] = [];
  const props: MoveBuilderProps = {
    view: position.view,
    seat: position.seat ?? 0,
    legal: position.legal,
    picked: null,
    onpick: (move) => (props.picked = move),
    onillegal: (move) => tried.push(move),
    onconsider: (move) => considered.push(move),
    previewOf: () => [],
    confirmed,
  };
  return { props, tried, considered, builder: new MoveBuilder(() => props), legal: position.legal };
}

const handOf = ({ props }: ReturnType<typeof table>) => props.view.players[props.seat]?.hand ?? {};

for (const confirmed of [true, false]) {
  test(`every legal move can be picked, and no other (${confirmed ? 'with' : 'without'} a bar that confirms)`, () => {
    positions.forEach((_, index) => {
      const reached = new Set<string>();
      for (const colour of COLOURS) {
        const taking = table(index, confirmed);
        if (taking.builder.takeable.includes(colour)) {
          taking.builder.take(colour);
          reached.add(taking.props.picked!);
        }
        for (const target of TARGETS) {
          for (let count = 1; count <= (handOf(taking)[colour] ?? 0); count++) {
            const { props, builder } = table(index, confirmed);
            builder.lift(colour);
            if (builder.at(target) === null) continue;
            builder.put(target);
            builder.setCount(count);
            if (builder.unsettled) builder.settle();
            if (props.picked) reached.add(props.picked);
          }
        }
      }
      expect([...reached].sort(), `position ${index}`).toEqual([...positions[index]!.legal].sort());
    });
  });
}

test('an illegal move is reported, so that the server can explain it', () => {
  // Orange and black lie in mountain 1, so the golden rule closes field 1 to them.
  const { props, tried, builder } = table(0);
  builder.lift('O');
  expect(builder.at('F1')).toBe('shut');
  builder.put('F1');
  expect(tried).toEqual(['F1O1']);
  expect(props.picked).toBeNull();
  expect(builder.held).toBe('O');
});

test('more cards than allowed are reported, more than in hand are not', () => {
  const { props, tried, builder } = table(0);
  props.view = structuredClone(props.view);
  props.view.players[0]!.hand = { P: 3 };
  props.legal = ['F1P1', 'F1P2', 'DP1', 'DP2', 'DP3'];
  builder.lift('P');
  builder.put('F1');
  expect(props.picked).toBe('F1P2');
  builder.setCount(3);
  expect(tried).toEqual(['F1P3']);
  builder.setCount(4);
  builder.setCount(0);
  expect(tried).toEqual(['F1P3']);
  expect(props.picked).toBe('F1P2');
  builder.setCount(1);
  expect(props.picked).toBe('F1P1');
});

test('lifting again puts the colour down, lifting another changes it, and both cancel the picked move', () => {
  const { props, builder } = table(0);
  builder.lift('R');
  builder.lift('R');
  expect(builder.held).toBeNull();
  builder.lift('R');
  builder.put('M1');
  expect(props.picked).toBe('M1R');
  builder.lift('P');
  expect(props.picked).toBeNull();
  expect(builder.held).toBe('P');
  builder.put('D');
  builder.drop();
  expect(props.picked).toBeNull();
  expect(builder.held).toBeNull();
});

test('a move cancelled elsewhere puts the cards down, one changed here does not', () => {
  const { props, builder } = table(0);
  builder.lift('R');
  builder.put('M1');
  builder.watch(props.picked);
  builder.lift('P');
  builder.watch(props.picked);
  expect(builder.held).toBe('P');
  builder.put('M1');
  builder.watch(props.picked);
  props.picked = null;
  builder.watch(props.picked);
  expect(builder.held).toBeNull();
});

test('without confirmation, a second press on the target settles the number', () => {
  const { props, builder } = table(0, false);
  builder.lift('P');
  builder.put('F1');
  expect(props.picked).toBeNull();
  expect(builder.ghost('F1')?.count).toBe(2);
  builder.setCount(1);
  builder.put('F1');
  expect(props.picked).toBe('F1P1');
});

test('nothing can be placed while it is not our turn', () => {
  const { props, builder } = table(0);
  props.legal = [];
  builder.lift('R');
  expect(builder.held).toBe('R');
  for (const target of TARGETS) expect(builder.at(target)).toBeNull();
});

test('the cards left in hand are known before the move is made', () => {
  const { builder } = table(0);
  builder.lift('P');
  builder.put('F1');
  expect(builder.left('P', 2)).toBe(0);
  expect(builder.left('O', 2)).toBe(2);
});

test('at a target, the preview of the move there is fetched ahead', () => {
  const { considered, builder } = table(0);
  builder.consider('M1');
  expect(considered).toEqual([]);
  builder.lift('P');
  builder.consider('M1');
  builder.consider('F1');
  expect(considered).toEqual(['M1P', 'F1P2']);
});

test('the river place that a colour would open is the one in the preview', () => {
  const { props, builder } = table(positions.findIndex(({ view }) => view.phase === 'taking'));
  const colour = builder.takeable[0]!;
  builder.take(colour);
  expect(builder.opens).toBeNull();
  const take = { event: 'take', seat: 1, mandala: 1, colour, count: 1 } as const;
  props.previewOf = () => [{ ...take, to_cup: 0, river_place: 4 }];
  expect(builder.opens).toEqual({ place: 4, colour });
  props.previewOf = () => [{ ...take, to_cup: 1 }];
  expect(builder.opens).toBeNull();
});

test('the previews of one card more and one fewer are fetched ahead', () => {
  const { considered, builder } = table(0);
  builder.lift('P');
  builder.put('F1');
  expect(considered).toEqual(['F1P1']);
});
