// Written by tools/web_types.py from the server's types; do not edit.

import type { AnyEvent, AnyReason, AnyView } from './games.ts';
import type { Reason, Review } from './review.ts';

export interface Watch {
  type: 'watch';
  table: string;
  seen?: number | null;
  key?: string;
}

export interface Unwatch {
  type: 'unwatch';
  table: string;
}

export interface Move {
  type: 'move';
  table: string;
  after: number;
  move: string;
}

export interface Resign {
  type: 'resign';
  table: string;
  after: number;
}

export interface Contribute {
  type: 'contribute';
  table: string;
  value: string;
}

export interface TakeSeatBack {
  type: 'return';
  table: string;
}

export interface Ask {
  type: 'ask';
  table: string;
  what: 'rematch' | 'replace' | 'take_back';
  seat?: number | null;
  after?: number | null;
}

export interface Answer {
  type: 'answer';
  table: string;
  what: 'rematch' | 'replace' | 'take_back';
  yes: boolean;
}

export interface AskHint {
  type: 'hint';
  table: string;
}

export interface AskTakeBack {
  type: 'may_take_back';
  table: string;
  after: number;
}

export interface AskPreview {
  type: 'preview';
  table: string;
  after: number;
  move: string;
}

export interface Follow {
  type: 'follow';
  which: 'mine' | 'open';
}

export interface Unfollow {
  type: 'unfollow';
  which: 'mine' | 'open';
}

export interface Looking {
  type: 'looking';
  yes: boolean;
}

export interface AskReview {
  type: 'review';
  table: string;
  depth?: 'deep' | 'quick';
  key?: string;
}

export interface StopReview {
  type: 'stop_review';
  table: string;
  depth?: 'deep' | 'quick';
}

export interface Ping {
  type: 'ping';
}

export interface Welcome {
  type: 'welcome';
  protocol: number;
  version: string;
  you: Person | null;
}

export interface Person {
  id: string;
  name: string;
  level: number | null;
}

export interface State {
  type: 'state';
  table: string;
  number: number;
  ply: number;
  info?: TableInfo;
  seats?: number[];
  key?: string;
  changes?: Change[];
  view?: AnyView;
  views?: AnyView[];
  legal?: string[];
  clock?: ClockNow;
  behind?: number;
}

export interface TableInfo {
  id: string;
  spec: TableSpec;
  status: 'dropped' | 'open' | 'over' | 'playing';
  host: string;
  sitting: Sitting[];
  created: number;
  moves: number;
  commitment: string;
  rules: number;
  turn?: number;
  deadline?: number;
  result?: Result | null;
  secret?: string | null;
  next?: string | null;
  practice?: Practice;
  host_rating?: number;
}

export interface TableSpec {
  game: string;
  seats?: number;
  options?: Record<string, string | number>;
  bots?: (number | null)[];
  clock?: NoClock | GameClock | DaysClock;
  public?: boolean;
  rated?: boolean;
  hot_seat?: boolean;
  duplicate?: boolean;
  spectators?: 'none' | 'open' | 'public';
  names?: string[];
}

export interface NoClock {
  type: 'none';
}

export interface GameClock {
  type: 'game';
  seconds: number;
  increment?: number;
}

export interface DaysClock {
  type: 'days';
  days: number;
}

export interface Sitting {
  seat: number;
  person: Person | null;
  bot?: number | null;
  contribution?: string;
  lost?: boolean;
}

export interface Result {
  reason: 'finished' | 'resigned' | 'time';
  scores: number[];
  winners: number[];
  lost?: number[];
  replaced?: number[];
  tie_break?: TieBreak | null;
  ratings?: (RatingChange | null)[];
}

export interface TieBreak {
  rule: string;
  tied: number[];
  counts: number[];
}

export interface RatingChange {
  before: number;
  after: number;
  provisional: boolean;
}

export interface Practice {
  table: string;
  ply: number;
  seat: number;
}

export interface Change {
  number: number;
  ply?: number;
  kind?: 'move' | 'replace' | 'resign' | 'return' | 'take_back' | 'time';
  seat?: number | null;
  move?: string | null;
  events?: AnyEvent[];
}

export interface ClockNow {
  left: number[];
}

export interface Presence {
  type: 'presence';
  table: string;
  here: boolean[];
  replaceable_in: (number | null)[];
}

export interface Thinking {
  type: 'thinking';
  table: string;
  seat: number;
}

export interface ListedTables {
  type: 'tables';
  which: 'mine' | 'open';
  tables: TableInfo[];
  gone: string[];
  whole: boolean;
}

export interface Asked {
  type: 'asked';
  table: string;
  what: 'rematch' | 'replace' | 'take_back';
  by: number | null;
  seat: number | null;
  waiting: number[];
  settled: boolean | null;
  seconds: number | null;
}

export interface Hint {
  type: 'hint';
  table: string;
  number: number;
  move: string;
  why: string;
  candidates: HintedMove[];
  line: string[];
  because: Reason | null;
}

export interface HintedMove {
  move: string;
  visits: number;
  chance: number;
  margin: number | null;
}

export interface ReviewProgress {
  type: 'review';
  table: string;
  depth: 'deep' | 'quick';
  state: 'absent' | 'failed' | 'ready' | 'running' | 'waiting';
  done: number;
  total: number;
  code: string | null;
}

export interface MayTakeBack {
  type: 'may_take_back';
  table: string;
  number: number;
  code: string | null;
}

export interface Previewed {
  type: 'previewed';
  table: string;
  number: number;
  move: string;
  events: AnyEvent[];
  gain: number;
}

export interface Refused {
  type: 'refused';
  code: string;
  why: string;
  rule: string | null;
  table: string | null;
  preview?: string;
  reason?: AnyReason;
}

export interface Pong {
  type: 'pong';
}

export interface Bye {
  type: 'bye';
  why: string;
  again_in: number;
}

export interface Problem {
  code: 'already_seated' | 'answer_first' | 'away_too_short' | 'clock_replaces' | 'conflict' | 'contributed' | 'failed' | 'forbidden' | 'game_begun' | 'gone_on' | 'hint_running' | 'host_only' | 'illegal_move' | 'login_taken' | 'name_refused' | 'no_bot_there' | 'no_stand_in' | 'no_such_ply' | 'no_such_seat' | 'no_such_table' | 'not_a_player' | 'not_asked' | 'not_begun' | 'not_found' | 'not_over' | 'not_playing' | 'not_reviewed' | 'not_seated' | 'not_stored' | 'not_your_turn' | 'nothing_to_review' | 'nothing_to_take_back' | 'old_rules' | 'only_resign' | 'over_there' | 'own_seat_only' | 'pair_not_over' | 'player_here' | 'players_only' | 'private_table' | 'rated_hint' | 'rated_needs_clock' | 'rated_take_back' | 'rematch_begun' | 'replace_whom' | 'review_running' | 'seat_taken' | 'seats_fixed' | 'seen_since' | 'sign_in' | 'table_full' | 'time_up' | 'too_fast' | 'too_large' | 'too_many' | 'too_many_games' | 'too_many_tables' | 'too_many_take_backs' | 'too_many_tokens' | 'unknown_code' | 'unreadable' | 'wrong_method' | 'wrong_password';
  why: string;
  rule: string | null;
}

export interface JoinForm {
  seat?: number | null;
  key?: string;
  contribution?: string | null;
}

export interface ContributionForm {
  value: string;
}

export interface BotForm {
  level: number;
}

export interface LevelInfo {
  number: number;
  english: string;
  german: string;
}

export interface GameInfo {
  name: string;
  title: string;
  seats: number[];
  options: Record<string, string[]>;
  secrets: boolean;
}

export interface ServerInfo {
  games: GameInfo[];
  levels: LevelInfo[];
}

export interface NewTable {
  table: TableInfo;
  key: string;
}

export interface NameForm {
  name: string;
}

export interface SignInForm {
  login: string;
  password: string;
}

export interface PasswordForm {
  login: string;
  password: string;
  old_password?: string | null;
  delete_tokens?: boolean;
}

export interface RecoveryCodeForm {
  password?: string | null;
}

export interface DeletionForm {
  password?: string | null;
}

export interface RecoveryForm {
  code: string;
}

export interface AccountInfo {
  login: string | null;
  has_password: boolean;
  has_recovery_code: boolean;
}

export interface TokenForm {
  label: string;
}

export interface Code {
  code: string;
}

export interface TokenInfo {
  id: string;
  label: string;
  created: number;
}

export interface SessionInfo {
  id: string;
  label: string;
  created: number;
  seen: number;
  current: boolean;
}

export interface QuietHours {
  begin: number;
  end: number;
}

export interface AlertChoice {
  language: 'de' | 'en';
  zone: string;
  push: ('over' | 'question' | 'rematch' | 'reminder' | 'turn')[];
  email: ('over' | 'question' | 'rematch' | 'reminder' | 'turn')[];
  quiet: QuietHours | null;
}

export interface BrowserForm {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface MailForm {
  address: string;
}

export interface ChannelForm {
  channel: 'email' | 'push';
}

export interface MailTokenForm {
  token: string;
}

export interface AlertBrowser {
  id: string;
  label: string;
  created: number;
  current: boolean;
  failing: boolean;
}

export interface AlertMail {
  address: string;
  confirmed: boolean;
}

export interface AlertInfo {
  choice: AlertChoice | null;
  browsers: AlertBrowser[];
  mail: AlertMail | null;
  mail_available: boolean;
  push_key: string;
}

export interface Ply {
  ply: number;
  move: string | null;
  seat: number | null;
  events: AnyEvent[];
  view: AnyView;
}

export interface Replay {
  table: TableInfo;
  plies: Ply[];
}

export interface ReviewAnswer {
  depth: 'deep' | 'quick';
  state: 'absent' | 'failed' | 'ready' | 'running' | 'waiting';
  done: number;
  total: number;
  code: string | null;
  review: Review | null;
}

export interface Line {
  plies: Ply[];
  legal: string[];
  stopped: Problem | null;
}

export interface PracticeForm {
  ply: number;
  level: number;
  seat: number | null;
  key: string;
}

export interface Rating {
  game: string;
  seats: number;
  rating: number;
  games: number;
  provisional: boolean;
}

export interface Profile {
  person: Person;
  ratings: Rating[];
}

export interface RatingPoint {
  at: number;
  before: number;
  after: number;
  games: number;
  table: string | null;
}

export interface RatingHistory {
  game: string;
  seats: number;
  points: RatingPoint[];
}

export interface GameResults {
  game: string;
  seats: number;
  won: number;
  shared: number;
  lost: number;
}

export interface OpponentResults {
  opponent: Person;
  won: number;
  shared: number;
  lost: number;
}

export interface Results {
  games: GameResults[];
  opponents: OpponentResults[];
}

export interface Leader {
  rank: number | null;
  person: Person;
  rating: number;
  games: number;
  provisional: boolean;
}

export interface TutorialInfo {
  id: string;
  game: string;
  minutes: number;
  title: Translations;
  about: Translations;
  steps: number;
}

export interface Translations {
  en: string;
  de: string;
}

export interface QuestionInfo {
  legal: string[];
  outcomes: Record<string, Ply[]>;
  answers: Record<string, Translations>;
  otherwise: Translations | null;
}

export interface StepInfo {
  scene: number;
  say: Translations;
  show: string[];
  view: AnyView;
  events: AnyEvent[];
  plies: Ply[];
  question: QuestionInfo | null;
}

export interface TutorialDetail {
  info: TutorialInfo;
  seat: number;
  seats: number;
  steps: StepInfo[];
}

export interface TriedMove {
  move: string;
  events: AnyEvent[];
  gain: number;
  rule: string | null;
  reason: AnyReason | null;
}

export type FromClient = Watch | Unwatch | Move | Resign | Contribute | TakeSeatBack | Ask | Answer | AskHint | AskTakeBack | AskPreview | Follow | Unfollow | Looking | AskReview | StopReview | Ping;

export type FromServer = Welcome | State | Presence | Thinking | ListedTables | Asked | Hint | ReviewProgress | MayTakeBack | Previewed | Refused | Pong | Bye;

export const PROTOCOL = 4;
export const LISTED_AFTER = 3;
export const FIRM_AFTER = 10;
