/** The WebSocket of this tab. It reconnects by itself, and asks for exactly what it missed. */
import {
  PROTOCOL,
  type AskReview,
  type ChallengeNews,
  type Follow,
  type FriendList,
  type FromClient,
  type FromServer,
  type GameStarted,
  type ListedTables,
  type LobbyFilter,
  type Notices,
  type Refused,
  type Searching,
  type SearchEnded,
} from '../generated/protocol.ts';
import { reachability } from './reachability.svelte.ts';
import { appUpdates } from './app-updates.svelte.ts';

export type Listener = (message: FromServer) => void;

interface Reviewed {
  ask: AskReview;
  listener: Listener;
}

/** What concerns the person, on whatever page. */
type PersonalNews = Searching | SearchEnded | ChallengeNews | GameStarted | Notices;
/** With refusals of what was sent about it. */
export type PersonalMessage = PersonalNews | Refused;

const PERSONAL: ReadonlySet<string> = new Set([
  'searching',
  'search_ended',
  'challenge',
  'game_started',
  'notices',
]);
const isPersonal = (message: FromServer): message is PersonalNews => PERSONAL.has(message.type);

interface Watched {
  key: string;
  listener: Listener;
  /** The number of the last entry seen. */
  seen: () => number | null;
  /** Only for a small board on another page: see it as a visitor does, and count as nobody. */
  glance: boolean;
}

const SHORTEST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const PING_AFTER = 25_000; // milliseconds of silence before a ping
const SESSION_ENDED = 4001; // the server's close code for it

class Live {
  /** `lost` only after a while, so that nobody worries about a short interruption. */
  state: 'connecting' | 'open' | 'lost' = $state('connecting');
  /** Called when the session of this browser has ended, perhaps from another browser. */
  onended: () => void = () => {};
  #socket: WebSocket | null = null;
  #watched = new Map<string, Watched>();
  #followed = new Map<Follow['which'], { filter?: LobbyFilter; listener: (message: ListedTables) => void }>();
  #reviewed = new Map<string, Reviewed>();
  #personal: { listener: (message: PersonalMessage) => void; again: () => void } | null = null;
  #friends: ((message: FriendList) => void) | null = null;
  #delay = SHORTEST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;

  watch(
    table: string,
    key: string,
    listener: Listener,
    seen: () => number | null,
    glance = false,
  ): () => void {
    this.#watched.set(table, { key, listener, seen, glance });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#watchTable(table);
    else this.#connect();
    return () => {
      if (this.#watched.get(table)?.listener !== listener) return;
      this.#watched.delete(table);
      this.send({ type: 'unwatch', table });
      this.#rest();
    };
  }

  /** Follow a list of tables until the returned function is called. Following again changes the filter. */
  follow(
    which: Follow['which'],
    listener: (message: ListedTables) => void,
    filter?: LobbyFilter,
  ): () => void {
    this.#followed.set(which, { filter, listener });
    if (!this.send({ type: 'follow', which, filter })) this.#connect();
    return () => {
      this.#followed.delete(which);
      this.send({ type: 'unfollow', which });
      this.#rest();
    };
  }

  /** Follow the list of friends until the returned function is called. */
  followFriends(listener: (message: FriendList) => void): () => void {
    this.#friends = listener;
    if (!this.send({ type: 'follow_friends' })) this.#connect();
    return () => {
      if (this.#friends !== listener) return;
      this.#friends = null;
      this.send({ type: 'follow_friends', yes: false });
      this.#rest();
    };
  }

  /** Have a game reviewed, and follow the progress until the returned function is called. */
  review(ask: AskReview, listener: Listener): () => void {
    const { table, depth = 'quick' } = ask;
    this.#reviewed.set(table, { ask, listener });
    if (!this.send(ask)) this.#connect();
    return () => {
      if (this.#reviewed.get(table)?.listener !== listener) return;
      this.#reviewed.delete(table);
      this.send({ type: 'stop_review', table, depth });
      this.#rest();
    };
  }

  /**
   * Hear what concerns the person, until the returned function is called. `again` is called after each
   * connection, to send what must be sent again.
   */
  listen(listener: (message: PersonalMessage) => void, again: () => void): () => void {
    this.#personal = { listener, again };
    if (this.send({ type: 'notify' })) again();
    else this.#connect();
    return () => {
      this.#personal = null;
      this.#rest();
    };
  }

  /** False if there is no connection: then nothing was sent. */
  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Reconnect at once, because the person changed or the network is back. */
  reconnect(): void {
    this.#delay = SHORTEST_WAIT;
    this.#close();
    if (this.#isNeeded()) this.#connect();
    else this.#rest();
  }

  /** The browser has lost the network. */
  interrupt(): void {
    if (this.#isNeeded()) this.state = 'lost';
  }

  #isNeeded(): boolean {
    const count = this.#watched.size + this.#followed.size + this.#reviewed.size;
    return count > 0 || this.#personal !== null || this.#friends !== null;
  }

  /** If nothing needs a connection, none is missing. */
  #rest(): void {
    if (this.#isNeeded() || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.state = 'connecting';
  }

  #watchTable(table: string): void {
    const { key, seen, glance } = this.#watched.get(table)!;
    this.send({ type: 'watch', table, key, seen: seen(), ...(glance && { glance }) });
  }

  /** Drop this socket without handling its close event. */
  #close(): void {
    clearTimeout(this.#ping);
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #connect(): void {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.state = 'open';
      reachability.isReachable = true;
      this.#delay = SHORTEST_WAIT;
      if (document.hidden) this.send({ type: 'looking', yes: false });
      for (const table of this.#watched.keys()) this.#watchTable(table);
      for (const [which, { filter }] of this.#followed) this.send({ type: 'follow', which, filter });
      for (const { ask } of this.#reviewed.values()) this.send(ask);
      if (this.#personal && this.send({ type: 'notify' })) this.#personal.again();
      if (this.#friends) this.send({ type: 'follow_friends' });
      this.#restartPing();
    };
    socket.onmessage = ({ data }) => {
      this.#restartPing();
      const message = JSON.parse(data) as FromServer;
      if (message.type === 'welcome' && message.protocol !== PROTOCOL) appUpdates.offer();
      if (isPersonal(message)) return this.#personal?.listener(message);
      if (message.type === 'refused' && !message.table) this.#personal?.listener(message);
      if (message.type === 'friends') this.#friends?.(message);
      else if (message.type === 'tables') this.#followed.get(message.which)?.listener(message);
      else if ('table' in message && message.table) {
        this.#watched.get(message.table)?.listener(message);
        this.#reviewed.get(message.table)?.listener(message);
      } else for (const { listener } of this.#watched.values()) listener(message);
    };
    socket.onclose = ({ code }) => {
      this.#socket = null;
      if (code === SESSION_ENDED) this.onended();
      clearTimeout(this.#ping);
      if (!this.#isNeeded()) return this.#rest();
      if (this.#delay > SHORTEST_WAIT) this.state = 'lost';
      this.#timer = setTimeout(() => this.#connect(), this.#delay * (0.75 + Math.random() / 2));
      this.#delay = Math.min(LONGEST_WAIT, this.#delay * 2);
    };
  }

  /** A connection can die silently: send a ping, and reconnect if nothing comes back. */
  #restartPing(): void {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => {
      this.send({ type: 'ping' });
      this.#ping = setTimeout(() => {
        this.#close();
        if (!this.#isNeeded()) return this.#rest();
        this.state = 'lost';
        this.#connect();
      }, 5000);
    }, PING_AFTER);
  }
}

export const live = new Live();
addEventListener('online', () => live.reconnect());
addEventListener('offline', () => live.interrupt());
// Players who are not looking get alerts.
document.addEventListener('visibilitychange', () => live.send({ type: 'looking', yes: !document.hidden }));
