import type { RawData, WebSocket } from 'ws';
import type { Actor } from '../http/access-ports.js';
import { droppedSockets } from './live-metrics.js';
import type { LiveSettings } from './live-settings.js';
import { closes, frames, readMessage, type ClientMessage, type Close } from './messages.js';
import type { Topic } from './topics.js';

/** What a socket leaves to the hub. None of them may reject. */
export interface SocketEvents {
  /** Called one after the other, in the order of arrival. */
  message(socket: LiveSocket, message: ClientMessage): Promise<void>;
  /** It is time to look at the session again. */
  checkSession(socket: LiveSocket): Promise<void>;
  gone(socket: LiveSocket): void;
}

/** One connection: what it said, who it is, and the end of it. */
export class LiveSocket {
  /** Null: public. */
  actor: Actor | null = null;
  readonly topics = new Set<Topic>();
  readonly openedAt = performance.now();
  readonly #timers: NodeJS.Timeout[];
  #answered = true;
  #heard = { count: 0, since: this.openedAt };
  #conversation: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    /** As it is counted. */
    readonly address: string,
    private readonly settings: LiveSettings,
    private readonly on: SocketEvents,
  ) {
    socket.on('message', (data, binary) => this.#hear(data, binary));
    socket.on('pong', () => (this.#answered = true));
    // A broken peer, or a message too long: the library closes, and 'close' follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
    this.#timers = [setInterval(() => this.#ping(), settings.pingMs), setInterval(() => void on.checkSession(this), settings.sessionCheckMs)];
    for (const timer of this.#timers) timer.unref();
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Hands a text to the socket, unless its reader is too far behind: then it is cut off. */
  send(frame: Buffer): boolean {
    if (!this.open) return false;
    if (this.socket.bufferedAmount > this.settings.maxUnreadBytes) {
      droppedSockets.inc({ reason: 'slow' });
      this.socket.terminate();
      return false;
    }
    this.socket.send(frame, { binary: false });
    return true;
  }

  close(why: Close): void {
    if (!this.open) return;
    droppedSockets.inc({ reason: why });
    this.socket.close(closes[why].code, closes[why].reason);
  }

  terminate(): void {
    this.socket.terminate();
  }

  #hear(data: RawData, binary: boolean): void {
    if (!this.open) return;
    const now = performance.now();
    if (now - this.#heard.since > this.settings.messages.inMs) this.#heard = { count: 0, since: now };
    if (++this.#heard.count > this.settings.messages.most) return this.close('tooManyMessages');
    if (binary) return this.close('noText');
    let message: ClientMessage | null;
    try {
      message = readMessage((data as Buffer).toString());
    } catch {
      return this.close('noJson');
    }
    if (!message) return void this.send(frames.unknownMessage);
    const said = message;
    this.#conversation = this.#conversation.then(() => (this.open ? this.on.message(this, said) : undefined));
  }

  #ping(): void {
    if (!this.#answered) {
      droppedSockets.inc({ reason: 'silent' });
      return this.socket.terminate();
    }
    this.#answered = false;
    if (this.open) this.socket.ping();
  }

  #end(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.on.gone(this);
  }
}
