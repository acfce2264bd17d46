/** Sentences of Patterns: what to do, what a move would do, and what happened. */
import type { GameEvent, View } from '../../generated/patterns.ts';
import type { Language } from '../../i18n/languages.ts';
import { isColour } from '../../lib/colours.ts';
import type { PlayerNames } from '../game-ui.ts';
import { river, swapTile, tileAt } from './fields.ts';
import { ghost, kindsIn, placements, readMove } from './moves.ts';
import { texts } from './texts.ts';

export function prompt(
  view: View,
  legal: readonly string[],
  names: PlayerNames,
  language: Language,
  lifted: string | null = null,
): string {
  const say = texts[language];
  const seat = view.to_move;
  if (seat === null) {
    const winners = view.winners ?? [];
    if (winners.length !== 1) return say.overDraw;
    return say.overWon(names.name(winners[0]!), names.isYou(winners[0]!));
  }
  const name = names.name(seat);
  if (lifted && names.isYou(seat)) return promptLifted(view, legal, lifted, language);
  if (view.phase === 'allotting')
    return names.isYou(seat)
      ? say.promptAllot(names.name(view.beginner), names.isYou(view.beginner))
      : say.waitAllot(name);
  if (view.phase === 'last_flips') return names.isYou(seat) ? say.promptLastFlips : say.waitLastFlips(name);
  if (!names.isYou(seat)) return say.waitPlay(name);
  const colour = swapTile(view, seat)!;
  const kinds = kindsIn(legal);
  const [mayOpen, maySwap, mayFlip] = (['open', 'swap', 'flip'] as const).map((kind) => kinds.includes(kind));
  if (!mayOpen) return say.promptExtend(colour, maySwap!, mayFlip!);
  return river(view, seat).length ? say.promptOpen(colour, mayFlip!) : say.promptFirst(colour);
}

/** `lifted` is the colour of a tile, or a field where two moves are possible. */
function promptLifted(view: View, legal: readonly string[], lifted: string, language: Language): string {
  const say = texts[language];
  if (!isColour(lifted)) return say.chooseFirst(lifted);
  if (view.phase === 'allotting') return say.liftedLeftOver(lifted);
  const kinds = kindsIn(legal);
  if (kinds.includes('open')) return say.liftedToOpen(lifted);
  const places = placements(view, view.to_move!, legal).size;
  return places ? say.liftedToExtend(lifted) : say.liftedNowhere(lifted);
}

export function describeMove(text: string, view: View, names: PlayerNames, language: Language): string {
  const say = texts[language];
  const move = readMove(text);
  if (move.kind === 'stop') return say.sayStop;
  if (move.kind === 'allot') {
    const { bowls } = ghost(view, 0, text, []);
    return say.sayAllot(
      [view.beginner, 1 - view.beginner].map((seat) => ({
        name: names.name(seat),
        you: names.isYou(seat),
        colour: bowls[seat]!,
      })),
    );
  }
  if (move.kind === 'flip') return say.sayFlip(move.field, tileAt(view, move.field).colour);
  const mine = swapTile(view, view.to_move!)!;
  return move.kind === 'open' ? say.sayOpen(move.field, mine) : say.saySwap(move.field, mine);
}

export function describePreview(
  events: readonly GameEvent[],
  names: PlayerNames,
  language: Language,
): string[] {
  const say = texts[language];
  return events.flatMap((event) => {
    switch (event.event) {
      case 'open':
        return [say.sayMarker(event.marker), say.sayTaken(event.taken)];
      case 'swap':
        return [say.sayTaken(event.taken)];
      case 'flip':
      case 'allot':
      case 'stop':
        return []; // describeMove() says it all
      default:
        return describeEvent(event, names, language) ?? [];
    }
  });
}

export function describeEvent(event: GameEvent, names: PlayerNames, language: Language): string | null {
  const say = texts[language];
  const you = 'seat' in event && names.isYou(event.seat);
  const who = (seat: number) => (names.isYou(seat) ? say.you : names.name(seat));
  switch (event.event) {
    case 'allot':
      return say.toldAllot(
        who(event.seat),
        you,
        names.isYou(event.beginner) ? say.toYou : names.name(event.beginner),
        event.beginner_colour,
        event.other_colour,
      );
    case 'open':
      return say.toldOpen(who(event.seat), you, event.field, event.colour, event.taken, event.marker);
    case 'swap':
      return say.toldSwap(who(event.seat), you, event.field, event.colour, event.taken);
    case 'flip':
      return say.toldFlip(who(event.seat), you, event.field, event.colour);
    case 'stop':
      return say.toldStop(who(event.seat), you);
    case 'no_moves':
      return say.toldNoMoves(who(event.seat), you, event.last_flips);
    case 'end': {
      if (event.winners.length !== 1) return say.toldDraw(event.scores[0]!);
      const winner = event.winners[0]!;
      return say.toldWon(who(winner), names.isYou(winner), event.scores[winner]!, event.scores[1 - winner]!);
    }
    default:
      event satisfies never;
      return null; // the server may be newer than this page
  }
}
