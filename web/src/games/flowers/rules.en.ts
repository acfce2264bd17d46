import type { Rule } from '../room.ts';

export const rulesEn: readonly Rule[] = [];
