import type { Rule } from '../room.ts';

export const rulesDe: readonly Rule[] = [];
