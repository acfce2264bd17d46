/** The part of the REST API about puzzles and repetition: only the pages that use it load it. */
import type {
  DayInfo,
  MistakeAnswer,
  MistakeInfo,
  MoveOutcomes,
  NextPuzzle,
  PuzzleAnswer,
  PuzzleHint,
  PuzzleInfo,
  PuzzleOverview,
  RepetitionInfo,
  ReviewAnswer,
  TriedMove,
} from '../generated/protocol.ts';
import { call } from '../lib/api.ts';
import { queryOf } from '../lib/query.ts';

const mistake = (table: string, ply: number) => `/me/mistakes/${table}/${ply}`;

export const puzzleApi = {
  overview: () => call<PuzzleOverview>('GET', '/puzzles'),
  day: () => call<DayInfo>('GET', '/puzzles/day'),
  next: (game: string, theme: string | null, skip: string | null) =>
    call<NextPuzzle>('GET', `/puzzles/next?${queryOf({ game, theme, skip })}`),
  puzzle: (id: string) => call<PuzzleInfo>('GET', `/puzzles/${encodeURIComponent(id)}`),
  tryMove: (id: string, move: string) => call<TriedMove>('GET', `/puzzles/${id}/moves?${queryOf({ move })}`),
  answer: (id: string, turn: number, move: string) =>
    call<PuzzleAnswer>('POST', `/puzzles/${id}/answer`, { turn, move }),
  hint: (id: string, turn: number, number: number) =>
    call<PuzzleHint>('POST', `/puzzles/${id}/hint`, { turn, number }),
  giveUp: (id: string) => call<PuzzleInfo>('POST', `/puzzles/${id}/solution`),
  again: (id: string) => call<PuzzleInfo>('POST', `/puzzles/${id}/again`),
  outcomes: (id: string, move: string) =>
    call<MoveOutcomes[]>('GET', `/puzzles/${id}/outcomes?${queryOf({ move })}`),
  vote: (id: string, vote: number) => call<void>('PUT', `/puzzles/${id}/vote`, { vote }),

  repetition: () => call<RepetitionInfo>('GET', '/me/repetition'),
  remove: (item: string) => call<void>('DELETE', `/me/repetition/${item}`),
  noteReview: (table: string, depth: ReviewAnswer['depth']) =>
    call<void>('POST', '/me/repetition/reviews', { table, depth }),
  mistake: (table: string, ply: number) => call<MistakeInfo>('GET', mistake(table, ply)),
  tryAtMistake: (table: string, ply: number, move: string) =>
    call<TriedMove>('GET', `${mistake(table, ply)}/moves?${queryOf({ move })}`),
  answerMistake: (table: string, ply: number, move: string, due: number) =>
    call<MistakeAnswer>('POST', `${mistake(table, ply)}/answer`, { move, due }),
  betterMove: (table: string, ply: number, due: number) =>
    call<MistakeAnswer>('POST', `${mistake(table, ply)}/solution`, { due }),
};
