/** The 52 fields and what lies on them. Columns and rows count from the top left, as they are drawn. */
import { COUNTED_TILES, ROWS, type View } from '../../generated/patterns.ts';
import { isColour, type Colour } from '../../lib/colours.ts';

export interface Tile {
  field: string;
  colour: Colour;
  /** The owner of its group; null if its front is up. */
  owner: number | null;
  /** The number of the marker on it. */
  marker: number | null;
}

export interface Group {
  key: string;
  seat: number;
  colour: Colour;
  marker: number;
  markerField: string;
  fields: string[];
  /** The number of its tiles that score. */
  counted: number;
  points: number;
}

const FILES = 'abcdefgh';

export const column = (field: string) => FILES.indexOf(field[0]!);
export const row = (field: string) => 8 - Number(field[1]);

function colourOf(letter: string | undefined): Colour {
  if (!letter || !isColour(letter)) throw new Error(`${letter} is no colour.`);
  return letter;
}

export function tileAt(view: View, field: string): Tile {
  const text = view.fields[field];
  const [letter, owner, marker] = text ?? '';
  return {
    field,
    colour: colourOf(letter),
    owner: owner === undefined ? null : Number(owner),
    marker: marker === undefined ? null : Number(marker),
  };
}

export const swapTile = (view: View, seat: number): Colour | null => {
  const letter = view.players[seat]?.swap_tile;
  return letter === undefined ? null : colourOf(letter);
};

export const leftOver = (view: View): Colour[] => [...(view.left_over ?? '')].map(colourOf);

export const river = (view: View, seat: number): Colour[] =>
  [...(view.players[seat]?.river ?? '')].map(colourOf);

export const groupKey = (seat: number, colour: Colour) => `${seat}${colour}`;

/** All groups, each player's in the order of their markers. */
export function groups(view: View): Group[] {
  const tiles = Object.keys(view.fields).map((field) => tileAt(view, field));
  return view.players.flatMap((player, seat) =>
    river(view, seat).map((colour, place) => {
      const own = tiles.filter((tile) => tile.owner === seat && tile.colour === colour);
      return {
        key: groupKey(seat, colour),
        seat,
        colour,
        marker: place + 1,
        markerField: own.find((tile) => tile.marker !== null)!.field,
        fields: own.map((tile) => tile.field),
        counted: COUNTED_TILES[own.length]!,
        points: player.group_points[place]!,
      };
    }),
  );
}

/** Where an arrow key leads: the next field, or the nearest one in a shorter row; null at the edge. */
export function step(from: string, key: string): string | null {
  const here = ROWS[row(from)]!;
  const at = here.indexOf(from);
  switch (key) {
    case 'ArrowLeft':
      return here[at - 1] ?? null;
    case 'ArrowRight':
      return here[at + 1] ?? null;
    case 'Home':
      return here[0]!;
    case 'End':
      return here.at(-1)!;
    case 'ArrowUp':
    case 'ArrowDown': {
      const there = ROWS[row(from) + (key === 'ArrowUp' ? -1 : 1)];
      if (!there) return null;
      const nearest = Math.min(Math.max(column(from), column(there[0]!)), column(there.at(-1)!));
      return there.find((field) => column(field) === nearest)!;
    }
    default:
      return null;
  }
}
