/** The socket of this tab. It comes back by itself, and asks for exactly what was missed. */
import { PROTOCOL, type FromClient, type FromServer } from '../generated/protocol.ts';

export type Hears = (message: FromServer) => void;

interface Watched {
  key: string;
  hears: Hears;
  /** The number of the last entry seen. */
  seen: () => number | null;
}

const SOONEST = 400;
const LATEST = 15_000;
const QUIET = 25_000; // then we ask whether anybody is there
const SESSION_ENDED = 4001; // the code with which the server closes such sockets

class Live {
  /** `lost` only after a while: a blink of the network worries nobody. */
  state: 'connecting' | 'open' | 'lost' = $state('connecting');
  /** Called when the session of this browser was ended, perhaps in another one. */
  onended: () => void = () => {};
  #socket: WebSocket | null = null;
  #watched = new Map<string, Watched>();
  #wait = SOONEST;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;

  watch(table: string, key: string, hears: Hears, seen: () => number | null): () => void {
    this.#watched.set(table, { key, hears, seen });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#askFor(table);
    else this.#connect();
    return () => {
      if (this.#watched.get(table)?.hears !== hears) return;
      this.#watched.delete(table);
      this.send({ type: 'unwatch', table });
    };
  }

  /** False: there is no connection, and nothing was sent. */
  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** A new socket at once, as somebody else or because the network is back. */
  reconnect(): void {
    this.#wait = SOONEST;
    this.#hangUp();
    if (this.#watched.size) this.#connect();
  }

  #askFor(table: string): void {
    const { key, seen } = this.#watched.get(table)!;
    this.send({ type: 'watch', table, key, seen: seen() });
  }

  /** We want no more of this socket, not even to hear that it has closed. */
  #hangUp(): void {
    clearTimeout(this.#pulse);
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
      this.#wait = SOONEST;
      for (const table of this.#watched.keys()) this.#askFor(table);
      this.#listenForPulse();
    };
    socket.onmessage = ({ data }) => {
      this.#listenForPulse();
      const message = JSON.parse(data) as FromServer;
      if (message.type === 'welcome' && message.protocol !== PROTOCOL) renew(message.protocol);
      if ('table' in message && message.table) this.#watched.get(message.table)?.hears(message);
      else for (const { hears } of this.#watched.values()) hears(message);
    };
    socket.onclose = ({ code }) => {
      this.#socket = null;
      if (code === SESSION_ENDED) this.onended();
      clearTimeout(this.#pulse);
      if (!this.#watched.size) return;
      if (this.#wait > SOONEST) this.state = 'lost';
      this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(LATEST, this.#wait * 2);
    };
  }

  /** A connection can die without a word: ask, and if nothing comes back, begin anew. */
  #listenForPulse(): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => {
      this.send({ type: 'ping' });
      this.#pulse = setTimeout(() => {
        this.#hangUp();
        this.state = 'lost';
        this.#connect();
      }, 5000);
    }, QUIET);
  }
}

/** The server is newer than this page: fetch the page anew, but not again and again. */
function renew(protocol: number): void {
  const mark = `page for protocol ${protocol}`;
  if (sessionStorage.getItem(mark)) return;
  sessionStorage.setItem(mark, 'fetched');
  location.reload();
}

export const live = new Live();
addEventListener('online', () => live.reconnect());
addEventListener('offline', () => (live.state = 'lost'));
