/** Sentences of Mandala: what to do, what a move would do, and what happened. */
import type { GameEvent, View } from '../../generated/mandala.ts';
import type { Language } from '../../i18n/languages.ts';
import { isColour } from '../../lib/colours.ts';
import type { PlayerNames } from '../game-ui.ts';
import { total } from './cards.ts';
import { readMove, targetsOf } from './moves.ts';
import { texts } from './texts.ts';

export function prompt(
  view: View,
  legal: readonly string[],
  names: PlayerNames,
  language: Language,
  lifted: string | null = null,
): string {
  const say = texts[language];
  if (view.to_move === null) return say.over;
  const seat = view.to_move;
  const mandala = view.resolving;
  if (!names.isYou(seat)) {
    return mandala ? say.theyTake(names.name(seat), mandala) : say.theyPlay(names.name(seat));
  }
  if (!mandala && lifted && isColour(lifted)) return say.youPlace(lifted, targetsOf(legal, lifted));
  if (!mandala) return view.ending ? `${say.youPlay} ${say.lastOne}` : say.youPlay;
  return say.youTake(mandala);
}

export function describeMove(move: string, view: View, _names: PlayerNames, language: Language): string {
  const say = texts[language];
  const pick = readMove(move);
  if (!pick) return move;
  const { target, colour, count } = pick;
  if (target === 'T')
    return say.takes(view.mandalas[(view.resolving ?? 1) - 1]?.mountain[colour] ?? 0, colour);
  if (target === 'D') return say.toDiscard(count, colour);
  const mandala = Number(target[1]);
  return target.startsWith('M') ? say.toMountain(colour, mandala) : say.toField(count, colour, mandala);
}

/** Previews leave out the move itself and the usual clearing, and say some events differently from the log. */
export function describePreview(
  events: readonly GameEvent[],
  names: PlayerNames,
  language: Language,
): string[] {
  const say = texts[language];
  return events
    .map((event) => {
      switch (event.event) {
        case 'mountain':
        case 'field':
        case 'discard':
        case 'clear':
        case 'refill':
          return null;
        case 'take': {
          const { count, to_cup: toCup, river_place: place } = event;
          if (toCup === undefined) return say.allToDiscard(count);
          return place ? say.toRiver(place, toCup) : say.toCup(toCup);
        }
        case 'end':
          return say.told.end[event.reason] ?? say.told.ended;
        default:
          return describeEvent(event, names, language);
      }
    })
    .filter((sentence) => sentence !== null);
}

export function describeEvent(event: GameEvent, names: PlayerNames, language: Language): string | null {
  const { told: say, You } = texts[language];
  const who = (seat: number) => (names.isYou(seat) ? You : names.name(seat));
  const by = (seat: number): [string, boolean] => [who(seat), names.isYou(seat)];
  switch (event.event) {
    case 'mountain':
      return say.mountain(...by(event.seat), event.colour, event.mandala);
    case 'field':
      return say.field(...by(event.seat), event.count, event.colour, event.mandala);
    case 'discard':
      return say.discard(...by(event.seat), event.count, event.colour);
    case 'draw':
      return event.cards && event.count && names.isYou(event.seat)
        ? say.drew(event.cards)
        : say.draw(...by(event.seat), event.count);
    case 'complete':
      return say.complete(event.mandala, ...by(event.first));
    case 'take': {
      const { seat, count, colour, to_cup: toCup, river_place: place } = event;
      if (toCup === undefined) return say.takeDiscard(...by(seat), count, colour);
      return place
        ? say.takeRiver(...by(seat), count, colour, place)
        : say.takeCup(...by(seat), count, colour);
    }
    case 'clear':
      return total(event.discarded)
        ? say.clear(event.mandala, event.discarded)
        : say.clearNone(event.mandala);
    case 'refill':
      return total(event.cards ?? {})
        ? say.refill(event.mandala, event.cards!)
        : say.refillNone(event.mandala);
    case 'reshuffle':
      return say.reshuffle(event.draw_size);
    case 'end':
      return `${say.end[event.reason] ?? say.ended} ${winnersSentence(event.winners ?? [], names, language)}`;
    default:
      event satisfies never;
      return null; // the server may be newer than this page
  }
}

function winnersSentence(winners: readonly number[], names: PlayerNames, language: Language): string {
  const { told: say, You } = texts[language];
  const [winner] = winners;
  if (winners.length === 1 && winner !== undefined) {
    const you = names.isYou(winner);
    return say.wins(you ? You : names.name(winner), you);
  }
  return winners.some(names.isYou) ? say.shared : say.sharedBy(winners.map(names.name));
}
