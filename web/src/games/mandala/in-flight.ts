/** What the board shows while cards fly. */
import type { MandalaInView, View } from '../../generated/mandala.ts';
import { arriving, type Flight } from '../../lib/animation.ts';
import { COLOURS } from '../../lib/colours.ts';
import type { Cards } from './cards.ts';

/** A view without the cards that are still flying. Points and lights change when they have arrived. */
export function without(view: View, flights: readonly Flight[], before: View): View {
  const less = (place: string, cards: Cards) =>
    Object.fromEntries(
      Object.entries(cards).map(([colour, count]) => [
        colour,
        count - arriving(flights, `${place}:${colour}`),
      ]),
    );
  const mandala = ({ mountain, fields, missing }: MandalaInView, index: number): MandalaInView => {
    const lying = {
      mountain: less(`mountain:m${index + 1}`, mountain),
      fields: fields.map((field, seat) => less(`field:m${index + 1}:of${seat}`, field)),
    };
    const seen = (all: Cards[], colour: string) => all.some((cards) => cards[colour]);
    const isComing = (colour: string) =>
      seen([mountain, ...fields], colour) && !seen([lying.mountain, ...lying.fields], colour);
    const hollow = COLOURS.filter((colour) => missing.includes(colour) || isComing(colour));
    return { ...lying, missing: hollow.join('') };
  };
  return {
    ...view,
    discard: less('discard', view.discard),
    draw_size: view.draw_size - arriving(flights, 'draw'),
    mandalas: view.mandalas.map(mandala),
    players: view.players.map((player, seat) => {
      const { points, cup, hand } = before.players[seat]!;
      const toCup = flights.filter(({ to }) => to.startsWith(`cup:${seat}:`));
      return {
        ...player,
        ...(points === undefined ? {} : { points }),
        // Hands revealed at the end are shown after the animation.
        ...(player.hand && { hand: hand && less(`hand:${seat}`, player.hand) }),
        ...(player.cup && { cup: cup && less(`cup:${seat}`, player.cup) }),
        ...(player.cup_claimed && { cup_claimed: lessOf(player.cup_claimed, toCup) }),
        hand_size: player.hand_size - arriving(flights, `hand:${seat}`),
        cup_size: player.cup_size - arriving(flights, `cup:${seat}`),
        river: [...player.river].filter((colour) => !arriving(flights, `river:${seat}:${colour}`)).join(''),
      };
    }),
  };
}

/** Remove the cards of these flights, whose colours everybody has seen. */
function lessOf(cards: Cards, flights: readonly Flight[]): Record<string, number> {
  const left = { ...cards };
  for (const { face, count } of flights) if (left[face]) left[face] -= count;
  return left;
}
