import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

test('messages of every length around the blocks have the same fingerprint as elsewhere', () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 31 + length * 7) % 256);
    expect(sha256(message), `${length} bytes`).toBe(createHash('sha256').update(message).digest('hex'));
  }
});
