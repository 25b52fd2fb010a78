import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import type { AppConfig } from '../../../src/platform/config/index.js';
import { CoreModule } from '../../../src/core.module.js';
import { WeightBudget, type ScopeStatus } from '../../../src/trading/venues/budget/index.js';
import { AccountSync, ExchangeAccountsJobsModule, ExchangeAccountService } from '../../../src/trading/exchange-accounts/index.js';
import { ReconciliationJobsModule } from '../../../src/trading/reconciliation/index.js';
import { SyncJobsModule } from '../../../src/trading/sync/index.js';
import type { Credentials } from '../../../src/trading/venues/port/index.js';
import { openRun } from '../../../src/trading/sync/sync-run.repository.js';
import { SyncService, type SyncOutcome } from '../../../src/trading/sync/sync.service.js';
import { User } from '../../../src/club/users/index.js';
import { testConfig } from '../../support/test-config.js';
import { createTestDatabase, waitForConnections, type TestDatabase } from '../../support/test-database.js';

/** For tests that are about rows: the exchange's limits are theirs to raise. */
class NoLimits extends WeightBudget {
  take(): Promise<void> {
    return Promise.resolve();
  }
  answered(): void {}
  close(): void {}
  status(): Promise<ScopeStatus[]> {
    return Promise.resolve([]);
  }
}

export interface WorkerOptions {
  /** Count nothing and wait for nothing. */
  unlimited?: boolean;
}

export interface RunRecord {
  state: string;
  rows: Record<string, number>;
  warnings: string[];
  error: string | null;
}

/** The job modules of accounts as the worker runs them, on a database of its own; runs are started by the test, not by the queue. */
export class ExchangeWorker {
  private constructor(
    private readonly context: INestApplicationContext,
    readonly config: AppConfig,
    private readonly database: TestDatabase | null,
  ) {}

  static async start(exchangeUrl: string, options: WorkerOptions = {}): Promise<ExchangeWorker> {
    const database = await createTestDatabase();
    return ExchangeWorker.on(testConfig(database.url, { EXCHANGE_URL: exchangeUrl }), database, options);
  }

  /** A second worker beside this one: the same database, another process's memory. */
  another(options: WorkerOptions = {}): Promise<ExchangeWorker> {
    return ExchangeWorker.on(this.config, null, options);
  }

  private static async on(config: AppConfig, database: TestDatabase | null, { unlimited = false }: WorkerOptions): Promise<ExchangeWorker> {
    const building = Test.createTestingModule({
      imports: [CoreModule.forRoot(config, { http: false }), ExchangeAccountsJobsModule, ReconciliationJobsModule, SyncJobsModule],
    });
    if (unlimited) building.overrideProvider(WeightBudget).useValue(new NoLimits());
    const module = await building.compile();
    module.useLogger(false);
    await waitForConnections(module.get(MikroORM, { strict: false }));
    await module.init();
    return new ExchangeWorker(module, config, database);
  }

  async stop(): Promise<void> {
    await this.context.close();
    await this.database?.drop();
    if (this.database) rmSync(this.config.dataDir, { recursive: true, force: true });
  }

  /** ENCRYPTION_KEYS of this worker, for a process beside it. */
  get keyring(): string {
    const { current, keys, index } = this.config.keyring;
    return JSON.stringify({
      current,
      keys: Object.fromEntries([...keys].map(([id, key]) => [id, key.toString('base64')])),
      index: index.toString('base64'),
    });
  }

  get exchange(): ExchangeAccountService {
    return this.context.get(ExchangeAccountService, { strict: false });
  }

  get<T>(token: abstract new (...parameters: never[]) => T): T {
    return this.context.get<T>(token as never, { strict: false });
  }

  em(): EntityManager {
    return this.context.get(MikroORM, { strict: false }).em.fork() as EntityManager;
  }

  rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.em().execute<T[]>(sql, parameters);
  }

  /** A member whose KYC is approved. */
  async person(): Promise<string> {
    const tag = randomUUID().slice(0, 8);
    const user = new User({
      email: `${tag}@example.com`,
      surname: 'Marlow',
      otherName: 'Ines',
      phoneNumber: '+4912345678',
      country: 'Germany',
      dateOfBirth: '1990-01-01',
      role: 'trade club',
      passwordHash: '$argon2id$',
      referralCode: randomUUID().slice(0, 12),
    });
    user.kycStatus = 'approved';
    await this.em().persist(user).flush();
    return user.id;
  }

  /** Checks and stores a key, as a KYC submission does. Returns the account's id. */
  async attach(userId: string, key: Credentials): Promise<string> {
    const check = await this.exchange.checkKey({ venue: 'binance', ...key });
    return this.em().transactional((tx) => this.exchange.attachKey(tx, { userId, venue: 'binance', ...key, check }));
  }

  /** A member with a key. */
  async member(key: Credentials): Promise<{ userId: string; accountId: string }> {
    const userId = await this.person();
    return { userId, accountId: await this.attach(userId, key) };
  }

  /** An account as it is stored, values by the names of their columns. */
  async accountRow(accountId: string): Promise<Record<string, unknown>> {
    const [row] = await this.rows<Record<string, unknown>>('select * from exchange_accounts where id = ?', [accountId]);
    if (!row) throw new Error('no such account');
    return row;
  }

  async request(userId: string, trigger: 'approval' | 'demand' = 'approval'): Promise<string> {
    const runId = await this.em().transactional((tx) => this.get(AccountSync).request(tx, userId, trigger));
    if (!runId) throw new Error('no run');
    return runId;
  }

  run(
    runId: string,
    { last = true, signal = new AbortController().signal }: { last?: boolean; signal?: AbortSignal } = {},
  ): Promise<SyncOutcome> {
    return this.get(SyncService).run(runId, { last, signal });
  }

  /** Requests a sync and does it. */
  async sync(userId: string, trigger: 'approval' | 'demand' = 'approval'): Promise<RunRecord> {
    const runId = await this.request(userId, trigger);
    // A run that others wait behind ends its turn early, and goes on when it is its turn again.
    for (let result = await this.run(runId); result.outcome === 'reschedule' && result.afterMs === 0;) result = await this.run(runId);
    return this.record(runId);
  }

  /** A run as the schedule starts it. */
  async scheduled(userId: string): Promise<RunRecord> {
    const [account] = await this.rows<{ id: string }>('select id from exchange_accounts where user_id = ? and is_current', [userId]);
    const runId = await openRun(this.em(), { accountId: account!.id, userId, trigger: 'schedule' });
    await this.run(runId);
    return this.record(runId);
  }

  /** Requests a sync and does it, and the scheduled ones after it that go on with what is left. Answers them all. */
  async syncUntilSettled(userId: string, trigger: 'approval' | 'demand' = 'approval'): Promise<RunRecord[]> {
    const runs = [await this.sync(userId, trigger)];
    for (;;) {
      const [account] = await this.rows<{ soon: boolean }>(
        `select next_sync_at < now() + interval '2 minutes' as soon from exchange_accounts where user_id = ? and is_current`,
        [userId],
      );
      if (!account?.soon || runs.at(-1)!.state !== 'done') return runs;
      if (runs.length > 40) throw new Error('the account is never settled');
      runs.push(await this.scheduled(userId));
    }
  }

  async record(runId: string): Promise<RunRecord> {
    const [record] = await this.rows<RunRecord>('select state, rows, warnings, error from sync_runs where id = ?', [runId]);
    if (!record) throw new Error('no such run');
    return record;
  }
}
