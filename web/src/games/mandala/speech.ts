/** What the room says: what is to be done, what a move would do, what has happened. */
import type { View } from '../../generated/mandala.ts';
import type { Colour, Language } from '../../lib/words.ts';
import type { GameEvent, Speech } from '../room.ts';
import { total, type Cards } from './cards.ts';
import { readMove } from './moves.ts';
import { words } from './words.ts';

export function prompt(view: View, speech: Speech, language: Language): string {
  const say = words[language];
  if (view.to_move === null) return say.over;
  const seat = view.to_move;
  const mandala = view.resolving;
  if (!speech.isYou(seat)) {
    return mandala ? say.theyTake(speech.name(seat), mandala) : say.theyPlay(speech.name(seat));
  }
  if (!mandala) return view.ending ? `${say.youPlay} ${say.lastOne}` : say.youPlay;
  return total(fieldOf(view, mandala, seat)) ? say.youTake(mandala) : say.youTakeForNothing(mandala);
}

const fieldOf = (view: View, mandala: number, seat: number): Cards =>
  view.mandalas[mandala - 1]?.fields[seat] ?? {};

/** The first sentence is the move itself, the others are what would come of it. */
export function preview(move: string, view: View, speech: Speech, language: Language): string[] {
  const say = words[language];
  const pick = readMove(move);
  const seat = view.to_move;
  if (!pick || seat === null) return [move];
  const { target, colour, count } = pick;
  if (target === 'T') return taking(view, seat, colour, language);
  if (target === 'D') return [say.toDiscard(count, colour), say.thenDraw(count)];
  const mandala = Number(target[1]);
  const toMountain = target.startsWith('M');
  const then = completion(view, mandala, colour, seat, toMountain ? 0 : count, speech, language);
  if (!toMountain) return [say.toField(count, colour, mandala), ...then];
  const left = (view.players[seat]?.hand_size ?? 1) - 1;
  const drawn = Math.min(3, 8 - left);
  return [say.toMountain(colour, mandala), ...(drawn > 0 ? [say.thenDraw(drawn)] : []), ...then];
}

function completion(
  view: View,
  mandala: number,
  colour: Colour,
  seat: number,
  toField: number,
  speech: Speech,
  language: Language,
): string[] {
  const say = words[language];
  if (view.mandalas[mandala - 1]?.missing !== colour) return [];
  const other = 1 - seat;
  const lead = total(fieldOf(view, mandala, seat)) + toField - total(fieldOf(view, mandala, other));
  const first = lead > 0 ? seat : other;
  return [say.completes(mandala), say.takesFirst(speech.name(first), speech.isYou(first))];
}

function taking(view: View, seat: number, colour: Colour, language: Language): string[] {
  const say = words[language];
  const mandala = view.resolving ?? 1;
  const count = view.mandalas[mandala - 1]?.mountain[colour] ?? 0;
  const move = say.takes(count, colour);
  if (!total(fieldOf(view, mandala, seat))) return [move, say.goesToDiscard];
  const river = view.players[seat]?.river ?? '';
  const place = river.indexOf(colour) + 1;
  if (place) return [move, say.restToCup(count), say.worth(count * place)];
  const rest = count - 1;
  return [move, say.opensPlace(river.length + 1), ...(rest ? [say.restToCup(rest)] : [])];
}

interface Told {
  seat: number;
  mandala: number;
  colour: Colour;
  count: number;
  cards?: Cards;
  discarded: Cards;
  first: number;
  kept: boolean;
  river_place?: number;
  draw_size: number;
  reason: string;
  winners: number[];
}

type Telling = (
  told: Told,
  say: (typeof words)['en'],
  who: (seat: number) => string,
  you: boolean,
) => string | null;

const telling: Record<string, Telling> = {
  mountain: (told, say, who, you) => say.told.mountain(who(told.seat), you, told.colour, told.mandala),
  field: (told, say, who, you) => say.told.field(who(told.seat), you, told.count, told.colour, told.mandala),
  discard: (told, say, who, you) => say.told.discard(who(told.seat), you, told.count, told.colour),
  draw: (told, say, who, you) =>
    told.cards && told.count && you
      ? say.told.drew(told.cards)
      : say.told.draw(who(told.seat), you, told.count),
  take: (told, say, who, you) => {
    const { count, colour, river_place: place } = told;
    if (!told.kept) return say.told.takeDiscard(who(told.seat), you, count, colour);
    return place
      ? say.told.takeRiver(who(told.seat), you, count, colour, place)
      : say.told.takeCup(who(told.seat), you, count, colour);
  },
  clear: (told, say) =>
    total(told.discarded) ? say.told.clear(told.mandala, told.discarded) : say.told.clearNone(told.mandala),
  refill: (told, say) =>
    total(told.cards ?? {}) ? say.told.refill(told.mandala, told.cards!) : say.told.refillNone(told.mandala),
  reshuffle: (told, say) => say.told.reshuffle(told.draw_size),
};

export function tell(event: GameEvent, speech: Speech, language: Language): string | null {
  const say = words[language];
  const told = event as unknown as Told;
  const who = (seat: number) => (speech.isYou(seat) ? say.You : speech.name(seat));
  if (event.event === 'complete') {
    return say.told.complete(told.mandala, who(told.first), speech.isYou(told.first));
  }
  if (event.event === 'end') return ending(told, speech, language, who);
  return telling[event.event]?.(told, say, who, speech.isYou(told.seat)) ?? null;
}

function ending(told: Told, speech: Speech, language: Language, who: (seat: number) => string): string {
  const { told: say } = words[language];
  const reason = say.end[told.reason] ?? say.ended;
  const [winner] = told.winners;
  if (told.winners.length === 1 && winner !== undefined) {
    return `${reason} ${say.wins(who(winner), speech.isYou(winner))}`;
  }
  const shared = told.winners.some(speech.isYou) ? say.shared : say.sharedBy(told.winners.map(speech.name));
  return `${reason} ${shared}`;
}
