/** The WebSocket of this tab. It reconnects by itself, and asks for exactly what it missed. */
import { PROTOCOL, type FromClient, type FromServer } from '../generated/protocol.ts';

export type Listener = (message: FromServer) => void;

interface Watched {
  key: string;
  listener: Listener;
  /** The number of the last entry seen. */
  seen: () => number | null;
}

const SHORTEST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const PING_AFTER = 25_000; // milliseconds of silence before a ping
const SESSION_ENDED = 4001; // the server's close code for it

class Live {
  /** `lost` only after a while: a short interruption should worry nobody. */
  state: 'connecting' | 'open' | 'lost' = $state('connecting');
  /** Called when the session of this browser has ended, perhaps from another browser. */
  onended: () => void = () => {};
  #socket: WebSocket | null = null;
  #watched = new Map<string, Watched>();
  #delay = SHORTEST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;

  watch(table: string, key: string, listener: Listener, seen: () => number | null): () => void {
    this.#watched.set(table, { key, listener, seen });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#watchTable(table);
    else this.#connect();
    return () => {
      if (this.#watched.get(table)?.listener !== listener) return;
      this.#watched.delete(table);
      this.send({ type: 'unwatch', table });
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
    if (this.#watched.size) this.#connect();
  }

  #watchTable(table: string): void {
    const { key, seen } = this.#watched.get(table)!;
    this.send({ type: 'watch', table, key, seen: seen() });
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
      this.#delay = SHORTEST_WAIT;
      for (const table of this.#watched.keys()) this.#watchTable(table);
      this.#restartPing();
    };
    socket.onmessage = ({ data }) => {
      this.#restartPing();
      const message = JSON.parse(data) as FromServer;
      if (message.type === 'welcome' && message.protocol !== PROTOCOL) reloadOnce(message.protocol);
      if ('table' in message && message.table) this.#watched.get(message.table)?.listener(message);
      else for (const { listener } of this.#watched.values()) listener(message);
    };
    socket.onclose = ({ code }) => {
      this.#socket = null;
      if (code === SESSION_ENDED) this.onended();
      clearTimeout(this.#ping);
      if (!this.#watched.size) return;
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
        this.state = 'lost';
        this.#connect();
      }, 5000);
    }, PING_AFTER);
  }
}

/** The server is newer than this page: reload it, but only once. */
function reloadOnce(protocol: number): void {
  const mark = `page for protocol ${protocol}`;
  if (sessionStorage.getItem(mark)) return;
  sessionStorage.setItem(mark, 'fetched');
  location.reload();
}

export const live = new Live();
addEventListener('online', () => live.reconnect());
addEventListener('offline', () => (live.state = 'lost'));
