/** Why one move is better than another: a fact measured in continuations, in the words of reviews. */
import type { AnyView } from '../generated/games.ts';
import type { Reason } from '../generated/review.ts';
import type { PlayerNames } from '../games/game-ui.ts';
import type { Language } from '../i18n/languages.ts';
import { othersOf, reasonInWords } from '../review/sentences.ts';
import { reviewTexts } from '../review/texts.ts';
import { loadReviewWords } from '../review/words.ts';

type Sentences = Parameters<typeof reasonInWords>[4];

/** Why a hint is better than the next best move. */
export function hintReason(reason: Reason, view: AnyView, names: PlayerNames, language: Language) {
  const { hintShareReason: shareReason, hintAmountReason: amountReason, manyThings } = reviewTexts();
  return measuredReason(reason, view, names, language, { shareReason, amountReason, manyThings });
}

/** Why another move is better than the one that the player is about to make. */
export async function measuredReason(
  reason: Reason | null,
  view: AnyView,
  names: PlayerNames,
  language: Language,
  sentences: Sentences = reviewTexts(),
): Promise<string> {
  const words = await loadReviewWords(view.game);
  const seats = view.players.map((_, seat) => ({ name: names.name(seat), you: names.isYou(seat) }));
  const seat = view.to_move ?? 0;
  const say = reviewTexts();
  const others = othersOf(seat, seats, { one: say.another, all: say.others });
  return reasonInWords({ reason }, words[language], seats[seat]!, others, sentences, language);
}
