import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

test('messages of all lengths around the block size have the same hash as in Node', () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 31 + length * 7) % 256);
    expect(sha256(message), `${length} bytes`).toBe(createHash('sha256').update(message).digest('hex'));
  }
});
