/** The result of a game: the ranking and its texts. */
import type { Result } from '../generated/protocol.ts';
import type { Player } from '../games/game-ui.ts';
import type { Texts } from '../i18n/en.ts';
import { andList, type Language } from '../i18n/languages.ts';
import { displayName } from './players.ts';

/** Winners first, then by points. Players who left come last. */
export function ranked(result: Result, players: readonly Player[]): Player[] {
  const place = ({ seat }: Player) =>
    result.winners.includes(seat)
      ? 0
      : result.lost?.includes(seat) || result.replaced?.includes(seat)
        ? 2
        : 1;
  return players.toSorted((a, b) => place(a) - place(b) || result.scores[b.seat]! - result.scores[a.seat]!);
}

/** The headline for this viewer: who won. */
export function headline(
  result: Result,
  players: readonly Player[],
  texts: Texts,
  language: Language,
): string {
  const winners = result.winners.map((seat) => players[seat]!);
  const youWon = winners.some((player) => player.you);
  const names = andList(
    winners.toSorted((a, b) => Number(b.you) - Number(a.you)).map((player) => displayName(player, texts)),
    language,
  );
  if (winners.length > 1) return youWon ? texts.end.youShared(names) : texts.end.shared(names);
  if (youWon) return texts.end.youWon;
  return players.some((player) => player.you) ? texts.end.lost(names) : texts.end.won(names);
}

/** What the tie-break compared, such as “You 12, Ben 14”; empty if there is no tie-break. */
export function countsInWords(result: Result, players: readonly Player[], texts: Texts): string {
  const { tied, counts } = result.tie_break!;
  return counts.map((count, index) => `${displayName(players[tied[index]!]!, texts)} ${count}`).join(', ');
}

/** +12 or −5, with a real minus sign. */
export const signed = (difference: number) =>
  difference > 0 ? `+${difference}` : difference < 0 ? `−${-difference}` : '±0';
