/** The steps of the scoring, river place by river place, from the final view. */
import { PLACES, type View } from '../../generated/mandala.ts';
import { isColour, type Colour } from '../../lib/colours.ts';
import { total, type Cards } from './cards.ts';

export interface Row {
  colour: Colour | null;
  count: number;
  points: number;
}

export interface Step {
  /** The river place being counted; 0 for cards whose colour has no place. */
  place: number;
  /** By seat. */
  rows: Row[];
  /** The points of each seat after this step. */
  sums: number[];
}

/** The points come from the server; the steps only explain them. */
export function steps(view: View): Step[] {
  const cups = view.players.map((player): Cards => player.cup ?? {});
  const sums = view.players.map(() => 0);
  const found: Step[] = PLACES.map((place) => {
    const rows = view.players.map((player, seat): Row => {
      const letter = player.river[place - 1] ?? '';
      const colour = isColour(letter) ? letter : null;
      const count = colour ? (cups[seat]?.[colour] ?? 0) : 0;
      return { colour, count, points: player.river_points?.[place - 1] ?? 0 };
    });
    rows.forEach((row, seat) => (sums[seat]! += row.points));
    return { place, rows, sums: [...sums] };
  });
  const rest = view.players.map((player, seat): Row => {
    const inPlaces = sumOf(found.map((step) => step.rows[seat]!.count));
    const points = (player.points ?? 0) - sums[seat]!;
    return { colour: null, count: total(cups[seat] ?? {}) - inPlaces, points };
  });
  if (rest.some((row) => row.count)) found.push({ place: 0, rows: rest, sums: [...sums] });
  return found;
}

const sumOf = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

/** The colours in a cup that have no place in the river. */
export function placeless(view: View, seat: number): Cards {
  const player = view.players[seat];
  return Object.fromEntries(
    Object.entries(player?.cup ?? {}).filter(([colour]) => !player?.river.includes(colour)),
  );
}
