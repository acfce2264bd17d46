/** The part of the REST API about the position editor: only its pages load it. */
import type {
  EditablePosition,
  EditorInfo,
  NewTable,
  PositionAdvice,
  PositionCheck,
} from '../generated/protocol.ts';
import { call, openOnce } from '../lib/api.ts';
import { queryOf } from '../lib/query.ts';

/** Where positions come from: a finished game, or a puzzle that is over. */
const SOURCES = ['tables', 'puzzles'] as const;
export type Source = (typeof SOURCES)[number];
export const sourceOf = (text: string): Source | undefined => SOURCES.find((one) => one === text);

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
  positionOf: (source: Source, id: string, values: Record<string, string | null>) =>
    call<EditablePosition>('GET', `/${source}/${encodeURIComponent(id)}/position?${queryOf(values)}`),
};

export type EditorApi = typeof editorApi;

/** The address of a position. People share it: what needs no escaping stays readable. */
export const editorLink = (game: string, text: string, seat: number | null): string =>
  `/editor/${game}?${queryOf({ position: text, seat }).replace(/%(?:2F|3D|3A|2C|3F)/g, decodeURIComponent)}`;
