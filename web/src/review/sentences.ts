/** Sentences that a review consists of, from its figures. */
import type { Decision, Headline, Lesson, SeatReview } from '../generated/review.ts';
import type { Someone } from '../games/game-ui.ts';
import type { Others, ReviewWords } from '../games/review-words.ts';
import type { Language } from '../i18n/languages.ts';
import { decimal, finePercent, percent, signedDecimal } from './figures.ts';
import { LOSSES, type Mark } from './mistakes.ts';
import type { ReviewTexts } from './texts.en.ts';

/** Standard errors on each side of an interval that holds the true value in 95 % of the cases. */
const CONFIDENCE = 1.96;

/** Which level plays like this: “Between Bud and Blossom”. */
export function levelInWords(headline: Headline, levels: readonly string[], say: ReviewTexts): string {
  const { loss, like, above, below } = headline;
  const [name, weaker, stronger] = [like, above, below].map((level) => (level === null ? '' : levels[level]));
  if (loss === null) return say.noneCounted;
  if (name) return weaker ? (stronger ? say.like(name) : say.likeOrStronger(name)) : say.likeOrWeaker(name);
  return weaker && stronger ? say.between(weaker, stronger) : say.uncalibrated;
}

/** How much was lost, and how many decisions counted. */
export function playInWords(seat: SeatReview, say: ReviewTexts, language: Language): string[] {
  const { loss, error, points } = seat.headline;
  const interval = CONFIDENCE * (error ?? 0);
  const { counted, decisions, forced, no_difference: even } = seat;
  return [
    ...(loss === null
      ? []
      : [
          say.lossEach(
            finePercent(loss, language),
            finePercent(interval, language),
            decimal(points ?? 0, language),
          ),
        ]),
    say.counted(counted, decisions, forced, even),
  ];
}

/** The marks that a seat got, with their numbers; praise comes last. */
export const marksOf = (seat: SeatReview): [Mark, number][] =>
  [...LOSSES.toReversed(), 'only_move' as const].flatMap((mark): [Mark, number][] => {
    const count = seat.marks[mark] ?? 0;
    return count ? [[mark, count]] : [];
  });

/** The other players, seen from a seat: by name if there is only one. */
export function othersOf(
  seat: number,
  players: readonly Someone[],
  several: { one: string; all: string },
): Others {
  const others = players.filter((_, index) => index !== seat);
  if (others.length === 1) return { one: others[0]!, all: others[0]! };
  return { one: { name: several.one, you: false }, all: { name: several.all, you: false } };
}

/** Why the better move was better, from measured facts. */
export function reasonInWords(
  { reason }: Pick<Lesson, 'reason'>,
  words: Pick<ReviewWords, 'facts'>,
  mover: Someone,
  others: Others,
  say: Pick<ReviewTexts, 'shareReason' | 'amountReason' | 'manyThings'>,
  language: Language,
): string {
  const fact = reason && words.facts[reason.fact]?.(mover, others);
  if (!reason || !fact) return say.manyThings;
  const [figure, sentence] =
    reason.unit === 'share' ? ([percent, say.shareReason] as const) : ([decimal, say.amountReason] as const);
  return sentence(fact, figure(reason.played, language), figure(reason.better, language));
}

/** What a decision cost. */
export function lossInWords(decision: Decision, say: ReviewTexts, language: Language): string {
  const { loss, not_counted: reason, rank, evaluation } = decision;
  if (reason === 'forced') return say.forced;
  if (reason === 'no_difference') return say.noDifference;
  if (rank === 1) return say.lostNothing;
  const points = signedDecimal(-loss.points, language);
  if (evaluation.exact && !loss.points_error) return say.lostExactly(points);
  if (loss.win <= loss.win_error) return say.lostNoise;
  return say.lost(finePercent(loss.win, language), finePercent(loss.win_error, language), points);
}
