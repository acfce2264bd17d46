/** The state of a table on this screen: what the server sent, shown at a pace that people can follow. */
import type {
  Asked,
  Change,
  FromClient,
  FromServer,
  Hint,
  Refused,
  State,
  TableInfo,
} from '../generated/protocol.ts';
import type { GameEvent } from '../games/game-ui.ts';
import { newContribution, rememberCommitment } from '../lib/fairness.ts';
import { live } from '../lib/live.svelte.ts';
import { animationTime } from '../lib/settings.svelte.ts';
import { eventsToHighlight, withDefaults, type LogEntry } from './log.ts';
import { Previews } from './previews.svelte.ts';

/** What all views have in common. */
export interface AnyView {
  game: string;
  seat: number | null;
  to_move: number | null;
  phase: string;
}

const LOOK = 650; // milliseconds between the moves of others

export class TableGame {
  info: TableInfo | null = $state.raw(null);
  seats: readonly number[] = $state.raw([]);
  view: AnyView | null = $state.raw(null);
  legal: readonly string[] = $state.raw([]);
  number = $state(0);
  ply = $state(0);
  log: LogEntry[] = $state.raw([]);
  lastEvents: readonly GameEvent[] = $state.raw([]);
  here: readonly boolean[] = $state.raw([]);
  thinking: number | null = $state(null);
  asked: Asked[] = $state.raw([]);
  refused: Refused | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** Time left for each seat, and when the server said so. */
  clock: { left: readonly number[]; at: number } | null = $state.raw(null);
  /** A move was sent and is not yet answered. */
  waiting = $state(false);
  readonly previews: Previews;

  #queue: State[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seen: number | null = null;
  #leave: () => void;

  constructor(
    readonly id: string,
    readonly key: string,
    /** Called just before another position is shown, to animate the difference. */
    readonly onshow: (after: AnyView) => void = () => {},
  ) {
    this.previews = new Previews((move) =>
      live.send({ type: 'preview', table: id, after: this.number, move }),
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
    this.#leave();
  }

  /** Show all queued states at once, for example after a tap. */
  showAll(): void {
    while (this.#queue.length) this.#show(this.#queue.shift()!);
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
    // Sent twice, it must not take back two moves; whoever is away stays away while the others move on.
    const after = what === 'take_back' ? this.number : null;
    this.#send({ type: 'ask', table: this.id, what, seat, after });
  }

  answer(what: Asked['what'], yes: boolean): void {
    this.#send({ type: 'answer', table: this.id, what, yes });
  }

  askForHint(): void {
    this.#send({ type: 'hint', table: this.id });
  }

  #send(message: FromClient): boolean {
    const sent = live.send(message);
    if (!sent) this.refused = { type: 'refused', code: 'offline', why: '', rule: null, table: this.id };
    return sent;
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case 'state':
        this.#seen = message.number;
        this.#take(message);
        break;
      case 'presence':
        this.here = message.here;
        break;
      case 'thinking':
        this.thinking = message.seat;
        break;
      case 'asked':
        this.asked = [
          ...this.asked.filter((one) => one.what !== message.what),
          ...(message.settled === null ? [message] : []),
        ];
        break;
      case 'hint':
        if (message.number === this.number) this.hint = message;
        break;
      case 'welcome':
        this.previews.resend();
        break;
      case 'previewed':
        if (message.number === this.number) this.previews.receive(message);
        break;
      case 'refused':
        if (message.preview) break; // nobody asked for it aloud
        this.waiting = false;
        this.refused = message;
        break;
    }
  }

  #take(state: State): void {
    const byOthers = state.changes?.some((one) => !this.seats.includes(one.seat ?? -1)) ?? false;
    const first = this.view === null || (state.changes?.length ?? 0) > 4; // we come in, or come back
    this.#queue.push(state);
    if (first || this.#timer === undefined || !byOthers) this.showAll();
  }

  #show(state: State): void {
    if (state.info) this.info = state.info;
    if (state.seats) this.seats = state.seats;
    this.#contribute();
    if (this.view && !state.view && state.number === this.number) {
      if (this.#timer === undefined) this.#next(); // only a name, say, is new: nothing to be looked at
      return;
    }
    if (state.changes?.length) this.#addToLog(state.changes);
    const view = (state.view ?? null) as AnyView | null;
    if (view && this.view) this.onshow(view);
    this.view = view;
    this.legal = state.legal ?? [];
    this.number = state.number;
    this.previews.clear();
    this.ply = state.ply;
    this.clock = state.clock ? { left: state.clock.left, at: performance.now() } : null;
    this.waiting = false;
    this.refused = null;
    this.hint = null;
    this.thinking = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), animationTime() ? LOOK + animationTime() : 0);
  }

  /** Before the game starts, contribute to the deal and save the server's commitment. */
  #contribute(): void {
    const info = this.info;
    if (info?.status !== 'open' || !this.seats.some((seat) => !info.sitting[seat]?.contribution)) return;
    const value = newContribution();
    if (live.send({ type: 'contribute', table: this.id, value }))
      rememberCommitment(info.id, info.commitment, value);
  }

  #next(): void {
    this.#timer = undefined;
    const state = this.#queue.shift();
    if (state) this.#show(state);
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
