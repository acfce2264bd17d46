/** Patterns in words: what is to be done, what a move does, what has happened. */
import type { View } from '../../generated/patterns.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Colour } from '../../lib/colours.ts';
import type { GameEvent, PlayerNames } from '../game-ui.ts';
import { river, swapTile, tileAt } from './fields.ts';
import { ghost, kindsIn, readMove } from './moves.ts';
import { words } from './words.ts';

export function prompt(view: View, legal: readonly string[], names: PlayerNames, language: Language): string {
  const say = words[language];
  const seat = view.to_move;
  if (seat === null) {
    const winners = view.winners ?? [];
    if (winners.length !== 1) return say.overDraw;
    return say.overWon(names.name(winners[0]!), names.isYou(winners[0]!));
  }
  const name = names.name(seat);
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

export function describeMove(text: string, view: View, names: PlayerNames, language: Language): string {
  const say = words[language];
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

/** What a preview says in other words than the log. */
const foretelling: Record<string, (told: Told, say: (typeof words)['en']) => string[]> = {
  open: ({ marker, taken }, say) => [say.sayMarker(marker), say.sayTaken(taken)],
  swap: ({ taken }, say) => [say.sayTaken(taken)],
  flip: () => [],
  allot: () => [],
  stop: () => [],
};

export function describePreview(
  events: readonly GameEvent[],
  names: PlayerNames,
  language: Language,
): string[] {
  return events.flatMap((event) => {
    const ahead = foretelling[event.event];
    if (ahead) return ahead(event as unknown as Told, words[language]);
    return describeEvent(event, names, language) ?? [];
  });
}

interface Told {
  seat: number;
  field: string;
  colour: Colour;
  taken: Colour;
  marker: number;
  beginner: number;
  beginner_colour: Colour;
  other_colour: Colour;
  last_flips: boolean;
  scores: number[];
  winners: number[];
}

export function describeEvent(event: GameEvent, names: PlayerNames, language: Language): string | null {
  const say = words[language];
  const told = event as unknown as Told;
  const you = names.isYou(told.seat);
  const who = (seat: number) => (names.isYou(seat) ? say.you : names.name(seat));
  switch (event.event) {
    case 'allot':
      return say.toldAllot(
        who(told.seat),
        you,
        names.isYou(told.beginner) ? say.toYou : names.name(told.beginner),
        told.beginner_colour,
        told.other_colour,
      );
    case 'open':
      return say.toldOpen(who(told.seat), you, told.field, told.colour, told.taken, told.marker);
    case 'swap':
      return say.toldSwap(who(told.seat), you, told.field, told.colour, told.taken);
    case 'flip':
      return say.toldFlip(who(told.seat), you, told.field, told.colour);
    case 'stop':
      return say.toldStop(who(told.seat), you);
    case 'no_moves':
      return say.toldNoMoves(who(told.seat), you, told.last_flips);
    case 'end': {
      if (told.winners.length !== 1) return say.toldDraw(told.scores[0]!);
      const winner = told.winners[0]!;
      return say.toldWon(who(winner), names.isYou(winner), told.scores[winner]!, told.scores[1 - winner]!);
    }
    default:
      return null;
  }
}
