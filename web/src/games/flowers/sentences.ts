/** Sentences of Flowers: what to do, what a move would do, and what happened. */
import type { GameEvent, View } from '../../generated/flowers.ts';
import type { Language } from '../../i18n/languages.ts';
import { COLOURS, isColour, type Colour } from '../../lib/colours.ts';
import type { PlayerNames } from '../game-ui.ts';
import { readTile } from './cards.ts';
import { readMove } from './moves.ts';
import { texts, type Someone } from './texts.ts';

export const cardList = (cards: Record<string, number> | undefined): [Colour, number][] =>
  COLOURS.filter((colour) => cards?.[colour]).map((colour) => [colour, cards![colour]!]);

const someone = (seat: number, names: PlayerNames): Someone => ({
  name: names.name(seat),
  you: names.isYou(seat),
});

export function prompt(
  view: View,
  legal: readonly string[],
  names: PlayerNames,
  language: Language,
  lifted: string | null = null,
): string {
  const say = texts[language];
  if (view.to_move === null) return say.over((view.winners ?? []).map((seat) => someone(seat, names)));
  const mover = someone(view.to_move, names);
  if (view.phase === 'taking') {
    return mover.you ? say.yourTake(view.resolving!) : say.waitTake(mover, view.resolving!);
  }
  if (mover.you && lifted && isColour(lifted)) {
    const plays = legal.map(readMove).filter((move) => move?.kind === 'play' && move.colour === lifted);
    const mandalas = plays.map((move) => (move?.kind === 'play' ? move.mandala : 0));
    if (mandalas.length) return say.yourPlace(lifted, [...new Set(mandalas)].sort());
  }
  return mover.you ? say.yourPlay : say.waitPlay(mover);
}

export function describeMove(text: string, view: View, _names: PlayerNames, language: Language): string {
  const say = texts[language];
  const move = readMove(text);
  if (move?.kind === 'play') return say.play(move.count, move.colour, move.mandala);
  if (move?.kind === 'pass') return say.yourPass;
  const tiles = view.mandalas[(view.resolving ?? 1) - 1]?.tiles;
  return move && tiles ? say.takeOf(readTile(tiles[move.side])) : text;
}

export function describeEvent(event: GameEvent, names: PlayerNames, language: Language): string | null {
  const say = texts[language];
  const who = (seat: number) => someone(seat, names);
  switch (event.event) {
    case 'play':
      return say.played(who(event.seat), event.count, event.colour, event.mandala, event.face_up);
    case 'draw':
      return say.drew(who(event.seat), event.count, cardList(event.cards));
    case 'reshuffle':
      return say.reshuffled(event.count);
    case 'majority':
      return say.majority(who(event.seat), event.mandala, event.from === undefined ? null : who(event.from));
    case 'complete':
      return say.completed(event.mandala, who(event.chooser));
    case 'pass':
      return say.passed(who(event.seat));
    case 'take': {
      const { seat, second_seat: second } = event;
      const [tile, secondTile] = [readTile(event.tile), readTile(event.second_tile)];
      return seat === second
        ? say.tookBoth(who(seat), tile, secondTile)
        : say.took(who(seat), tile, who(second), secondTile);
    }
    case 'flower':
      return event.values
        ? say.formed(who(event.seat), event.colour, event.values, event.points!)
        : say.formedFaceDown(who(event.seat), event.colour);
    case 'discarded':
      return say.discarded(who(event.seat), cardList(event.cards));
    case 'returned':
      return say.returned(who(event.seat), cardList(event.cards));
    case 'new_tiles': {
      const { mandala, tiles } = event;
      return tiles ? say.newTiles(mandala, readTile(tiles.dark), readTile(tiles.light)) : null;
    }
    case 'last_round':
      return say.thirdFlower(event.seats.map(who));
    case 'final':
      return say.final[event.reason] ?? say.finishing;
    case 'unclaimed':
      return say.unclaimed(event.mandala);
    case 'resolve':
      return say.resolved(event.mandala, who(event.chooser));
    case 'end':
      return `${say.ended[event.reason] ?? ''} ${say.over((event.winners ?? []).map(who))}`.trim();
    default:
      event satisfies never;
      return null; // the server may be newer than this page
  }
}

/** Previews leave out what follows every take, and say some events differently from the log. */
function describeForeseen(event: GameEvent, names: PlayerNames, language: Language): string | null {
  const say = texts[language];
  switch (event.event) {
    case 'play':
      return say.lies(event.count, event.face_up);
    case 'take': {
      const [tile, owner] = [readTile(event.second_tile), someone(event.second_seat, names)];
      return event.seat === event.second_seat ? say.takesToo(owner, tile) : say.secondTile(tile, owner);
    }
    case 'pass':
    case 'discarded':
    case 'returned':
    case 'new_tiles':
      return null;
    case 'end':
      return say.ended[event.reason] ?? null;
    default:
      return describeEvent(event, names, language);
  }
}

export function describePreview(
  events: readonly GameEvent[],
  names: PlayerNames,
  language: Language,
): string[] {
  const lines = events.map((event) => describeForeseen(event, names, language));
  const kinds = events.map((event) => event.event);
  if (kinds.includes('play') && !kinds.includes('draw')) lines.splice(1, 0, texts[language].drawsNothing);
  return lines.filter((line) => line !== null);
}
