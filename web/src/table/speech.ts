/** How this screen speaks of the players of a table. */
import type { TableInfo } from '../generated/protocol.ts';
import type { Player, Speech } from '../games/room.ts';
import type { Words } from '../words/en.ts';

export function playersOf(
  info: TableInfo,
  seats: readonly number[],
  here: readonly boolean[],
  words: Words,
): Player[] {
  return info.sitting.map(({ seat, person, bot }) => {
    const level = person?.level ?? bot;
    return {
      seat,
      name: nameOf(info, seat, words),
      bot: level,
      here: level !== null || (here[seat] ?? false),
      mine: seats.includes(seat),
    };
  });
}

function nameOf(info: TableInfo, seat: number, words: Words): string {
  const person = info.sitting[seat]?.person;
  if (!person) return words.nobody;
  if (person.level !== null) return words.levels[person.level] ?? person.name;
  return info.spec.hot_seat ? words.seatName(seat) : person.name;
}

/** At a shared screen nobody is “you”. */
export function speechOf(players: readonly Player[]): Speech {
  const alone = players.filter((player) => player.mine).length === 1;
  return {
    name: (seat) => players[seat]?.name ?? '?',
    isYou: (seat) => alone && (players[seat]?.mine ?? false),
  };
}
