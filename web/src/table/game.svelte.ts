/** The state of a table on this screen: what the server sent, shown at a pace that people can follow. */
import type {
  Asked,
  Change,
  FromClient,
  FromServer,
  Hint,
  MayTakeBack,
  Presence,
  Refused,
  Said,
  Say,
  State,
  TableInfo,
  Thinking,
} from '../generated/protocol.ts';
import type { AnyEvent, AnyView } from '../generated/games.ts';
import { newContribution, rememberCommitment } from '../lib/fairness.ts';
import { live } from '../lib/live.svelte.ts';
import { animationTime } from '../lib/settings.svelte.ts';
import { eventsToHighlight, withDefaults, type LogEntry } from './log.ts';
import { Previews } from './previews.svelte.ts';
import { mayTutor, Tutor, tutorLevelAt } from './tutor.svelte.ts';

/** Messages about the last position sent. They are shown together with it. */
type Note = Presence | Thinking | Asked | Hint | MayTakeBack | Refused;
type Queued = { message: State | Note; /** When it arrived, as in `performance.now()`. */ at: number };

const LOOK = 650; // milliseconds between the moves of others

export class TableGame {
  info: TableInfo | null = $state.raw(null);
  seats: readonly number[] = $state.raw([]);
  view: AnyView | null = $state.raw(null);
  /** On a shared screen: what each of `seats` sees. `view` is then what everybody may see. */
  views: readonly AnyView[] = $state.raw([]);
  legal: readonly string[] = $state.raw([]);
  number = $state(0);
  ply = $state(0);
  log: LogEntry[] = $state.raw([]);
  lastEvents: readonly AnyEvent[] = $state.raw([]);
  here: readonly boolean[] = $state.raw([]);
  /** What players have said since this page was opened. */
  said: readonly Said[] = $state.raw([]);
  /** When the others may ask for a bot to play for a seat. */
  replaceableAt: readonly (number | null)[] = $state.raw([]);
  thinking: number | null = $state(null);
  asked: Asked[] = $state.raw([]);
  refused: Refused | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** The refusal code if the last move cannot be taken back; null if it can. */
  noTakeBack: string | null = $state(null);
  /** Time left for each seat, and when that message arrived. */
  clock: { left: readonly number[]; at: number } | null = $state.raw(null);
  /** A move was sent, and the server has not answered yet. */
  waiting = $state(false);
  readonly previews: Previews;
  readonly tutor: Tutor;

  #queue: Queued[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen: number | null = null;
  #leave: () => void;
  #contributed = false; // sent, but not confirmed by the server yet

  constructor(
    readonly id: string,
    /** The key of a private table: from the link, or from the server for its players. */
    public key: string,
    /** Called just before a new position is shown, so that the change can be animated. */
    readonly onshow: (after: AnyView, views: readonly AnyView[]) => void = () => {},
  ) {
    this.previews = new Previews((move) =>
      live.send({ type: 'preview', table: id, after: this.number, move }),
    );
    this.tutor = new Tutor(
      (move) => {
        const level = tutorLevelAt(id);
        return level !== 'off' && live.send({ type: 'tutor', table: id, after: this.number, move, level });
      },
      (move) => this.move(move),
    );
    this.#leave = live.watch(
      id,
      key,
      (message) => this.#receive(message),
      () => this.#seen,
    );
  }

  close(): void {
    clearTimeout(this.#timer);
    this.tutor.clear();
    this.#leave();
  }

  /** Show all queued states at once, for example after a tap. */
  showAll(): void {
    while (this.#queue.length) this.#showNext();
  }

  /** Make a move, after the tutor has looked at it if it is on. */
  submit(move: string): void {
    this.tutor.submit(move, mayTutor(this.info!, this.seats));
  }

  move(move: string): void {
    this.refused = null;
    this.hint = null;
    this.waiting = this.#send({ type: 'move', table: this.id, after: this.number, move });
  }

  resign(): void {
    this.#send({ type: 'resign', table: this.id, after: this.number });
  }

  takeSeatBack(): void {
    this.#send({ type: 'return', table: this.id });
  }

  ask(what: Asked['what'], seat: number | null = null): void {
    // `after` keeps a repeated request from taking back two moves. The other requests do not depend on the position.
    const after = what === 'take_back' ? this.number : null;
    this.#send({ type: 'ask', table: this.id, what, seat, after });
  }

  say(phrase: Say['phrase']): void {
    this.#send({ type: 'say', table: this.id, phrase });
  }

  write(text: string): void {
    this.#send({ type: 'write', table: this.id, text });
  }

  answer(what: Asked['what'], yes: boolean): void {
    this.#send({ type: 'answer', table: this.id, what, yes });
  }

  askForHint(): void {
    this.#send({ type: 'hint', table: this.id });
  }

  #send(message: FromClient): boolean {
    const sent = live.send(message);
    if (!sent) this.refuse('offline');
    return sent;
  }

  /** Show a refusal without asking the server. */
  refuse(code: string): void {
    this.refused = { type: 'refused', code, why: '', rule: null, table: this.id };
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case 'state':
        this.#seen = message.number;
        this.#take(message);
        break;
      case 'said':
        this.said = [...this.said, message];
        break;
      case 'welcome':
        this.#contributed = false;
        this.previews.resend();
        break;
      case 'previewed':
        if (message.number === this.number) this.previews.receive(message);
        break;
      case 'tutored':
        if (message.number === this.number) this.tutor.receive(message);
        break;
      case 'presence':
      case 'thinking':
      case 'asked':
      case 'hint':
      case 'may_take_back':
      case 'refused':
        if (this.#queue.length) this.#queue.push({ message, at: performance.now() });
        else this.#note(message);
        break;
    }
  }

  #take(state: State): void {
    const byOthers = state.changes?.some((one) => !this.seats.includes(one.seat ?? -1)) ?? false;
    const first = this.view === null || (state.changes?.length ?? 0) > 4; // first visit or reconnect
    this.#queue.push({ message: state, at: performance.now() });
    if (first || this.#timer === undefined || !byOthers) this.showAll();
  }

  /** Show the next state and the messages about it. */
  #showNext(): void {
    const next = this.#queue.shift();
    if (!next) return;
    if (next.message.type === 'state') this.#show(next.message, next.at);
    else this.#note(next.message);
    for (let [note] = this.#queue; note && note.message.type !== 'state'; [note] = this.#queue) {
      this.#queue.shift();
      this.#note(note.message);
    }
  }

  #note(note: Note): void {
    switch (note.type) {
      case 'presence':
        this.here = note.here;
        this.replaceableAt = note.replaceable_in.map((left) =>
          left === null ? null : performance.now() + left,
        );
        break;
      case 'thinking':
        if (note.seat === this.view?.to_move) this.thinking = note.seat; // spectators may be behind
        break;
      case 'asked':
        this.asked = [
          ...this.asked.filter((one) => one.what !== note.what),
          // An offer of a rematch that came to nothing stays, for the player who made it to read.
          ...(note.settled === null || (note.what === 'rematch' && !note.settled) ? [note] : []),
        ];
        break;
      case 'hint':
        if (note.number === this.number) this.hint = note;
        break;
      case 'may_take_back':
        if (note.number === this.number) this.noTakeBack = note.code;
        break;
      case 'refused':
        if (note.preview) break; // previews are requested in the background
        if (note.tutor) {
          this.tutor.refused(note);
          break;
        }
        this.waiting = false;
        this.refused = note;
        break;
    }
  }

  #show(state: State, at: number): void {
    if (state.info) this.info = state.info;
    if (state.seats) this.seats = state.seats;
    if (state.key) this.key = state.key;
    this.#contribute();
    if (this.view && !state.view && state.number === this.number) {
      if (this.#timer === undefined) this.#showNext(); // the position is the same; only a name changed, for example
      return;
    }
    if (state.changes?.length) this.#addToLog(state.changes);
    const view = state.view ?? null;
    const views = state.views ?? [];
    if (view && this.view) this.onshow(view, views);
    this.view = view;
    this.views = views;
    this.legal = state.legal ?? [];
    this.number = state.number;
    this.previews.clear();
    this.tutor.clear();
    this.ply = state.ply;
    this.clock = state.clock ? { left: state.clock.left, at } : null;
    this.waiting = false;
    this.refused = null;
    this.hint = null;
    this.thinking = null;
    this.#askAboutTakeBack();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#showNext();
      },
      animationTime() ? LOOK + animationTime() : 0,
    );
  }

  #askAboutTakeBack(): void {
    const { info, number } = this;
    if (!this.seats.length || info?.status !== 'playing') return;
    if (info.spec.rated) this.noTakeBack = 'rated_take_back';
    else if (!this.ply) this.noTakeBack = 'nothing_to_take_back';
    else if (!this.#queue.some(({ message }) => message.type === 'state')) {
      // Keep the old answer until the new one arrives: the button must not flicker.
      const asked = live.send({ type: 'may_take_back', table: this.id, after: number });
      if (!asked) this.noTakeBack = null;
    }
  }

  /** Before the game starts, contribute to the deal and save the server's commitment. */
  #contribute(): void {
    const info = this.info;
    if (info?.status !== 'open' || !this.seats.some((seat) => !info.sitting[seat]?.contribution)) {
      this.#contributed = false; // adding a bot resets all contributions
      return;
    }
    const value = newContribution();
    if (this.#contributed || !live.send({ type: 'contribute', table: this.id, value })) return;
    this.#contributed = true;
    rememberCommitment(info.id, info.commitment, value);
  }

  #addToLog(changes: readonly Change[]): void {
    const known = this.log.map((one) => one.number);
    const fresh = changes.filter((one) => !known.includes(one.number)).map(withDefaults);
    let log = [...this.log, ...fresh];
    for (const one of fresh)
      if (one.kind === 'take_back')
        log = log.filter((old) => old.kind !== 'move' || old.number > one.number || old.ply <= one.ply);
    this.log = log;
    this.lastEvents = eventsToHighlight(this.seats, log);
  }
}
