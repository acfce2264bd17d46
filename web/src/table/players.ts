/** The players of a table, and how to refer to them. */
import type { TableInfo } from '../generated/protocol.ts';
import type { Player, PlayerNames } from '../games/game-ui.ts';
import type { Texts } from '../i18n/en.ts';

export function playersOf(
  info: TableInfo,
  seats: readonly number[],
  here: readonly boolean[],
  texts: Texts,
): Player[] {
  const names = info.sitting.map(({ seat }) => nameOf(info, seat, texts));
  return info.sitting.map(({ seat, person, bot }) => {
    const level = person?.level ?? bot ?? null;
    return {
      seat,
      name: person ? distinct(names, seat) : names[seat]!,
      ...(person ? { avatar: info.spec.hot_seat && !person.level ? `${person.id}-${seat}` : person.id } : {}),
      bot: level,
      program: person?.bot ?? false,
      here: level !== null || (here[seat] ?? false),
      mine: seats.includes(seat),
      you: seats.length === 1 && seats[0] === seat,
    };
  });
}

/** The players of a position that belongs to no table: the viewer, and others whom `nameOf` names. */
export function samplePlayers(
  count: number,
  viewer: number,
  texts: Texts,
  nameOf: (seat: number) => string,
): Player[] {
  return Array.from({ length: count }, (_, seat) => {
    const you = seat === viewer;
    return { seat, name: you ? texts.you : nameOf(seat), bot: null, here: true, mine: you, you };
  });
}

function nameOf(info: TableInfo, seat: number, texts: Texts): string {
  const person = info.sitting[seat]?.person;
  if (!person) return texts.nobody;
  if (person.level !== null) return texts.levels[person.level] ?? person.name;
  return info.spec.hot_seat ? info.spec.names?.[seat] || texts.seatName(seat) : person.name;
}

/** The seats of a person; on a shared screen all of them, so that nobody there is “you”. */
export function seatsOf(info: TableInfo, person: string | undefined): number[] {
  return info.sitting.filter((one) => one.person && one.person.id === person).map(({ seat }) => seat);
}

/** The name of a player outside of sentences. */
export const displayName = (player: Player, texts: Texts) => (player.you ? texts.you : player.name);

/** Number players who have the same name: “Sprout I”, “Sprout II”. */
function distinct(names: readonly string[], seat: number): string {
  const name = names[seat]!;
  if (names.filter((other) => other === name).length < 2) return name;
  const before = names.slice(0, seat).filter((other) => other === name).length;
  return `${name} ${['I', 'II', 'III', 'IV'][before]}`;
}

export function namesOf(players: readonly Player[]): PlayerNames {
  return {
    name: (seat) => players[seat]?.name ?? '?',
    isYou: (seat) => players[seat]?.you ?? false,
  };
}
