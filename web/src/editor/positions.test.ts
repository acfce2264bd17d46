import { describe, expect, it } from 'vitest';
import { readCards, remaining, totalOf, writeCards } from './cards.ts';
import { moved, readItems, writeItems } from './items.ts';
import { composeText, emptied, knowsHidden } from './position-text.ts';
import { neighbour, painted, rowsOf, TURN } from './rows.ts';
import { handWord, sampleInfo, samplePlace as place, sampleWord as word } from './sample-description.ts';

const river = place('river', 'items', { choices: [...'ROYGPK'], counted: true });
const words = [
  handWord(),
  word('zone', [[place('zone/0:0', 'cards'), place('zone/0:1', 'cards')], [place('zone/1', 'choice')]]),
  word('left', [[place('left/0', 'cards')], [place('left/1', 'cards')]], { none: true, default: '-' }),
  word('river', [[river]], { default: '-' }),
];
const info = sampleInfo(words, { supply: { R: 3, K: 3 } });
const values = {
  'hand/0': 'R2',
  'hand/1': '?3',
  'zone/0:0': 'K1',
  'zone/0:1': '-',
  'zone/1': 'x',
  'left/0': '-',
  'left/1': '-',
  river: '-',
};

describe('a position as text', () => {
  it('joins places and parts, and leaves out the usual', () => {
    expect(composeText(words, values)).toBe('hand=R2/?3 zone=K1:-/x');
    expect(composeText(words, { ...values, 'left/1': 'R1', river: 'KR' })).toBe(
      'hand=R2/?3 zone=K1:-/x left=-/R1 river=KR',
    );
  });

  it('can be emptied, but for what others hide', () => {
    expect(composeText(words, emptied(info, { ...values, river: 'R' }))).toBe('hand=-/?3 zone=-:-/x');
  });

  it('knows whether hidden cards of others are written down', () => {
    expect(knowsHidden(words, values, 0)).toBe(false);
    expect(knowsHidden(words, values, 1)).toBe(true);
    expect(knowsHidden(words, { ...values, 'hand/1': 'K1?2' }, 0)).toBe(true);
  });
});

describe('cards', () => {
  it('are read and written in the order of the rules, unknown ones last', () => {
    expect(readCards('K11R2?3')).toEqual({ K: 11, R: 2, '?': 3 });
    expect(readCards('?')).toEqual({ '?': 1 });
    expect(writeCards({ '?': 3, K: 11, R: 2, G: 0 })).toBe('R2K11?3');
    expect(writeCards({ R: 0 })).toBe('-');
    expect(totalOf(readCards('R2?3'))).toBe(5);
  });

  it('that lie nowhere are counted, also if there are too many of a colour', () => {
    expect(remaining(info, { ...values, river: 'K' })).toEqual({
      colours: [
        ['R', 1],
        ['K', 1],
      ],
      total: -1,
    });
    expect(remaining(info, { ...values, 'hand/1': '-', 'hand/0': 'R5' })?.colours).toEqual([
      ['R', -2],
      ['K', 2],
    ]);
    expect(remaining({ ...info, supply: {} }, values)).toBeNull();
  });
});

describe('lists', () => {
  const markers = { choices: ['a3', 'h6'], separator: ',' };
  const tiles = { choices: ['R2', 'Kx'], separator: '' };

  it('are read with a separator or by the length of their items', () => {
    expect(readItems('h6,a3', markers)).toEqual(['h6', 'a3']);
    expect(readItems('KxR2', tiles)).toEqual(['Kx', 'R2']);
    expect(readItems('-', tiles)).toEqual([]);
    expect(writeItems(['Kx', 'R2'], tiles)).toBe('KxR2');
    expect(writeItems(['h6', 'a3'], markers)).toBe('h6,a3');
    expect(writeItems([], markers)).toBe('-');
  });

  it('change their order within bounds', () => {
    expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  });
});

describe('a board of tiles', () => {
  const places = [
    place('board/0', 'row', { fields: ['b2', 'c2'] }),
    place('board/1', 'row', { fields: ['a1', 'b1', 'c1', 'd1'] }),
  ];
  const board = { 'board/0': 'rO', 'board/1': 'gpky' };
  const rows = rowsOf(places, board);

  it('is painted field by field', () => {
    expect(painted(rows[0]![1]!, 'k', board)['board/0']).toBe('rk');
    expect(painted(rows[0]![1]!, TURN, board)['board/0']).toBe('ro');
    expect(painted(rows[1]![3]!, TURN, board)['board/1']).toBe('gpkY');
  });

  it('is walked with the arrow keys, in rows of different lengths', () => {
    const step = (from: [number, number], key: string) => neighbour(rows, rows[from[0]]![from[1]]!, key).name;
    expect(step([0, 0], 'ArrowDown')).toBe('b1');
    expect(step([1, 3], 'ArrowUp')).toBe('c2');
    expect(step([1, 0], 'ArrowLeft')).toBe('a1');
    expect(step([1, 0], 'ArrowRight')).toBe('b1');
    expect(step([1, 0], 'ArrowDown')).toBe('a1');
  });
});
