/** Texts of tutorials: `{cup|cups}` is a term of the glossary, shown as “cups”; `{cup}` is shown as its own word. */
import type { Glossary } from '../games/game-ui.ts';

export interface Part {
  text: string;
  /** The term that the text names. */
  term?: string;
}

const TERM = /\{([^{}|]*)(?:\|([^{}|]+))?\}/g;

export function partsOf(said: string, glossary: Glossary): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of said.matchAll(TERM)) {
    const [whole, term = '', words] = found;
    if (found.index > end) parts.push({ text: said.slice(end, found.index) });
    const entry = glossary[term];
    const text = words ?? entry?.word ?? term;
    parts.push(entry ? { text, term } : { text });
    end = found.index + whole.length;
  }
  if (end < said.length) parts.push({ text: said.slice(end) });
  return parts;
}
