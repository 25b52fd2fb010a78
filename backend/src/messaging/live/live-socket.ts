import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { droppedSockets } from './live.metrics.js';
import type { LiveSettings } from './live.settings.js';
import { closes, frames, readMessage, type ClientMessage, type Close } from './live.messages.js';
import type { PublicMessage } from './public-message.js';

/** Callbacks of a socket to the hub. They must not reject. */
export interface SocketEvents {
  /** Called periodically while the socket is open. */
  checkSession(socket: LiveSocket): Promise<void>;
  gone(socket: LiveSocket): void;
}

/** One connection: its rate limit, its liveness, its actor and its subscriptions. */
export class LiveSocket {
  /** Null: public. */
  actor: Actor | null = null;
  readonly topics = new Set<string>();
  /** Topics that were unsubscribed, with the position of the last event then. */
  readonly left = new Map<string, number>();
  readonly openedAt = performance.now();
  readonly #timers: NodeJS.Timeout[];
  #answered = true;
  #heard = { count: 0, since: this.openedAt };
  #handle: (message: ClientMessage) => Promise<void> = () => Promise.resolve();
  #handling: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    /** The connection that the WebSocket runs on. */
    private readonly line: Duplex,
    /** Counting key of the client, see countedAs. */
    readonly address: string,
    private readonly settings: LiveSettings,
    private readonly on: SocketEvents,
  ) {
    socket.on('message', (data, binary) => this.#hear(data, binary));
    socket.on('pong', () => (this.#answered = true));
    // A broken peer or a message that is too long: the library closes the socket, and 'close' follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
    this.#timers = [
      setInterval(() => this.#ping(), settings.pingMs),
      setInterval(() => void on.checkSession(this), settings.sessionCheckMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Handles each valid message, one after the other in the order of arrival. `handle` must not reject. */
  listen(handle: (message: ClientMessage) => Promise<void>): void {
    this.#handle = handle;
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Bytes buffered because the client reads more slowly than we write. */
  get unread(): number {
    return this.socket.bufferedAmount;
  }

  get hasRead(): boolean {
    return this.unread === 0;
  }

  /**
   * Writes a public message unless too much is unread; returns whether it did. The frame is complete and goes to the connection itself,
   * because the library would build a header and make two writes for each socket. That is safe: the library writes whole frames, does not
   * compress here, and writes nothing after its close frame.
   */
  write({ frame }: PublicMessage): boolean {
    if (!this.open || this.unread > this.settings.maxUnreadPublicBytes) return false;
    this.line.write(frame);
    return true;
  }

  /** Sends a text. Terminates the socket instead if too much is unread. */
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
    const valid = message;
    this.#handling = this.#handling.then(() => (this.open ? this.#handle(valid) : undefined));
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
