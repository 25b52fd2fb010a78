import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { AppConfig } from '../../config/index.js';

export interface AccountLock {
  /** Aborted when the lock may be lost: stop writing. */
  signal: AbortSignal;
  release(): Promise<void>;
}

/**
 * One run an account at a time, over all workers: advisory locks of PostgreSQL on one connection a process. They end with the process,
 * however it ends, so that nobody has to wait for a lease of a dead one to run out.
 */
@Injectable()
export class AccountLocks implements OnApplicationShutdown {
  readonly #held = new Map<string, AbortController>();
  #client: Promise<pg.Client> | null = null;
  #last: Promise<void> = Promise.resolve();
  readonly #log = new Logger('Exchange');

  constructor(private readonly config: AppConfig) {}

  /** Null where somebody else works on the account. */
  async tryLock(accountId: string): Promise<AccountLock | null> {
    // Advisory locks let the same connection in again, so this process keeps its own from each other.
    if (this.#held.has(accountId)) return null;
    const lost = new AbortController();
    this.#held.set(accountId, lost);
    try {
      const client = await this.#connect();
      const answer = await this.#ask(client, 'pg_try_advisory_lock', accountId);
      if (answer) return { signal: lost.signal, release: () => this.#release(accountId, client) };
    } catch (error) {
      this.#held.delete(accountId);
      throw error;
    }
    this.#held.delete(accountId);
    return null;
  }

  async onApplicationShutdown(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    await client?.end();
  }

  async #release(accountId: string, client: pg.Client): Promise<void> {
    try {
      await this.#ask(client, 'pg_advisory_unlock', accountId);
    } catch (error) {
      // The connection is gone, and its locks with it.
      this.#log.warn({ err: error }, 'lock released by a lost connection');
    } finally {
      this.#held.delete(accountId);
    }
  }

  /** One question at a time: a connection takes no second one meanwhile. */
  #ask(client: pg.Client, question: 'pg_try_advisory_lock' | 'pg_advisory_unlock', accountId: string): Promise<boolean> {
    const asked = this.#last.then(async () => {
      const { rows } = await client.query<{ yes: boolean }>(`select ${question}(hashtextextended($1, 20)) as yes`, [accountId]);
      return rows[0]?.yes === true;
    });
    this.#last = asked.then(
      () => undefined,
      () => undefined,
    );
    return asked;
  }

  #connect(): Promise<pg.Client> {
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.config.databaseUrl, keepAlive: true, application_name: 'tidemark-locks' });
    const lose = () => {
      this.#client = null;
      for (const lost of this.#held.values()) lost.abort(new Error('the connection that held the lock is lost'));
    };
    client.on('error', lose);
    client.on('end', lose);
    await client.connect();
    return client;
  }
}
