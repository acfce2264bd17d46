import { expect, it } from 'vitest';
import { joined } from './joined-progress.ts';

it('keeps the later step, and what was finished anywhere', () => {
  const { here, missingThere } = joined(
    {
      early: { step: 2, done: true, changed: 1 },
      late: { step: 5, done: false, changed: 9 },
      old: { step: 4, done: false },
      only: { step: 1, done: false, changed: 3 },
    },
    {
      early: { step: 7, done: false, changed: 5 },
      late: { step: 1, done: true, changed: 2 },
      old: { step: 3, done: false, changed: 2 },
      there: { step: 6, done: true, changed: 1 },
    },
  );
  expect(here).toEqual({
    early: { step: 7, done: true, changed: 5 },
    late: { step: 5, done: true, changed: 9 },
    old: { step: 3, done: false, changed: 2 },
    only: { step: 1, done: false, changed: 3 },
    there: { step: 6, done: true, changed: 1 },
  });
  expect(missingThere).toEqual(['early', 'late', 'only']);
});
