/** What the board shows while pieces fly. */
import type { MandalaInView, SideInView, View } from '../../generated/flowers.ts';
import { arriving, type Flight } from '../../lib/animation.ts';
import { COLOURS } from '../../lib/colours.ts';

type Cards = Record<string, number>;

/** A view without the pieces that are still flying. What depends on them changes when they have arrived. */
export function without(view: View, flights: readonly Flight[], before: View): View {
  const less = (place: string, cards: Cards): Cards =>
    Object.fromEntries(
      Object.entries(cards)
        .map(([colour, count]) => [colour, count - arriving(flights, `${place}:${colour}`)] as const)
        .filter(([, count]) => count > 0),
    );
  const side = (shown: SideInView, place: string): SideInView => {
    const down = arriving(flights, `down:${place}`);
    return {
      ...shown,
      ...(shown.face_up && { face_up: less(`up:${place}`, shown.face_up) }),
      ...(shown.face_down_cards && { face_down_cards: less(`down:${place}`, shown.face_down_cards) }),
      ...(shown.face_down !== undefined && { face_down: shown.face_down - down }),
      ...(shown.uncounted !== undefined && { uncounted: Math.max(0, shown.uncounted - down) }),
    };
  };
  const mandala = (shown: MandalaInView, index: number): MandalaInView => {
    const { marker, ...rest } = shown;
    const number = index + 1;
    const sides = shown.sides.map((one, seat) => side(one, `${number}:${seat}`));
    const holder = arriving(flights, `marker:${number}`) ? before.mandalas[index]!.marker : marker;
    const coming = COLOURS.filter(
      (colour) =>
        flights.some(({ to }) => to.startsWith(`up:${number}:`) && to.endsWith(`:${colour}`)) &&
        !sides.some((one) => one.face_up?.[colour]),
    );
    const missing = COLOURS.filter((colour) => shown.missing.includes(colour) || coming.includes(colour));
    return { ...rest, ...(holder !== undefined && { marker: holder }), sides, missing: missing.join('') };
  };
  return {
    ...view,
    discard: less('discard', view.discard),
    draw_size: view.draw_size - arriving(flights, 'draw'),
    stacks: {
      dark: view.stacks.dark - arriving(flights, 'stack:dark'),
      light: view.stacks.light - arriving(flights, 'stack:light'),
    },
    mandalas: view.mandalas.map(mandala),
    players: view.players.map((player, seat) => {
      const { hand, hand_size, known } = player;
      const { singles, flowers, ...then } = before.players[seat]!;
      return {
        singles,
        flowers,
        ...(then.points !== undefined && { points: then.points }),
        ...(then.visible_points !== undefined && { visible_points: then.visible_points }),
        // Hands revealed at the end are shown after the animation.
        ...(hand && then.hand && { hand: less(`hand:${seat}`, hand) }),
        ...(known && { known: less(`hand:${seat}`, known) }),
        hand_size: hand_size - arriving(flights, `hand:${seat}`),
      };
    }),
  };
}
