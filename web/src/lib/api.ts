/** The REST API. A refused request throws a Refusal, which has the server's error code. */
import { reachability } from './reachability.svelte.ts';
import type {
  ServerInfo,
  AccountInfo,
  Code,
  Leader,
  Line,
  NewTable,
  PasswordForm,
  Person,
  PracticeForm,
  Problem,
  Profile,
  RatingHistory,
  Replay,
  Results,
  ReviewAnswer,
  SessionInfo,
  TableInfo,
  TableSpec,
  TokenInfo,
  TriedMove,
  TutorialDetail,
  TutorialInfo,
} from '../generated/protocol.ts';
import type { JudgedMove } from '../generated/review.ts';
import { queryOf } from './query.ts';
import { randomHex } from './random.ts';

/** `offline` and `broken` come from the app: the server was unreachable, or its answer made no sense. */
type AnyProblem = Omit<Problem, 'code'> & { code: Problem['code'] | 'offline' | 'broken' };

export class Refusal extends Error {
  constructor(readonly problem: AnyProblem) {
    super(problem.why);
  }
}

export async function call<Answer>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    });
  } catch {
    reachability.isReachable = false;
    throw new Refusal({ code: 'offline', why: '', rule: null });
  }
  reachability.isReachable = true;
  if (!response.ok) {
    const problem = await response.json().catch(() => null);
    throw new Refusal(problem?.code ? problem : { code: 'broken', why: response.statusText, rule: null });
  }
  if (response.status === 204) return undefined as Answer;
  return response.json().catch(() => {
    // For example the login page of a public Wi-Fi.
    throw new Refusal({ code: 'broken', why: response.statusText, rule: null });
  });
}

/** If an answer got lost, a retry within this time opens no second table. Later, the player means another game. */
const SOON = 60_000; // milliseconds
const NONE = { request: '', key: '', at: 0 };
let unanswered = NONE;

/** Open a table. */
export async function openOnce(path: string, form: object): Promise<NewTable> {
  const request = path + JSON.stringify(form);
  if (unanswered.request !== request || Date.now() - unanswered.at > SOON)
    unanswered = { request, key: randomHex(), at: Date.now() };
  const made = await call<NewTable>('POST', path, form, { 'idempotency-key': unanswered.key });
  unanswered = NONE;
  return made;
}

const openTable = (spec: TableSpec) => openOnce('/tables', spec);
const playOn = (id: string, form: PracticeForm) => openOnce(`/tables/${id}/practice`, form);

const withKey = (key: string) => (key ? `?key=${encodeURIComponent(key)}` : '');

export const api = {
  about: () => call<ServerInfo>('GET', '/about'),

  me: () => call<Person>('GET', '/me'),
  createGuest: (name: string) => call<Person>('POST', '/me', { name }),
  rename: (name: string) => call<Person>('PATCH', '/me', { name }),
  deleteMe: (password: string | null) => call<void>('DELETE', '/me', { password }),
  account: () => call<AccountInfo>('GET', '/me/account'),
  setPassword: (form: PasswordForm) => call<void>('POST', '/me/password', form),
  recoveryCode: (password: string | null) => call<Code>('POST', '/me/recovery', { password }),
  signIn: (login: string, password: string) => call<Person>('POST', '/sign-in', { login, password }),
  recover: (code: string) => call<Person>('POST', '/recover', { code }),
  signOut: () => call<void>('POST', '/sign-out'),
  sessions: () => call<SessionInfo[]>('GET', '/me/sessions'),
  endSession: (id: string) => call<void>('DELETE', `/me/sessions/${id}`),
  tokens: () => call<TokenInfo[]>('GET', '/me/tokens'),
  createToken: (label: string) => call<Code>('POST', '/me/tokens', { label }),
  deleteToken: (id: string) => call<void>('DELETE', `/me/tokens/${id}`),

  tables: (status: 'open' | 'playing' | 'over') => call<TableInfo[]>('GET', `/tables?status=${status}`),
  openTable,
  table: (id: string, key = '') => call<TableInfo>('GET', `/tables/${id}${withKey(key)}`),
  join: (id: string, key: string) => call<TableInfo>('POST', `/tables/${id}/join`, { key }),
  leave: (id: string) => call<void>('DELETE', `/tables/${id}/join`),
  addBot: (id: string, seat: number, level: number) =>
    call<TableInfo>('PUT', `/tables/${id}/seats/${seat}/bot`, { level }),
  removeBot: (id: string, seat: number) => call<TableInfo>('DELETE', `/tables/${id}/seats/${seat}/bot`),
  replay: (id: string, key: string, seat: number | null) =>
    call<Replay>(
      'GET',
      `/tables/${id}/replay?key=${encodeURIComponent(key)}${seat === null ? '' : `&seat=${seat}`}`,
    ),
  review: (id: string, key: string, depth: ReviewAnswer['depth']) =>
    call<ReviewAnswer>('GET', `/tables/${id}/review?${queryOf({ depth, key: key || null })}`),
  playOn,
  /** What a move is worth in place of one that was made. */
  judge: (id: string, key: string, depth: ReviewAnswer['depth'], ply: number, move: string) =>
    call<JudgedMove>('GET', `/tables/${id}/judgement?${queryOf({ ply, move, depth, key: key || null })}`),
  /** The game up to a ply, then these moves. */
  line: (id: string, key: string, ply: number, moves: readonly string[]) =>
    call<Line>('GET', `/tables/${id}/line?${queryOf({ ply, moves: moves.join(), key: key || null })}`),

  tutorials: () => call<TutorialInfo[]>('GET', '/tutorials'),
  tutorial: (id: string) => call<TutorialDetail>('GET', `/tutorials/${encodeURIComponent(id)}`),
  tryMove: (id: string, step: number, move: string) =>
    call<TriedMove>('GET', `/tutorials/${id}/moves?${queryOf({ step, move })}`),

  person: (id: string) => call<Profile>('GET', `/people/${id}`),
  ratingsOf: (id: string) => call<RatingHistory[]>('GET', `/people/${id}/ratings`),
  resultsOf: (id: string) => call<Results>('GET', `/people/${id}/results`),
  tablesOf: (id: string, status: 'open' | 'playing' | 'over') =>
    call<TableInfo[]>('GET', `/people/${id}/tables?status=${status}`),
  leaders: (game: string, seats: number, bots: boolean) =>
    call<Leader[]>('GET', `/leaders/${game}/${seats}${bots ? '?bots=true' : ''}`),
};
