/** The players of a table, and how to refer to them. */
import type { TableInfo } from '../generated/protocol.ts';
import type { Player, PlayerNames } from '../games/game-ui.ts';
import type { Words } from '../i18n/en.ts';

export function playersOf(
  info: TableInfo,
  seats: readonly number[],
  here: readonly boolean[],
  words: Words,
): Player[] {
  const names = info.sitting.map(({ seat }) => nameOf(info, seat, words));
  return info.sitting.map(({ seat, person, bot }) => {
    const level = person?.level ?? bot;
    return {
      seat,
      name: person ? distinct(names, seat) : names[seat]!,
      bot: level,
      here: level !== null || (here[seat] ?? false),
      mine: seats.includes(seat),
      you: seats.length === 1 && seats[0] === seat,
    };
  });
}

function nameOf(info: TableInfo, seat: number, words: Words): string {
  const person = info.sitting[seat]?.person;
  if (!person) return words.nobody;
  if (person.level !== null) return words.levels[person.level] ?? person.name;
  return info.spec.hot_seat ? words.seatName(seat) : person.name;
}

/** Two bots of one level, or two people of one name: “Sprout I”, “Sprout II”. */
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
