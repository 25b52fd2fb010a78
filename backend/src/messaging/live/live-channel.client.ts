import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CHANNEL } from './live-event.messages.js';

const PATIENCE_MS = 5000;
/** A connection that died without a word is noticed by asking. */
const HEARTBEAT_MS = 15_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

export interface ChannelEvents {
  payload(text: string): void;
  /** From now on payloads arrive; those sent while nobody listened are lost. */
  listening(): void;
  /** The first failure of an outage. */
  outage(error: unknown): void;
}

/** PostgreSQL's LISTEN on a connection of its own, again and again until it is stopped. */
export class LiveChannel {
  readonly #stopping = new AbortController();
  #rounds: Promise<void> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly on: ChannelEvents,
  ) {}

  /** Resolves once it listens, or has tried to. */
  start(): Promise<void> {
    return new Promise((tried) => {
      this.#rounds = this.#run(tried);
    });
  }

  /** Resolves when the connection is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#rounds;
  }

  async #run(tried: () => void): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#listen(() => {
          failures = 0;
          this.on.listening();
          tried();
        });
      } catch (error) {
        if (failures === 0 && !signal.aborted) this.on.outage(error);
        tried();
      }
      const wait = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      await pause(wait, undefined, { signal }).catch(() => undefined); // stopped meanwhile
    }
  }

  /** Ends when it is stopped; throws when the connection is lost. */
  async #listen(listening: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'tidemark-live',
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the connection for live events has ended')));
    });
    lost.catch(() => undefined); // looked at below, unless connecting fails first
    client.on('notification', ({ payload }) => this.on.payload(payload ?? ''));
    let heartbeat: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      listening();
      const silent = new Promise<never>((_, reject) => {
        heartbeat = setInterval(() => void client.query('select 1').catch(reject), HEARTBEAT_MS);
      });
      await Promise.race([lost, silent, this.#stopped()]);
    } finally {
      clearInterval(heartbeat);
      await client.end().catch(() => undefined); // it is lost already
    }
  }

  #stopped(): Promise<void> {
    const { signal } = this.#stopping;
    return new Promise((done) => {
      if (signal.aborted) done();
      else signal.addEventListener('abort', () => done(), { once: true });
    });
  }
}
