/** Flowers in words: what is to be done, what a move would do, and what happened. */
import type { View } from '../../generated/flowers.ts';
import { COLOURS, type Colour, type Language } from '../../lib/words.ts';
import type { GameEvent, Speech } from '../room.ts';
import { readTile } from './cards.ts';
import { readMove } from './moves.ts';
import { words, type Someone, type Words } from './words.ts';

export const cardList = (cards: Record<string, number> | undefined): [Colour, number][] =>
  COLOURS.filter((colour) => cards?.[colour]).map((colour) => [colour, cards![colour]!]);

const someone = (seat: number, speech: Speech): Someone => ({
  name: speech.name(seat),
  you: speech.isYou(seat),
});

export function prompt(view: View, _legal: readonly string[], speech: Speech, language: Language): string {
  const say = words[language];
  if (view.to_move === null) return say.over((view.winners ?? []).map((seat) => someone(seat, speech)));
  const mover = someone(view.to_move, speech);
  if (view.phase === 'taking') {
    return mover.you ? say.yourTake(view.resolving!) : say.waitTake(mover, view.resolving!);
  }
  return mover.you ? say.yourPlay : say.waitPlay(mover);
}

export function describe(text: string, view: View, _speech: Speech, language: Language): string {
  const say = words[language];
  const move = readMove(text);
  if (move?.kind === 'play') return say.play(move.count, move.colour, move.mandala);
  if (move?.kind === 'pass') return say.yourPass;
  const tiles = view.mandalas[(view.resolving ?? 1) - 1]?.tiles;
  return move && tiles ? say.takeOf(readTile(tiles[move.side])) : text;
}

type Teller = (happened: Fields, say: Words, speech: Speech) => string;

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
  seats = (field: string, speech: Speech) =>
    (this.event[field] as number[]).map((seat) => someone(seat, speech));
  who = (speech: Speech, field = 'seat') => someone(this.number(field), speech);
  mandala = () => this.number('mandala');
}

const TELLERS: Record<string, Teller> = {
  play: (e, say, speech) =>
    say.played(e.who(speech), e.number('count'), e.colour(), e.mandala(), e.flag('face_up')),
  draw: (e, say, speech) => say.drew(e.who(speech), e.number('count'), e.cards()),
  reshuffle: (e, say) => say.reshuffled(e.number('count')),
  majority: (e, say, speech) =>
    say.majority(e.who(speech), e.mandala(), e.number('from') === undefined ? null : e.who(speech, 'from')),
  complete: (e, say, speech) => say.completed(e.mandala(), e.who(speech, 'chooser')),
  pass: (e, say, speech) => say.passed(e.who(speech)),
  take: (e, say, speech) =>
    e.number('seat') === e.number('second_seat')
      ? say.tookBoth(e.who(speech), e.tile('tile'), e.tile('second_tile'))
      : say.took(e.who(speech), e.tile('tile'), e.who(speech, 'second_seat'), e.tile('second_tile')),
  flower: (e, say, speech) =>
    e.texts('values')
      ? say.formed(e.who(speech), e.colour(), e.texts('values')!, e.number('points'))
      : say.formedFaceDown(e.who(speech), e.colour()),
  discarded: (e, say, speech) => say.discarded(e.who(speech), e.cards()),
  returned: (e, say, speech) => say.returned(e.who(speech), e.cards()),
  new_tiles: (e, say) => say.newTiles(e.mandala(), readTile(e.tiles().dark), readTile(e.tiles().light)),
  last_round: (e, say, speech) => say.thirdFlower(e.seats('seats', speech)),
  final: (e, say) => say.final[e.text('reason')] ?? say.finishing,
  unclaimed: (e, say) => say.unclaimed(e.mandala()),
  resolve: (e, say, speech) => say.resolved(e.mandala(), e.who(speech, 'chooser')),
  end: (e, say, speech) =>
    `${say.ended[e.text('reason')] ?? ''} ${say.over(e.seats('winners', speech))}`.trim(),
};

export function tell(event: GameEvent, speech: Speech, language: Language): string | null {
  return TELLERS[event.event]?.(new Fields(event), words[language], speech) ?? null;
}

/** What a preview says in other words than the log. What happens after every take is left out. */
const FORETELLERS: Record<string, (e: Fields, say: Words, speech: Speech) => string | null> = {
  play: (e, say) => say.lies(e.number('count'), e.flag('face_up')),
  pass: () => null,
  take: (e, say, speech) =>
    e.number('seat') === e.number('second_seat')
      ? say.takesToo(e.who(speech), e.tile('second_tile'))
      : say.secondTile(e.tile('second_tile'), e.who(speech, 'second_seat')),
  discarded: () => null,
  returned: () => null,
  new_tiles: () => null,
  end: (e, say) => say.ended[e.text('reason')] ?? null,
};

export function foretell(events: readonly GameEvent[], speech: Speech, language: Language): string[] {
  const say = words[language];
  const lines = events.map((event) => {
    const ahead = FORETELLERS[event.event];
    return ahead ? ahead(new Fields(event), say, speech) : tell(event, speech, language);
  });
  const kinds = events.map((event) => event.event);
  if (kinds.includes('play') && !kinds.includes('draw')) lines.splice(1, 0, say.drawsNothing);
  return lines.filter((line) => line !== null);
}
