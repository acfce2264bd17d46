/** Flowers in words: what is to be done, what a move would do, and what happened. */
import type { View } from '../../generated/flowers.ts';
import type { Language } from '../../i18n/languages.ts';
import { COLOURS, type Colour } from '../../lib/colours.ts';
import type { GameEvent, PlayerNames } from '../game-ui.ts';
import { readTile } from './cards.ts';
import { readMove } from './moves.ts';
import { words, type Someone, type Words } from './words.ts';

export const cardList = (cards: Record<string, number> | undefined): [Colour, number][] =>
  COLOURS.filter((colour) => cards?.[colour]).map((colour) => [colour, cards![colour]!]);

const someone = (seat: number, names: PlayerNames): Someone => ({
  name: names.name(seat),
  you: names.isYou(seat),
});

export function prompt(
  view: View,
  _legal: readonly string[],
  names: PlayerNames,
  language: Language,
): string {
  const say = words[language];
  if (view.to_move === null) return say.over((view.winners ?? []).map((seat) => someone(seat, names)));
  const mover = someone(view.to_move, names);
  if (view.phase === 'taking') {
    return mover.you ? say.yourTake(view.resolving!) : say.waitTake(mover, view.resolving!);
  }
  return mover.you ? say.yourPlay : say.waitPlay(mover);
}

export function describeMove(text: string, view: View, _names: PlayerNames, language: Language): string {
  const say = words[language];
  const move = readMove(text);
  if (move?.kind === 'play') return say.play(move.count, move.colour, move.mandala);
  if (move?.kind === 'pass') return say.yourPass;
  const tiles = view.mandalas[(view.resolving ?? 1) - 1]?.tiles;
  return move && tiles ? say.takeOf(readTile(tiles[move.side])) : text;
}

type Teller = (happened: Fields, say: Words, names: PlayerNames) => string;

/** The fields of an event, each read as what docs/flowers.md says that it is. */
class Fields {
  constructor(private readonly event: GameEvent) {}
  number = (field: string) => this.event[field] as number;
  flag = (field: string) => this.event[field] as boolean;
  text = (field: string) => this.event[field] as string;
  texts = (field: string) => this.event[field] as string[] | undefined;
  colour = () => this.event['colour'] as Colour;
  cards = () => cardList(this.event['cards'] as Record<string, number> | undefined);
  tile = (field: string) => readTile(this.text(field));
  tiles = () => this.event['tiles'] as { dark: string; light: string };
  seats = (field: string, names: PlayerNames) =>
    (this.event[field] as number[]).map((seat) => someone(seat, names));
  who = (names: PlayerNames, field = 'seat') => someone(this.number(field), names);
  mandala = () => this.number('mandala');
}

const TELLERS: Record<string, Teller> = {
  play: (e, say, names) =>
    say.played(e.who(names), e.number('count'), e.colour(), e.mandala(), e.flag('face_up')),
  draw: (e, say, names) => say.drew(e.who(names), e.number('count'), e.cards()),
  reshuffle: (e, say) => say.reshuffled(e.number('count')),
  majority: (e, say, names) =>
    say.majority(e.who(names), e.mandala(), e.number('from') === undefined ? null : e.who(names, 'from')),
  complete: (e, say, names) => say.completed(e.mandala(), e.who(names, 'chooser')),
  pass: (e, say, names) => say.passed(e.who(names)),
  take: (e, say, names) =>
    e.number('seat') === e.number('second_seat')
      ? say.tookBoth(e.who(names), e.tile('tile'), e.tile('second_tile'))
      : say.took(e.who(names), e.tile('tile'), e.who(names, 'second_seat'), e.tile('second_tile')),
  flower: (e, say, names) =>
    e.texts('values')
      ? say.formed(e.who(names), e.colour(), e.texts('values')!, e.number('points'))
      : say.formedFaceDown(e.who(names), e.colour()),
  discarded: (e, say, names) => say.discarded(e.who(names), e.cards()),
  returned: (e, say, names) => say.returned(e.who(names), e.cards()),
  new_tiles: (e, say) => say.newTiles(e.mandala(), readTile(e.tiles().dark), readTile(e.tiles().light)),
  last_round: (e, say, names) => say.thirdFlower(e.seats('seats', names)),
  final: (e, say) => say.final[e.text('reason')] ?? say.finishing,
  unclaimed: (e, say) => say.unclaimed(e.mandala()),
  resolve: (e, say, names) => say.resolved(e.mandala(), e.who(names, 'chooser')),
  end: (e, say, names) =>
    `${say.ended[e.text('reason')] ?? ''} ${say.over(e.seats('winners', names))}`.trim(),
};

export function describeEvent(event: GameEvent, names: PlayerNames, language: Language): string | null {
  return TELLERS[event.event]?.(new Fields(event), words[language], names) ?? null;
}

/** What a preview says in other words than the log. What happens after every take is left out. */
const FORETELLERS: Record<string, (e: Fields, say: Words, names: PlayerNames) => string | null> = {
  play: (e, say) => say.lies(e.number('count'), e.flag('face_up')),
  pass: () => null,
  take: (e, say, names) =>
    e.number('seat') === e.number('second_seat')
      ? say.takesToo(e.who(names), e.tile('second_tile'))
      : say.secondTile(e.tile('second_tile'), e.who(names, 'second_seat')),
  discarded: () => null,
  returned: () => null,
  new_tiles: () => null,
  end: (e, say) => say.ended[e.text('reason')] ?? null,
};

export function describePreview(
  events: readonly GameEvent[],
  names: PlayerNames,
  language: Language,
): string[] {
  const say = words[language];
  const lines = events.map((event) => {
    const ahead = FORETELLERS[event.event];
    return ahead ? ahead(new Fields(event), say, names) : describeEvent(event, names, language);
  });
  const kinds = events.map((event) => event.event);
  if (kinds.includes('play') && !kinds.includes('draw')) lines.splice(1, 0, say.drawsNothing);
  return lines.filter((line) => line !== null);
}
