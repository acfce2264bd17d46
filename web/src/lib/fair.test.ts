import { expect, test } from 'vitest';
import { fingerprint } from './fair.ts';

test('the fingerprint is SHA-256 of the secret’s bytes', () => {
  const zeros = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';
  expect(fingerprint('00'.repeat(32))).toBe(zeros);
  expect(fingerprint('01' + '00'.repeat(31))).not.toBe(zeros);
});
