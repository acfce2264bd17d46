/** Why a move is illegal, in a sentence of its game. */
import type { IllegalMoveTexts } from './game-ui.ts';

/** Null if there is no sentence for it: the server may be newer than this page. */
export function illegalMoveSentence<Reasons, Code extends keyof Reasons>(
  sentences: IllegalMoveTexts<Reasons>,
  reason: { code: Code } & Reasons[Code],
): string | null {
  return reason.code in sentences ? sentences[reason.code](reason) : null;
}
