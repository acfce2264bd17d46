/**
 * The places of all cards, tiles and markers (see game-ui.ts). Mandalas count from 1, seats from 0:
 * `hand:0:R`, `up:1:0:R`, `down:1:0:?`, `tile:1:dark:K7`, `tiles:0:K7`, `marker:1:0:M1`, `draw:?`, `discard:R`, `stack:dark:??`.
 */
import type { FlowerInView, GameEvent, View } from '../../generated/flowers.ts';
import { isColour, type Colour } from '../../lib/colours.ts';
import type { Pieces } from '../game-ui.ts';
import { SIDES } from './moves.ts';
import { faceDown, total } from './cards.ts';

const HIDDEN = '?';
const HIDDEN_TILE = '??';

export const markerPlace = (mandala: number, seat: number | undefined) =>
  `marker:${mandala}:${seat ?? 'centre'}:M${mandala}`;

export function pieces(view: View, lastEvents: readonly GameEvent[] = []): Pieces {
  const found: Pieces = {};
  const lay = (place: string, face: string, count: number) => {
    if (count > 0) found[`${place}:${face}`] = (found[`${place}:${face}`] ?? 0) + count;
  };
  const layAll = (place: string, cards: Record<string, number> | undefined) => {
    for (const [colour, count] of Object.entries(cards ?? {})) lay(place, colour, count);
  };
  for (const side of SIDES) lay(`stack:${side}`, HIDDEN_TILE, view.stacks[side]);
  view.mandalas.forEach((mandala, index) => {
    const number = index + 1;
    for (const side of SIDES) if (mandala.tiles) lay(`tile:${number}:${side}`, mandala.tiles[side], 1);
    found[markerPlace(number, mandala.marker)] = 1;
    mandala.sides.forEach((side, seat) => {
      layAll(`up:${number}:${seat}`, side.face_up);
      layAll(`down:${number}:${seat}`, side.face_down_cards);
      lay(`down:${number}:${seat}`, HIDDEN, faceDown(side) - total(side.face_down_cards));
    });
  });
  view.players.forEach((player, seat) => {
    const open = player.hand ?? player.known;
    layAll(`hand:${seat}`, open);
    lay(`hand:${seat}`, HIDDEN, player.hand_size - total(open));
    for (const tile of tilesOf(seat, view, lastEvents)) lay(`tiles:${seat}`, tile, 1);
  });
  layAll('discard', view.discard);
  layAll('draw', view.draw);
  lay('draw', HIDDEN, view.draw_size - total(view.draw));
  return found;
}

/**
 * All tiles of a player, including those in flowers. Flowers of others stay hidden here when the game is over, so that
 * nothing flies when they are revealed.
 */
function tilesOf(seat: number, view: View, lastEvents: readonly GameEvent[]): string[] {
  const { singles, flowers } = view.players[seat]!;
  const seen = view.to_move === null && seat !== view.seat ? [] : flowers.map(faceUp);
  const inFlowers = seen.flatMap((flower) => flower?.tiles ?? []);
  const hidden = Array<string>(2 * flowers.length - inFlowers.length).fill(HIDDEN_TILE);
  const taken = takenBy(seat, lastEvents).filter((tile) => !singles.includes(tile));
  hidden.splice(0, taken.length, ...taken.slice(0, hidden.length));
  return [...singles, ...inFlowers, ...hidden];
}

/** Tiles that a player just took. Everybody saw them, even if they are now face down in a flower. */
function takenBy(seat: number, lastEvents: readonly GameEvent[]): string[] {
  const takes = lastEvents.filter((happened) => happened.event === 'take');
  return [
    ...takes.filter((take) => take.seat === seat).map((take) => take.tile),
    ...takes.filter((take) => take.second_seat === seat).map((take) => take.second_tile),
  ];
}

export interface FaceUp {
  colour: Colour;
  values: string[];
  tiles: string[];
  points: number;
}

/** A flower that the viewer may see; null if it lies face down (F12). */
export function faceUp({ colour, values, points }: FlowerInView): FaceUp | null {
  if (colour === undefined || values === undefined || points === undefined || !isColour(colour)) return null;
  return { colour, values, tiles: values.map((value) => colour + value), points };
}

/** The places that the last moves changed, to be highlighted; for hidden cards, the place without a face. */
export function highlightsOf(lastEvents: readonly GameEvent[]): Set<string> {
  const found = new Set<string>();
  for (const happened of lastEvents) for (const place of placesOf(happened)) found.add(place);
  return found;
}

function placesOf(happened: GameEvent): string[] {
  switch (happened.event) {
    case 'play': {
      const { seat, mandala, colour, face_up: isFaceUp } = happened;
      return isFaceUp ? [`up:${mandala}:${seat}:${colour}`] : [`down:${mandala}:${seat}`];
    }
    case 'draw':
    case 'returned': {
      const hand = `hand:${happened.seat}`;
      return [hand, ...Object.keys(happened.cards ?? {}).map((colour) => `${hand}:${colour}`)];
    }
    case 'majority':
      return [markerPlace(happened.mandala, happened.seat)];
    case 'take':
      return [
        `tiles:${happened.seat}:${happened.tile}`,
        `tiles:${happened.second_seat}:${happened.second_tile}`,
      ];
    case 'flower':
      return [`flower:${happened.seat}:${happened.back}`];
    case 'discarded':
      return ['discard'];
    case 'new_tiles': {
      const { mandala, tiles } = happened;
      return tiles ? SIDES.map((side) => `tile:${mandala}:${side}:${tiles[side]}`) : [];
    }
    default:
      return [];
  }
}

/** The mandala of the latest event that has one. */
export function lastMandala(lastEvents: readonly GameEvent[]): number | null {
  return lastEvents.findLast((happened) => 'mandala' in happened)?.mandala ?? null;
}
