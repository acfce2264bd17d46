/** Where the help at the table writes the names of things. */
import type { Term } from '../../generated/flowers.ts';
import type { Label } from '../game-ui.ts';

export const labels: readonly Label<Term>[] = [
  { term: 'tile', at: '[data-place^="tile:"]' },
  { term: 'marker', at: '[data-term="marker"]' },
  { term: 'lights', at: '[data-term="lights"]' },
  { term: 'up', at: '[data-term="up"]' },
  { term: 'down', at: '[data-term="down"]' },
  { term: 'count', at: '[data-term="count"]' },
  { term: 'points', at: '[data-term="points"]' },
  { term: 'flower', at: '[data-term="flower"]' },
  { term: 'draw', at: '[data-place="draw"]' },
  { term: 'discard', at: '[data-place="discard"]' },
  { term: 'stack', at: '[data-place="stack:dark"]' },
  { term: 'hand', at: '[data-place="hand:{seat}"]' },
];
