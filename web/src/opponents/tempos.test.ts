import { expect, test } from 'vitest';
import { TEMPOS } from '../generated/protocol.ts';
import { tempoOf } from './tempos.ts';

test('clocks belong to tempos', () => {
  for (const [name, clock] of Object.entries(TEMPOS)) expect(tempoOf(clock)).toBe(name);
  expect(tempoOf({ type: 'game', seconds: 599 })).toBe('blitz');
  expect(tempoOf({ type: 'game', seconds: 600 })).toBe('rapid');
  expect(tempoOf({ type: 'game', seconds: 1800 })).toBe('classical');
  expect(tempoOf({ type: 'days', days: 7 })).toBe('days');
  expect(tempoOf({ type: 'none' })).toBe(null);
});
