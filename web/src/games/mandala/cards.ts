/** Cards as in views: the number of each colour. */
import type { View } from '../../generated/mandala.ts';
import { COLOURS, isColour, type Colour } from '../../lib/colours.ts';
import type { Pieces } from '../game-ui.ts';

export type Cards = Readonly<Record<string, number>>;
export type Stack = { colour: Colour; count: number };

/** One stack for each colour present, in the given order or that of the rules. */
export function stacks(cards: Cards, order: Iterable<string> = COLOURS): Stack[] {
  return [...order]
    .filter(isColour)
    .map((colour) => ({ colour, count: cards[colour] ?? 0 }))
    .filter((stack) => stack.count > 0);
}

export const total = (cards: Cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);

/**
 * The places of all cards. The opponent's hand and cup stay hidden here even when the game is over, so that
 * nothing flies when they are revealed. The discard pile comes first: cards that go there are paired before
 * cards of the same colour that are new in a mountain. Mandalas are `m1`, `m2` and fields `of0`,
 * `of1`, without a seat number: pieceFlights() must not treat these cards as somebody's own.
 */
export function pieces(view: View): Pieces {
  const found: Pieces = {};
  const lay = (place: string, cards: Cards) => {
    for (const colour of COLOURS) found[`${place}:${colour}`] = cards[colour] ?? 0;
  };
  lay('discard', view.discard);
  view.players.forEach((player, seat) => {
    for (const colour of player.river) found[`river:${seat}:${colour}`] = 1;
  });
  view.players.forEach((player, seat) => {
    const own = seat === view.seat;
    if (own && player.cup) lay(`cup:${seat}`, player.cup);
    else found[`cup:${seat}:?`] = player.cup_size;
    if (own && player.hand) lay(`hand:${seat}`, player.hand);
    else found[`hand:${seat}:?`] = player.hand_size;
  });
  view.mandalas.forEach((mandala, index) => {
    lay(`mountain:m${index + 1}`, mandala.mountain);
    mandala.fields.forEach((field, seat) => lay(`field:m${index + 1}:of${seat}`, field));
  });
  found['draw:?'] = view.draw_size;
  return found;
}
