/** Texts about a table that are the same everywhere. */
import type { TableInfo, TableSpec } from '../generated/protocol.ts';
import { andList, type Language } from '../i18n/languages.ts';
import type { Texts } from '../i18n/en.ts';
import { queryOf } from '../lib/query.ts';
import { playersOf } from './players.ts';

export type Clock = NonNullable<TableSpec['clock']>;

export function clockText(clock: Clock | undefined, texts: Texts): string {
  if (clock?.type === 'game') return texts.newTable.clockGame(clock.seconds / 60, clock.increment ?? 0);
  return clock?.type === 'days' ? texts.newTable.clockDays(clock.days) : texts.newTable.clockNone;
}

/** The path of a table; `key` is empty for public tables. */
export const tableLink = (id: string, key: string) =>
  `/table/${id}${key ? `?key=${encodeURIComponent(key)}` : ''}`;

/** The path of the position editor with a position of a finished game: what a seat knew, or all cards. */
export const editLink = (id: string, key: string, ply: number, seat: number | null) =>
  `/editor/tables/${id}?${queryOf({ ply, seat, key: key || null })}`;

/** The path of a finished game's review, which is asked for at once if there is none yet. */
export const reviewLink = (id: string, key: string) =>
  `/review/${id}?${queryOf({ ask: 1, key: key || null })}`;

/** The name of the player in a seat; "You" for this person. */
export function nameAt(table: TableInfo, seat: number, person: string | undefined, texts: Texts): string {
  const mine = table.sitting.filter((one) => person && one.person?.id === person).map((one) => one.seat);
  const player = playersOf(table, mine, [], texts)[seat]!;
  if (player.you) return texts.you;
  const sitter = table.sitting[seat]?.person;
  return sitter?.level || sitter?.bot ? texts.botName(player.name) : player.name;
}

/** The names of all players but this person. */
export function opponentNames(
  table: TableInfo,
  person: string | undefined,
  texts: Texts,
  language: Language,
): string {
  return andList(
    table.sitting
      .filter((one) => one.person && one.person.id !== person)
      .map(({ seat }) => nameAt(table, seat, person, texts)),
    language,
  );
}
