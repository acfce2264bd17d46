/** Patterns in words: what is to be done, what a move does, what has happened. */
import type { View } from '../../generated/patterns.ts';
import type { Language, Colour } from '../../lib/words.ts';
import type { GameEvent, Speech } from '../room.ts';
import { groups, leftOver, river, swapTile, tileAt } from './fields.ts';
import { parse } from './moves.ts';
import { words } from './words.ts';

export function prompt(view: View, speech: Speech, language: Language): string {
  const say = words[language];
  const seat = view.to_move;
  if (seat === null) {
    const winners = view.winners ?? [];
    if (winners.length !== 1) return say.overDraw;
    return say.overWon(speech.name(winners[0]!), speech.isYou(winners[0]!));
  }
  const name = speech.name(seat);
  if (view.phase === 'allotting')
    return speech.isYou(seat)
      ? say.promptAllot(speech.name(view.beginner), speech.isYou(view.beginner))
      : say.waitAllot(name);
  if (view.phase === 'last_flips') return speech.isYou(seat) ? say.promptLastFlips : say.waitLastFlips(name);
  if (!speech.isYou(seat)) return say.waitPlay(name);
  const colour = swapTile(view, seat)!;
  const opened = river(view, seat);
  return opened.includes(colour) ? say.promptExtend(colour) : say.promptOpen(colour, opened.length);
}

export function preview(text: string, view: View, speech: Speech, language: Language): string[] {
  const say = words[language];
  const move = parse(text);
  const seat = view.to_move;
  if (seat === null) return [];
  if (move.kind === 'stop') return [say.sayStop];
  if (move.kind === 'allot') {
    const other = leftOver(view).find((colour) => colour !== move.colour)!;
    const gets = (one: number, colour: Colour) => ({
      name: speech.name(one),
      you: speech.isYou(one),
      colour,
    });
    return [say.sayAllot([gets(view.beginner, move.colour), gets(1 - view.beginner, other)])];
  }
  const there = tileAt(view, move.field).colour;
  const mine = swapTile(view, seat)!;
  if (move.kind === 'open')
    return [say.sayOpen(move.field, mine, river(view, seat).length + 1), say.sayTaken(there)];
  const colour = move.kind === 'flip' ? there : mine;
  const group = groups(view).find((one) => one.seat === seat && one.colour === colour);
  const grows = group
    ? [say.sayGrows(group.fields.length + 1, group.points + group.marker, group.marker)]
    : [];
  return move.kind === 'flip'
    ? [say.sayFlip(move.field, colour), ...grows]
    : [say.saySwap(move.field, colour), ...grows, say.sayTaken(there)];
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

export function tell(event: GameEvent, speech: Speech, language: Language): string | null {
  const say = words[language];
  const told = event as unknown as Told;
  const you = speech.isYou(told.seat);
  const who = (seat: number) => (speech.isYou(seat) ? say.you : speech.name(seat));
  switch (event.event) {
    case 'allot':
      return say.toldAllot(
        who(told.seat),
        you,
        speech.isYou(told.beginner) ? say.toYou : speech.name(told.beginner),
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
      return say.toldWon(who(winner), speech.isYou(winner), told.scores[winner]!, told.scores[1 - winner]!);
    }
    default:
      return null;
  }
}
