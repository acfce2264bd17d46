// Written by tools/web_types.py from the server's types; do not edit.

import type { AnyEvent, AnyReason, AnyView } from './games.ts';
import type { Advice, Difference, Reason, Review } from './review.ts';

export interface Watch {
  type: 'watch';
  table: string;
  seen?: number | null;
  key?: string;
  glance?: boolean;
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

export interface AskTutor {
  type: 'tutor';
  table: string;
  after: number;
  move: string;
  level?: 'all' | 'serious';
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
  which: 'featured' | 'live' | 'mine' | 'open';
  filter?: LobbyFilter;
}

export interface LobbyFilter {
  game?: string | null;
  tempo?: 'blitz' | 'classical' | 'days' | 'rapid' | 'none' | null;
  rated?: boolean | null;
  seats?: number | null;
  near?: number | null;
}

export interface Unfollow {
  type: 'unfollow';
  which: 'featured' | 'live' | 'mine' | 'open';
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

export interface Search {
  type: 'search';
  game: string;
  tempo: 'blitz' | 'classical' | 'days' | 'rapid';
  tab: string;
  seats?: number;
  rated?: boolean;
}

export interface StopSearch {
  type: 'stop_search';
}

export interface TakeBot {
  type: 'take_bot';
}

export interface Notify {
  type: 'notify';
}

export interface SeenChallenge {
  type: 'seen_challenge';
  challenge: string;
}

export interface FollowFriends {
  type: 'follow_friends';
  yes?: boolean;
}

export interface Say {
  type: 'say';
  table: string;
  phrase: 'again' | 'applause' | 'bow' | 'good_game' | 'good_luck' | 'goodbye' | 'have_fun' | 'hello' | 'laugh' | 'nice_move' | 'no_hurry' | 'one_moment' | 'smile' | 'sorry' | 'surprise' | 'thank_you' | 'think' | 'well_played';
}

export interface Write {
  type: 'write';
  table: string;
  text: string;
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
  bot?: boolean;
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
  bot_match?: boolean;
  watching?: number;
  rating?: number;
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
  table: string | null;
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
  which: 'featured' | 'live' | 'mine' | 'open';
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

export interface Tutored {
  type: 'tutored';
  table: string;
  number: number;
  move: string;
  advice: Advice | null;
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

export interface Searching {
  type: 'searching';
  game: string;
  seats: number;
  tempo: 'blitz' | 'classical' | 'days' | 'rapid';
  rated: boolean;
  tab: string;
  waited: number;
  bot: number | null;
  again: boolean;
}

export interface SearchEnded {
  type: 'search_ended';
  why: 'bot' | 'lost' | 'matched' | 'missed' | 'replaced' | 'stopped';
  table: string | null;
  tab: string | null;
}

export interface ChallengeNews {
  type: 'challenge';
  challenge: Challenge;
}

export interface Challenge {
  id: string;
  by: Person;
  to: Person;
  spec: TableSpec;
  created: number;
  expires: number;
  status: 'accepted' | 'declined' | 'expired' | 'waiting' | 'withdrawn';
  reason: 'not_now' | 'other_game' | 'other_rating' | 'other_tempo' | null;
  table: string | null;
}

export interface GameStarted {
  type: 'game_started';
  table: string;
  game: string;
}

export interface Notices {
  type: 'notices';
  search: Searching | null;
  challenges: Challenge[];
}

export interface FriendList {
  type: 'friends';
  friends: FriendInfo[];
  requests: FriendRequest[];
  asked: FriendRequest[];
}

export interface FriendInfo {
  person: Person;
  here: boolean;
  playing: TableInfo[];
}

export interface FriendRequest {
  person: Person;
  asked: number;
}

export interface Said {
  type: 'said';
  table: string;
  seat: number;
  person: string;
  phrase?: 'again' | 'applause' | 'bow' | 'good_game' | 'good_luck' | 'goodbye' | 'have_fun' | 'hello' | 'laugh' | 'nice_move' | 'no_hurry' | 'one_moment' | 'smile' | 'sorry' | 'surprise' | 'thank_you' | 'think' | 'well_played';
  text?: string;
}

export interface Refused {
  type: 'refused';
  code: string;
  why: string;
  rule: string | null;
  table: string | null;
  preview?: string;
  tutor?: string;
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
  code: 'already_reported' | 'already_seated' | 'answer_first' | 'away_too_short' | 'bad_position' | 'blocked_by_you' | 'bot_match' | 'bots_unrated' | 'cannot_join' | 'challenge_accepted' | 'challenge_declined' | 'challenge_expired' | 'challenge_seats' | 'challenge_waits' | 'challenge_whom' | 'challenge_withdrawn' | 'clock_replaces' | 'conflict' | 'contributed' | 'declined_lately' | 'failed' | 'forbidden' | 'friends_full' | 'game_begun' | 'gone_on' | 'guest_request' | 'hint_running' | 'host_only' | 'illegal_move' | 'login_taken' | 'name_refused' | 'no_bot_offered' | 'no_bot_there' | 'no_free_text' | 'no_requests' | 'no_stand_in' | 'no_such_ply' | 'no_such_puzzle' | 'no_such_seat' | 'no_such_table' | 'no_tutor' | 'not_a_person' | 'not_a_player' | 'not_asked' | 'not_at_table' | 'not_begun' | 'not_found' | 'not_fresh' | 'not_over' | 'not_playing' | 'not_reviewed' | 'not_searching' | 'not_seated' | 'not_stored' | 'not_your_turn' | 'nothing_to_repeat' | 'nothing_to_review' | 'nothing_to_take_back' | 'old_rules' | 'only_resign' | 'over_there' | 'own_seat_only' | 'pair_not_over' | 'player_here' | 'players_only' | 'private_table' | 'puzzle_open' | 'puzzle_over' | 'rated_hint' | 'rated_needs_clock' | 'rated_take_back' | 'rematch_begun' | 'replace_whom' | 'review_running' | 'seat_taken' | 'seat_unknown' | 'seats_fixed' | 'seen_since' | 'sign_in' | 'table_full' | 'that_is_you' | 'time_up' | 'too_fast' | 'too_large' | 'too_many' | 'too_many_challenges' | 'too_many_games' | 'too_many_requests' | 'too_many_tables' | 'too_many_take_backs' | 'too_many_tokens' | 'too_much_said' | 'turn_unknown' | 'tutor_late' | 'tutor_running' | 'unblock_first' | 'unknown_code' | 'unreadable' | 'word_refused' | 'wrong_method' | 'wrong_password' | 'you_blocked';
  why: string;
  rule: string | null;
}

export interface Privacy {
  show_presence: boolean;
  accept_requests: boolean;
}

export interface Mutes {
  everybody: boolean;
  people: string[];
}

export interface EditorInfo {
  game: string;
  seats: number;
  seat_counts: number[];
  start: string;
  supply: Record<string, number>;
  words: EditorWord[];
}

export interface EditorWord {
  key: string;
  label: Translations;
  parts: EditorPlace[][];
  default: string | null;
  none: boolean;
  advanced: boolean;
}

export interface Translations {
  en: string;
  de: string;
}

export interface EditorPlace {
  id: string;
  kind: 'cards' | 'choice' | 'items' | 'number' | 'row' | 'seat' | 'text';
  label: Translations;
  owner: number | null;
  most: number | null;
  exact: boolean;
  lowest: number;
  highest: number;
  choices: string[];
  labels: Record<string, Translations>;
  separator: string;
  fields: string[];
  counted: boolean;
  unknown: 'forgotten' | 'hidden' | null;
  private: boolean;
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
  free_text: boolean;
  bot_ratings: 'apart' | 'none' | 'together';
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
  push: ('friend' | 'invitation' | 'over' | 'question' | 'rematch' | 'reminder' | 'turn')[];
  email: ('friend' | 'invitation' | 'over' | 'question' | 'rematch' | 'reminder' | 'turn')[];
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

export interface DeclineForm {
  reason: 'not_now' | 'other_game' | 'other_rating' | 'other_tempo' | null;
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

export interface QuestionInfo {
  legal: string[];
  outcomes: Record<string, Ply[]>;
  answers: Record<string, Translations>;
  otherwise: Translations | null;
}

export interface OptionInfo {
  say: Translations;
  right: boolean;
  answer: Translations | null;
}

export interface StepInfo {
  scene: number;
  say: Translations;
  show: string[];
  view: AnyView;
  events: AnyEvent[];
  plies: Ply[];
  question: QuestionInfo | null;
  options: OptionInfo[];
}

export interface TutorialDetail {
  info: TutorialInfo;
  seat: number;
  seats: number;
  steps: StepInfo[];
}

export interface TutorialProgressForm {
  step: number;
  done: boolean;
  changed?: number | null;
}

export interface TutorialProgressInfo {
  tutorial: string;
  step: number;
  done: boolean;
  changed: number;
}

export interface StoredPuzzle {
  puzzle: string;
  game: string;
  first: string | null;
  before: number | null;
  after: number | null;
  state: string;
  hints: number;
  vote: number;
  begun: number;
  changed: number;
}

export interface StoredSolver {
  game: string;
  mu: number;
  sigma: number;
  tries: number;
  solved: number;
}

export interface StoredRepetition {
  item: string;
  game: string;
  stage: number;
  due: number | null;
  added: number;
  changed: number;
}

export interface StoredStreak {
  day: number;
  days: number;
  best_days: number;
  row: number;
  best_row: number;
}

export interface StoredLearning {
  tutorials: TutorialProgressInfo[];
  puzzles: StoredPuzzle[];
  ratings: StoredSolver[];
  streak: StoredStreak;
  repetitions: StoredRepetition[];
}

export interface TriedMove {
  move: string;
  events: AnyEvent[];
  gain: number;
  rule: string | null;
  reason: AnyReason | null;
}

export interface StreakInfo {
  days: number;
  best_days: number;
  row: number;
  best_row: number;
  today: boolean;
}

export interface PuzzleGame {
  game: string;
  puzzles: number;
  themes: Record<string, number>;
  tried: number;
  solved: number;
  rating: number | null;
  provisional: boolean;
}

export interface PuzzleOverview {
  games: PuzzleGame[];
  streak: StreakInfo;
}

export interface DayPuzzle {
  game: string;
  id: string;
  state: 'open' | 'shown' | 'solved' | null;
  first: 'failed' | 'hinted' | 'solved' | null;
}

export interface DayInfo {
  date: string;
  until: number;
  featured: string | null;
  puzzles: DayPuzzle[];
  streak: StreakInfo;
}

export interface AttemptInfo {
  turn: number;
  state: 'open' | 'shown' | 'solved';
  hints: number;
  failed: boolean;
  first: 'failed' | 'hinted' | 'solved' | null;
  vote: number;
  before: number | null;
  after: number | null;
}

export interface PuzzleSolution {
  plies: Ply[];
  right: string[][];
  themes: string[];
  exact: boolean;
  lead: number | null;
  tries: number;
  solved: number;
  up: number;
  down: number;
}

export interface PuzzleInfo {
  id: string;
  game: string;
  seats: number;
  side: number;
  ask: 'best' | 'draw' | 'margin' | 'win';
  difficulty: number;
  attempt: AttemptInfo;
  position: Ply;
  legal: string[];
  solution: PuzzleSolution | null;
}

export interface NextPuzzle {
  puzzle: PuzzleInfo | null;
}

export interface PuzzleAnswer {
  right: boolean;
  move: string;
  plies: Ply[];
  legal: string[];
  attempt: AttemptInfo;
  solution: PuzzleSolution | null;
  loss: Difference | null;
  reason: Reason | null;
}

export interface PuzzleHint {
  number: number;
  of: number;
  theme: string | null;
  kind: string | null;
  place: string | null;
}

export interface MoveOutcomes {
  move: string;
  outcomes: Outcomes;
}

export interface Outcomes {
  games: number;
  won: number;
  mean: number;
  margins: [number, number][];
}

export interface AnswerForm {
  turn: number;
  move: string;
}

export interface HintForm {
  turn: number;
  number: number;
}

export interface VoteForm {
  vote: -1 | 0 | 1;
}

export interface RepetitionItem {
  id: string;
  kind: 'mistake' | 'puzzle';
  game: string;
  stage: number;
  due: number | null;
  puzzle: string | null;
  table: string | null;
  ply: number | null;
}

export interface RepetitionInfo {
  due: number;
  next: number | null;
  total: number;
  now: number;
  items: RepetitionItem[];
}

export interface ReviewSeenForm {
  table: string;
  depth?: 'deep' | 'quick';
}

export interface MistakeInfo {
  item: RepetitionItem;
  table: TableInfo;
  seat: number;
  position: Ply;
  legal: string[];
}

export interface MistakeAnswerForm {
  move: string;
  due: number;
}

export interface GivenUpForm {
  due: number;
}

export interface MistakeAnswer {
  outcome: 'best' | 'good' | 'same' | 'worse';
  move: string;
  loss: number;
  reason: Reason | null;
  item: RepetitionItem;
  better: string | null;
  played: string | null;
}

export interface StandingInfo {
  friend: 'asked' | 'asks' | 'friends' | 'none';
  blocked: boolean;
}

export interface BlockedPerson {
  person: Person;
  since: number;
}

export interface MuteForm {
  everybody: boolean;
}

export interface ReportForm {
  person: string;
  reason: 'cheating' | 'name' | 'nuisance' | 'other' | 'stalling' | 'words';
  text: string;
  table: string | null;
  key: string;
}

export interface ReportReceipt {
  id: string;
}

export interface PositionForm {
  text: string;
  seat?: number | null;
}

export interface PositionTableForm {
  text: string;
  seat: number;
  level?: number | null;
}

export interface PositionCheck {
  text: string;
  values: Record<string, string>;
  seats: number;
  seat: number | null;
  known_seats: number[];
  to_move: number | null;
  over: boolean;
  unknown: number;
  forgotten: number;
  view: AnyView | null;
  open_view: AnyView | null;
  legal: string[];
  problem: PositionProblem | null;
}

export interface PositionProblem {
  kind: 'impossible' | 'unreadable';
  why: Translations;
  place: string | null;
  word: string | null;
  rule: string | null;
}

export interface EditablePosition {
  game: string;
  text: string;
  seat: number | null;
}

export interface PositionAdvice {
  seat: number;
  move: string;
  why: string;
  chance: number | null;
  margin: number | null;
  candidates: HintedMove[];
  line: string[];
  because: Reason | null;
}

export type FromClient = Watch | Unwatch | Move | Resign | Contribute | TakeSeatBack | Ask | Answer | AskHint | AskTutor | AskTakeBack | AskPreview | Follow | Unfollow | Looking | AskReview | StopReview | Search | StopSearch | TakeBot | Notify | SeenChallenge | FollowFriends | Say | Write | Ping;

export type FromServer = Welcome | State | Presence | Thinking | ListedTables | Asked | Hint | Tutored | ReviewProgress | MayTakeBack | Previewed | Searching | SearchEnded | ChallengeNews | GameStarted | Notices | FriendList | Said | Refused | Pong | Bye;

export const PROTOCOL = 4;
export const LISTED_AFTER = 3;
export const FIRM_AFTER = 10;
export const MOVES_OF_A_GAME = 30;
export const BLITZ_BELOW = 600;
export const RAPID_BELOW = 1800;
export const TEMPOS = {"blitz": {"type": "game", "seconds": 300, "increment": 5}, "rapid": {"type": "game", "seconds": 900, "increment": 10}, "classical": {"type": "game", "seconds": 1800, "increment": 20}, "days": {"type": "days", "days": 3}} as const;
