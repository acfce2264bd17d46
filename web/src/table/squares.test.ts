import { expect, test } from 'vitest';
import { squares } from './squares.ts';

test('a QR code is drawn square by square', () => {
  const rows = [
    [true, false],
    [false, true],
  ];
  expect(squares(rows)).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
});
