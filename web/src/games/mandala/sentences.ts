/** Mandala in words: what to do, what a move would do, and what happened. */
import type { View } from '../../generated/mandala.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Colour } from '../../lib/colours.ts';
import type { GameEvent, PlayerNames } from '../game-ui.ts';
import { total, type Cards } from './cards.ts';
import { readMove } from './moves.ts';
import { words } from './words.ts';

export function prompt(
  view: View,
  _legal: readonly string[],
  names: PlayerNames,
  language: Language,
): string {
  const say = words[language];
  if (view.to_move === null) return say.over;
  const seat = view.to_move;
  const mandala = view.resolving;
  if (!names.isYou(seat)) {
    return mandala ? say.theyTake(names.name(seat), mandala) : say.theyPlay(names.name(seat));
  }
  if (!mandala) return view.ending ? `${say.youPlay} ${say.lastOne}` : say.youPlay;
  return say.youTake(mandala);
}

export function describeMove(move: string, view: View, _names: PlayerNames, language: Language): string {
  const say = words[language];
  const pick = readMove(move);
  if (!pick) return move;
  const { target, colour, count } = pick;
  if (target === 'T')
    return say.takes(view.mandalas[(view.resolving ?? 1) - 1]?.mountain[colour] ?? 0, colour);
  if (target === 'D') return say.toDiscard(count, colour);
  const mandala = Number(target[1]);
  return target.startsWith('M') ? say.toMountain(colour, mandala) : say.toField(count, colour, mandala);
}

type Foretelling = (told: Told, say: (typeof words)['en']) => string | null;

/** What a preview says in other words than the log. The move itself and the usual clearing away need none. */
const foretelling: Record<string, Foretelling> = {
  mountain: () => null,
  field: () => null,
  discard: () => null,
  take: ({ count, to_cup: toCup, river_place: place }, say) => {
    if (toCup === undefined) return say.allToDiscard(count);
    return place ? say.toRiver(place, toCup) : say.toCup(toCup);
  },
  clear: () => null,
  refill: () => null,
  end: ({ reason }, say) => say.told.end[reason] ?? say.told.ended,
};

export function describePreview(
  events: readonly GameEvent[],
  names: PlayerNames,
  language: Language,
): string[] {
  return events
    .map((event) => {
      const ahead = foretelling[event.event];
      return ahead ? ahead(event as unknown as Told, words[language]) : describeEvent(event, names, language);
    })
    .filter((sentence) => sentence !== null);
}

interface Told {
  seat: number;
  mandala: number;
  colour: Colour;
  count: number;
  cards?: Cards;
  discarded: Cards;
  first: number;
  /** Left out where the cards are discarded. */
  to_cup?: number;
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
    if (told.to_cup === undefined) return say.told.takeDiscard(who(told.seat), you, count, colour);
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

export function describeEvent(event: GameEvent, names: PlayerNames, language: Language): string | null {
  const say = words[language];
  const told = event as unknown as Told;
  const who = (seat: number) => (names.isYou(seat) ? say.You : names.name(seat));
  if (event.event === 'complete') {
    return say.told.complete(told.mandala, who(told.first), names.isYou(told.first));
  }
  if (event.event === 'end') return ending(told, names, language, who);
  return telling[event.event]?.(told, say, who, names.isYou(told.seat)) ?? null;
}

function ending(told: Told, names: PlayerNames, language: Language, who: (seat: number) => string): string {
  const { told: say } = words[language];
  const reason = say.end[told.reason] ?? say.ended;
  const [winner] = told.winners;
  if (told.winners.length === 1 && winner !== undefined) {
    return `${reason} ${say.wins(who(winner), names.isYou(winner))}`;
  }
  const shared = told.winners.some(names.isYou) ? say.shared : say.sharedBy(told.winners.map(names.name));
  return `${reason} ${shared}`;
}
