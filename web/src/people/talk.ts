/** What was said at a table, in the reader's words. */
import type { Said } from '../generated/protocol.ts';
import { isDrawn } from './expressions.ts';
import type { PeopleTexts } from './texts.en.ts';

/** How long a bubble stays, in milliseconds: longer for more words. */
export const timeFor = ({ text = '' }: Pick<Said, 'text'>): number =>
  Math.min(12_000, 4500 + 60 * text.length);

/** The words in a bubble; empty for what is drawn. */
export function bubbleText({ phrase, text }: Pick<Said, 'phrase' | 'text'>, texts: PeopleTexts): string {
  if (text !== undefined) return text;
  return !phrase || isDrawn(phrase) ? '' : texts.phrases[phrase];
}

/** As a sentence, for screen readers; `name` is null for oneself. */
export function sentenceOf(
  said: Pick<Said, 'phrase' | 'text'>,
  name: string | null,
  texts: PeopleTexts,
): string {
  const { phrase } = said;
  if (phrase && isDrawn(phrase))
    return name === null ? texts.youDo[phrase]! : texts.does(name, texts.phrases[phrase]);
  return texts.said(name ?? texts.you, bubbleText(said, texts));
}

/** Whether something is shown to somebody who has muted these people, or everybody. */
export const isHeard = (
  said: Pick<Said, 'person'>,
  me: string | undefined,
  { muteAll, muted }: { muteAll: boolean; muted: readonly string[] },
): boolean => said.person === me || !(muteAll || muted.includes(said.person));
