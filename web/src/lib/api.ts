/** The REST API. A refused request throws a Refusal, which has the server's error code. */
import type {
  About,
  AccountAbout,
  Code,
  Leader,
  NewTable,
  PasswordForm,
  Person,
  Problem,
  Profile,
  Replay,
  SessionAbout,
  TableInfo,
  TableSpec,
  TokenAbout,
} from '../generated/protocol.ts';

/** `offline` and `broken` come from the app: the server was unreachable, or its answer made no sense. */
type AnyProblem = Omit<Problem, 'code'> & { code: Problem['code'] | 'offline' | 'broken' };

export class Refusal extends Error {
  constructor(readonly problem: AnyProblem) {
    super(problem.why);
  }
}

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal({ code: 'offline', why: '', rule: null });
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => null);
    throw new Refusal(problem?.code ? problem : { code: 'broken', why: response.statusText, rule: null });
  }
  return response.status === 204 ? (undefined as Answer) : response.json();
}

const withKey = (key: string) => (key ? `?key=${encodeURIComponent(key)}` : '');

export const api = {
  about: () => call<About>('GET', '/about'),

  me: () => call<Person>('GET', '/me'),
  createGuest: (name: string) => call<Person>('POST', '/me', { name }),
  rename: (name: string) => call<Person>('PATCH', '/me', { name }),
  deleteMe: () => call<void>('DELETE', '/me'),
  account: () => call<AccountAbout>('GET', '/me/account'),
  setPassword: (form: PasswordForm) => call<void>('POST', '/me/password', form),
  recoveryCode: (password: string | null) => call<Code>('POST', '/me/recovery', { password }),
  signIn: (login: string, password: string) => call<Person>('POST', '/sign-in', { login, password }),
  recover: (code: string) => call<Person>('POST', '/recover', { code }),
  signOut: () => call<void>('POST', '/sign-out'),
  sessions: () => call<SessionAbout[]>('GET', '/me/sessions'),
  endSession: (id: string) => call<void>('DELETE', `/me/sessions/${id}`),
  tokens: () => call<TokenAbout[]>('GET', '/me/tokens'),
  createToken: (label: string) => call<Code>('POST', '/me/tokens', { label }),
  deleteToken: (id: string) => call<void>('DELETE', `/me/tokens/${id}`),

  tables: (status: 'open' | 'playing' | 'over') => call<TableInfo[]>('GET', `/tables?status=${status}`),
  openTable: (spec: TableSpec) => call<NewTable>('POST', '/tables', spec),
  table: (id: string, key = '') => call<TableInfo>('GET', `/tables/${id}${withKey(key)}`),
  join: (id: string, key: string, seat: number | null = null) =>
    call<TableInfo>('POST', `/tables/${id}/join`, { key, seat }),
  leave: (id: string) => call<void>('DELETE', `/tables/${id}/join`),
  replay: (id: string, key: string, seat: number | null) =>
    call<Replay>(
      'GET',
      `/tables/${id}/replay?key=${encodeURIComponent(key)}${seat === null ? '' : `&seat=${seat}`}`,
    ),

  person: (id: string) => call<Profile>('GET', `/people/${id}`),
  tablesOf: (id: string, status: 'open' | 'playing' | 'over') =>
    call<TableInfo[]>('GET', `/people/${id}/tables?status=${status}`),
  leaders: (game: string, seats: number) => call<Leader[]>('GET', `/leaders/${game}/${seats}`),
};
