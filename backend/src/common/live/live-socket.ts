import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Actor } from '../http/access-ports.js';
import { droppedSockets } from './live-metrics.js';
import type { LiveSettings } from './live-settings.js';
import { closes, frames, readMessage, type ClientMessage, type Close } from './messages.js';
import type { PublicMessage } from './public-message.js';

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
  readonly topics = new Set<string>();
  readonly openedAt = performance.now();
  readonly #timers: NodeJS.Timeout[];
  #answered = true;
  #heard = { count: 0, since: this.openedAt };
  #conversation: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    /** What the WebSocket runs on. */
    private readonly line: Duplex,
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
    this.#timers = [
      setInterval(() => this.#ping(), settings.pingMs),
      setInterval(() => void on.checkSession(this), settings.sessionCheckMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Bytes that wait here because the reader is slower than we are. */
  get unread(): number {
    return this.socket.bufferedAmount;
  }

  get hasRead(): boolean {
    return this.unread === 0;
  }

  /**
   * Hands a public message on, unless this reader still has something to read; then nothing happens. The frame is complete, so it is written
   * to the line itself: the library would make a header and two writes of it for each reader. It keeps frames whole, never compresses here,
   * and says nothing more once it has said goodbye; neither do we.
   */
  write({ frame }: PublicMessage): boolean {
    if (!this.open || this.unread > this.settings.maxUnreadPublicBytes) return false;
    this.line.write(frame);
    return true;
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
