import { setTimeout as after, clearTimeout as forget } from 'node:timers';
import { WebSocket, type RawData } from 'ws';

/** Periods in milliseconds. */
export interface StreamTimes {
  /** From connecting to the first word of the server. */
  handshakeMs: number;
  /** Milliseconds without a frame or ping after which the connection counts as dead. The venue pings every 20 s. */
  silenceMs: number;
  /** Between two attempts: from the first, doubling up to the second, each a random part of at least half. */
  backoffMs: readonly [least: number, most: number];
}

/** Of a message, which lists every pair of the venue at worst. */
const MAX_MESSAGE_BYTES = 5 * 1024 * 1024;

export interface StreamEvents {
  /** The connection is open. */
  open(): void;
  /** Throws where the message cannot be; the connection is then made anew. Answers `renew` to have it made anew at once. */
  message(text: string): 'renew' | 'go-on';
  /**
   * The connection ended, or none came about; another attempt follows. `reason` is for people. Not called where another one takes over at
   * once.
   */
  lost(reason: string): void;
}

/** One WebSocket that is made anew whenever it ends, until it is stopped. */
export class StreamConnectionClient {
  #socket: WebSocket | null = null;
  #silence: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** Attempts since a connection last brought a message. */
  #failures = 0;
  #heard = false;
  #stopped = true;

  constructor(
    private readonly url: string,
    private readonly events: StreamEvents,
    private readonly times: StreamTimes,
  ) {}

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#failures = 0;
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    forget(this.#retry);
    this.#drop();
  }

  #connect(): void {
    const socket = new WebSocket(this.url, {
      handshakeTimeout: this.times.handshakeMs,
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: MAX_MESSAGE_BYTES,
    });
    this.#socket = socket;
    this.#heard = false;
    let failure = 'the exchange closed the connection';
    socket.on('open', () => {
      this.#listen();
      this.events.open();
    });
    socket.on('ping', () => this.#silence?.refresh());
    socket.on('message', (data, binary) => this.#hear(socket, data, binary));
    socket.on('unexpected-response', (request, { statusCode }) => {
      failure = `the exchange refuses the connection (HTTP ${statusCode})`;
      request.destroy();
      this.#ended(socket, failure);
    });
    // 'close' follows. Only the code is logged, because messages contain addresses.
    socket.on('error', (error) => (failure = `the exchange is out of reach (${(error as NodeJS.ErrnoException).code ?? 'no connection'})`));
    socket.on('close', () => this.#ended(socket, failure));
  }

  /** The watchdog of an open connection. */
  #listen(): void {
    this.#silence = after(() => this.#renew('nothing is heard from the exchange', this.#pause()), this.times.silenceMs);
  }

  #hear(socket: WebSocket, data: RawData, binary: boolean): void {
    if (socket !== this.#socket) return;
    this.#silence?.refresh();
    try {
      const wish = binary ? 'go-on' : this.events.message((data as Buffer).toString('utf8'));
      // Keeps the backoff if the server closes new connections at once.
      if (wish === 'renew') return this.#heard ? this.#takeOver() : this.#renew('the exchange is shutting down', this.#pause());
      this.#heard = true;
      this.#failures = 0;
    } catch (error) {
      this.#renew(
        error instanceof SyntaxError ? 'the exchange sent no JSON' : 'a message of the exchange could not be read',
        this.#pause(),
      );
    }
  }

  #ended(socket: WebSocket, reason: string): void {
    if (socket === this.#socket) this.#renew(reason, this.#pause());
  }

  /** A connection that is replaced in time is not reported as lost. */
  #takeOver(): void {
    this.#drop();
    if (!this.#stopped) this.#connect();
  }

  #renew(reason: string, pauseMs: number): void {
    this.#drop();
    if (this.#stopped) return;
    this.events.lost(reason);
    this.#retry = after(() => this.#connect(), pauseMs);
  }

  /** Terminates the socket and ignores its later events. A half-open one would never complete a close handshake. */
  #drop(): void {
    forget(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.terminate();
  }

  #pause(): number {
    const [least, most] = this.times.backoffMs;
    return Math.min(most, least * 2 ** this.#failures++) * (0.5 + Math.random() / 2);
  }
}
