import { expect, test } from 'vitest';
import type { View } from '../../generated/mandala.ts';
import { COLOURS } from '../../lib/colours.ts';
import { TARGETS } from './moves.ts';
import { Picking, type PickingProps } from './picking.svelte.ts';
import positions from './positions.json' with { type: 'json' };

/** A board as the app has it: what is picked is given back. */
function table(index: number, confirmed = true) {
  const position = positions[index]!;
  const tried: string[] = [];
  const considered: string[] = [];
  const props: PickingProps = {
    view: position.view as unknown as View,
    seat: position.seat ?? 0,
    legal: position.legal,
    picked: null,
    onpick: (move) => (props.picked = move),
    onillegal: (move) => tried.push(move),
    onconsider: (move) => considered.push(move),
    previewOf: () => [],
    confirmed,
  };
  return { props, tried, considered, picking: new Picking(() => props), legal: position.legal };
}

const handOf = ({ props }: ReturnType<typeof table>) => props.view.players[props.seat]?.hand ?? {};

for (const confirmed of [true, false]) {
  test(`every legal move can be picked, and no other (${confirmed ? 'with' : 'without'} a bar that confirms)`, () => {
    positions.forEach((_, index) => {
      const reached = new Set<string>();
      for (const colour of COLOURS) {
        const taking = table(index, confirmed);
        if (taking.picking.takeable.includes(colour)) {
          taking.picking.take(colour);
          reached.add(taking.props.picked!);
        }
        for (const target of TARGETS) {
          for (let count = 1; count <= (handOf(taking)[colour] ?? 0); count++) {
            const { props, picking } = table(index, confirmed);
            picking.lift(colour);
            if (picking.at(target) === null) continue;
            picking.put(target);
            picking.setCount(count);
            if (picking.unsettled) picking.settle();
            if (props.picked) reached.add(props.picked);
          }
        }
      }
      expect([...reached].sort(), `position ${index}`).toEqual([...positions[index]!.legal].sort());
    });
  });
}

test('what is not legal is tried, so that the server can say why', () => {
  // Orange and black lie in mountain 1: the golden rule shuts field 1 to them.
  const { props, tried, picking } = table(0);
  picking.lift('O');
  expect(picking.at('F1')).toBe('shut');
  picking.put('F1');
  expect(tried).toEqual(['F1O1']);
  expect(props.picked).toBeNull();
  expect(picking.held).toBe('O');
});

test('more cards than may be played are tried, more than one has are not', () => {
  const { props, tried, picking } = table(0);
  props.view = structuredClone(props.view);
  props.view.players[0]!.hand = { P: 3 };
  props.legal = ['F1P1', 'F1P2', 'DP1', 'DP2', 'DP3'];
  picking.lift('P');
  picking.put('F1');
  expect(props.picked).toBe('F1P2');
  picking.setCount(3);
  expect(tried).toEqual(['F1P3']);
  picking.setCount(4);
  picking.setCount(0);
  expect(tried).toEqual(['F1P3']);
  expect(props.picked).toBe('F1P2');
  picking.setCount(1);
  expect(props.picked).toBe('F1P1');
});

test('lifting once more lays down, lifting another colour changes it, and both give up a picked move', () => {
  const { props, picking } = table(0);
  picking.lift('R');
  picking.lift('R');
  expect(picking.held).toBeNull();
  picking.lift('R');
  picking.put('M1');
  expect(props.picked).toBe('M1R');
  picking.lift('P');
  expect(props.picked).toBeNull();
  expect(picking.held).toBe('P');
  picking.put('D');
  picking.drop();
  expect(props.picked).toBeNull();
  expect(picking.held).toBeNull();
});

test('a move cancelled elsewhere is laid down, one exchanged here is not', () => {
  const { props, picking } = table(0);
  picking.lift('R');
  picking.put('M1');
  picking.watch(props.picked);
  picking.lift('P');
  picking.watch(props.picked);
  expect(picking.held).toBe('P');
  picking.put('M1');
  picking.watch(props.picked);
  props.picked = null;
  picking.watch(props.picked);
  expect(picking.held).toBeNull();
});

test('without a bar the number is settled by a second press on the target', () => {
  const { props, picking } = table(0, false);
  picking.lift('P');
  picking.put('F1');
  expect(props.picked).toBeNull();
  expect(picking.ghost('F1')?.count).toBe(2);
  picking.setCount(1);
  picking.put('F1');
  expect(props.picked).toBe('F1P1');
});

test('nothing can be put while it is not our turn', () => {
  const { props, picking } = table(0);
  props.legal = [];
  picking.lift('R');
  expect(picking.held).toBe('R');
  for (const target of TARGETS) expect(picking.at(target)).toBeNull();
});

test('what stays in hand is known before the move is made', () => {
  const { picking } = table(0);
  picking.lift('P');
  picking.put('F1');
  expect(picking.left('P', 2)).toBe(0);
  expect(picking.left('O', 2)).toBe(2);
});

test('at a target, the preview of the move there is fetched ahead', () => {
  const { considered, picking } = table(0);
  picking.consider('M1');
  expect(considered).toEqual([]);
  picking.lift('P');
  picking.consider('M1');
  picking.consider('F1');
  expect(considered).toEqual(['M1P', 'F1P2']);
});

test('the river place that a colour would open is the one that the server foresees', () => {
  const { props, picking } = table(positions.findIndex(({ view }) => view.phase === 'taking'));
  const colour = picking.takeable[0]!;
  picking.take(colour);
  expect(picking.opens).toBeNull();
  props.previewOf = () => [{ event: 'take', river_place: 4 }];
  expect(picking.opens).toEqual({ place: 4, colour });
  props.previewOf = () => [{ event: 'take', to_cup: 1 }];
  expect(picking.opens).toBeNull();
});

test('the previews of one card more and one fewer are fetched ahead', () => {
  const { considered, picking } = table(0);
  picking.lift('P');
  picking.put('F1');
  expect(considered).toEqual(['F1P1']);
});
