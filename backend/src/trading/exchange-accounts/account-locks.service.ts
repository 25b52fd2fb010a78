import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { AppConfig } from '../../platform/config/index.js';
import { accountLock, type LockFunction } from './account-lock.sql.js';

/** A server that has not answered for this long is out of reach: a lock is granted or refused at once. */
const ANSWER_MS = 5_000;

export interface AccountLock {
  /** Aborted when the lock may be lost: stop writing. */
  signal: AbortSignal;
  release(): Promise<void>;
}

/**
 * Ensures one run per account at a time over all workers, with PostgreSQL's advisory locks on one connection per process. They end with the
 * process, so that nobody waits for the lease of a dead worker to expire.
 */
@Injectable()
export class AccountLocksService implements OnApplicationShutdown {
  readonly #held = new Map<string, AbortController>();
  #client: Promise<pg.Client> | null = null;
  #last: Promise<void> = Promise.resolve();
  readonly #log = new Logger('Exchange');

  constructor(private readonly config: AppConfig) {}

  /** Returns null where another run holds the lock. */
  async tryLock(accountId: string): Promise<AccountLock | null> {
    // Advisory locks are re-entrant per connection, so the runs of this process are kept apart here.
    if (this.#held.has(accountId)) return null;
    const lost = new AbortController();
    this.#held.set(accountId, lost);
    try {
      const client = await this.#connect();
      const answer = await this.#query(client, 'pg_try_advisory_lock', accountId);
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
      await this.#query(client, 'pg_advisory_unlock', accountId);
    } catch (error) {
      // The connection is gone, and its locks with it.
      this.#log.warn({ err: error }, 'lock released by a lost connection');
    } finally {
      this.#held.delete(accountId);
    }
  }

  /** Runs one query at a time on the connection. */
  #query(client: pg.Client, lockFunction: LockFunction, accountId: string): Promise<boolean> {
    const asked = this.#last.then(async () => {
      try {
        const { rows } = await client.query<{ granted: boolean }>(accountLock(lockFunction), [accountId]);
        return rows[0]?.granted === true;
      } catch (error) {
        // The server may have granted the lock all the same. Closing the connection releases it.
        client.end().catch(() => undefined);
        throw error;
      }
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
    const client = new pg.Client({
      connectionString: this.config.databaseUrl,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      application_name: 'tidemark-locks',
    });
    let isLost = false;
    const lose = () => {
      // An error comes before the end: by then there may be another connection, which has locks of its own.
      if (isLost) return;
      isLost = true;
      this.#client = null;
      for (const lost of this.#held.values()) lost.abort(new Error('the connection that held the lock is lost'));
    };
    client.on('error', lose);
    client.on('end', lose);
    await client.connect();
    return client;
  }
}
