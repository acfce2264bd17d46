/** The part of the REST API about the position editor: only its pages load it. */
import type { EditorInfo, NewTable, PositionAdvice, PositionCheck } from '../generated/protocol.ts';
import { call, openOnce } from '../lib/api.ts';
import { queryOf } from '../lib/query.ts';

const of = (game: string) => `/editor/${encodeURIComponent(game)}`;

export const editorApi = {
  info: (game: string, seats: number | null) => call<EditorInfo>('GET', `${of(game)}?${queryOf({ seats })}`),
  check: (game: string, text: string, seat: number | null) =>
    call<PositionCheck>('POST', `${of(game)}/check`, { text, seat }),
  advice: (game: string, text: string, seat: number | null) =>
    call<PositionAdvice>('POST', `${of(game)}/advice`, { text, seat }),
  /** Without a level, the other seats wait for friends. */
  open: (game: string, text: string, seat: number, level: number | null): Promise<NewTable> =>
    openOnce(`${of(game)}/tables`, { text, seat, level }),
};

export type EditorApi = typeof editorApi;

/** The address of a position. It can be shared. */
export const editorLink = (game: string, text: string, seat: number | null): string =>
  `/editor/${game}?${queryOf({ position: text, seat })}`;
