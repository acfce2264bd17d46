/** Where the help at the table writes the names of things. */
import type { Term } from '../../generated/mandala.ts';
import type { Label } from '../game-ui.ts';

export const labels: readonly Label<Term>[] = [
  { term: 'mountain', at: '[data-place="mountain:m1"]' },
  { term: 'field', at: '[data-place="field:m1:of{seat}"]' },
  { term: 'lights', at: '[data-term="lights"]' },
  { term: 'draw', at: '[data-place="draw"]' },
  { term: 'discard', at: '[data-place="discard"]' },
  { term: 'river', at: '[data-place="river:{seat}"]' },
  { term: 'cup', at: '[data-place="cup:{seat}"]' },
  { term: 'hand', at: '[data-place="hand:{seat}"]' },
];
