import { expect, test } from 'vitest';
import { qrPath } from './qr-code.ts';

test('a QR code is a path of unit squares', () => {
  const rows = [
    [true, false],
    [false, true],
  ];
  expect(qrPath(rows)).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
});
