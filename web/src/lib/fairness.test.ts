import { expect, test } from 'vitest';
import { fingerprint, newContribution } from './fairness.ts';

test('the fingerprint is SHA-256 of the secret’s bytes', () => {
  const zeros = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';
  expect(fingerprint('00'.repeat(32))).toBe(zeros);
  expect(fingerprint('01' + '00'.repeat(31))).not.toBe(zeros);
});

test('a contribution is 16 random bytes', () => {
  const two = [newContribution(), newContribution()];
  for (const one of two) expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(two[0]).not.toBe(two[1]);
});
