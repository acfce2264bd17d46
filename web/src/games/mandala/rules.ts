import type { Catalogue } from '../../lib/words.ts';
import type { Rule } from '../room.ts';

export const rules: Catalogue<readonly Rule[]> = { en: [], de: [] };
