/** Where the help at the table writes the names of things. */
import type { Term } from '../../generated/patterns.ts';
import type { Label } from '../game-ui.ts';

export const labels: readonly Label<Term>[] = [
  { term: 'bowl', at: '[data-place="bowl:{seat}"]' },
  { term: 'swap_tile', at: '[data-place^="bowl:{seat}:"]' },
  { term: 'river', at: '.river:last-of-type' },
  { term: 'marker', at: '.field .marker' },
  { term: 'group', at: '.field:has(.marker)' },
  { term: 'open', at: '[data-term="open"]' },
  { term: 'flip', at: '[data-term="flip"]' },
  { term: 'swap', at: '[data-term="swap"]' },
];
