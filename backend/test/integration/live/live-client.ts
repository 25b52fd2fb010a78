import type { AddressInfo } from 'node:net';
import { WebSocket, type ClientOptions } from 'ws';
import type { TestApi } from '../../support/test-app.js';

export interface Said {
  type: string;
  topic?: string;
  topics?: string[];
  code?: string;
  data?: Record<string, unknown>;
}

const DEADLINE_MS = 45_000;

/** A WebSocket client as anybody may write one; remembers whatever it was told. */
export class LiveClient {
  readonly heard: Said[] = [];
  closed: { code: number; reason: string } | null = null;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => this.heard.push(JSON.parse(String(data as Buffer)) as Said));
    socket.on('close', (code, reason) => (this.closed = { code, reason: String(reason) }));
    socket.on('error', () => undefined); // a refused upgrade is told by `open`
  }

  /** Rejects with the status and body of a refusal. */
  static async open(url: string, options: ClientOptions = {}): Promise<LiveClient> {
    const socket = new WebSocket(url, options);
    const client = new LiveClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
      socket.once('unexpected-response', (_request, response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += String(chunk)));
        response.on('end', () => reject(new Refused(response.statusCode ?? 0, body, response.headers)));
      });
    });
    return client;
  }

  say(...messages: unknown[]): void {
    for (const message of messages) this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The first that was told from `from` on and fits. */
  told(fits: (said: Said) => boolean, from = 0, deadlineMs = DEADLINE_MS): Promise<Said> {
    return this.once(() => this.heard.slice(from).find(fits), deadlineMs);
  }

  /** Nothing more is under way: what it says now is answered after whatever was told before. */
  async settled(): Promise<void> {
    const from = this.heard.length;
    this.say({ type: 'ping' });
    await this.told(({ type }) => type === 'pong', from);
  }

  events(topic = 'sync-runs'): Record<string, unknown>[] {
    return this.heard.flatMap((said) => (said.type === 'event' && said.topic === topic && said.data ? [said.data] : []));
  }

  end(): Promise<{ code: number; reason: string }> {
    return this.once(() => this.closed ?? undefined);
  }

  /** What `look` finds, now or after one of the next messages. */
  private once<T>(look: () => T | undefined, deadlineMs = DEADLINE_MS): Promise<T> {
    return new Promise((resolve, reject) => {
      const finish = (found: T | null) => {
        clearTimeout(deadline);
        this.socket.off('message', again).off('close', again);
        if (found !== null) resolve(found);
        else reject(new Error(`not told in time; heard ${JSON.stringify(this.heard)}, closed ${JSON.stringify(this.closed)}`));
      };
      const again = () => {
        const found = look();
        if (found !== undefined) finish(found);
      };
      const deadline = setTimeout(() => finish(null), deadlineMs);
      this.socket.on('message', again).on('close', again);
      again();
    });
  }

  /** Signed in and subscribed. */
  static async subscribed(url: string, token: string, topics = ['sync-runs']): Promise<LiveClient> {
    const client = await LiveClient.open(url);
    client.say({ type: 'auth', token }, { type: 'subscribe', topics });
    await client.told(({ type }) => type === 'subscribed');
    return client;
  }
}

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
    readonly headers: Record<string, unknown>,
  ) {
    super(`refused with ${status}`);
  }
}

/** Has the API listen. Returns where its sockets are. */
export async function listening(api: TestApi): Promise<string> {
  await api.app.listen(0, '127.0.0.1');
  const { port } = api.app.getHttpServer().address() as AddressInfo;
  return `ws://127.0.0.1:${port}/ws`;
}

/**
 * A series of `/metrics` with these labels among its own; NaN where there is none. Series are of the process: counters go on from what
 * earlier suites counted.
 */
export async function seriesOf(api: TestApi, name: string, labels: Record<string, string> = {}): Promise<number> {
  const { body } = await api.app.inject({ method: 'GET', url: '/metrics' });
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = body.split('\n').find((text) => text.startsWith(`${name}{`) && wanted.every((label) => text.includes(label)));
  return Number(line?.split(' ').at(-1) ?? 'NaN');
}

/** Ends the connection on which the API listens for events, as a restart of the database would. */
export async function cutChannel(api: TestApi): Promise<void> {
  const cut = await api
    .em()
    .execute<unknown[]>(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tidemark-live' and datname = current_database()`,
    );
  if (cut.length !== 1) throw new Error(`${cut.length} connections listen`);
}
