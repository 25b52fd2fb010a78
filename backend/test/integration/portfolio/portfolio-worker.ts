import { rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import type { AppConfig } from '../../../src/platform/config/index.js';
import { CoreModule } from '../../../src/core.module.js';
import { WeightBudget, type ScopeStatus } from '../../../src/trading/venues/budget/index.js';
import { AccountSync, ExchangeAccountsJobsModule, ExchangeAccountService } from '../../../src/trading/exchange-accounts/index.js';
import { ReconciliationJobsModule } from '../../../src/trading/reconciliation/index.js';
import { SyncJobsModule } from '../../../src/trading/sync/index.js';
import { MarketDataGateway } from '../../../src/trading/venues/index.js';
import type { Credentials } from '../../../src/trading/venues/port/index.js';
import { SyncService } from '../../../src/trading/sync/sync.service.js';
import { PortfolioComputingService, PortfolioJobsModule } from '../../../src/trading/portfolio/index.js';
import { User } from '../../../src/club/users/index.js';
import { testConfig } from '../../support/test-config.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

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

export interface StoredDay {
  day: string;
  equity: string | null;
  spot: string | null;
  futures: string | null;
  unrealised: string | null;
  inflow: string;
  outflow: string;
  realised: string | null;
  fees: string | null;
  funding: string | null;
  day_return: string | null;
  index: string | null;
  flags: string[];
  /** Which transaction wrote the row. */
  xmin: string;
}

export interface StoredState {
  read_at: string | null;
  computed_at: string | null;
  dirty_from: string | null;
  started_at: string | null;
  reported: string | null;
  equity: string | null;
  unrealised: string | null;
  opening: Record<string, string>;
  holdings: Record<string, string>;
  unexplained: { at: string; wallet: string; asset: string; amount: string; dust: boolean }[];
  failure: string | null;
}

/**
 * The worker's part of exchange and portfolio on a database of its own; syncs and computations are started by the test, not by the queue.
 */
export class PortfolioWorker {
  private constructor(
    private readonly context: INestApplicationContext,
    readonly config: AppConfig,
    private readonly database: TestDatabase | null,
  ) {}

  /** `market`: candles of the test's own instead of the exchange's. */
  static async start(exchangeUrl: string, market?: MarketDataGateway): Promise<PortfolioWorker> {
    const database = await createTestDatabase();
    return PortfolioWorker.on(testConfig(database.url, { EXCHANGE_URL: exchangeUrl }), database, market);
  }

  /** A second worker beside this one, with a memory of its own. */
  another(market?: MarketDataGateway): Promise<PortfolioWorker> {
    return PortfolioWorker.on(this.config, null, market);
  }

  private static async on(config: AppConfig, database: TestDatabase | null, market?: MarketDataGateway): Promise<PortfolioWorker> {
    const building = Test.createTestingModule({
      imports: [
        CoreModule.forRoot(config, { http: false }),
        ExchangeAccountsJobsModule,
        PortfolioJobsModule,
        ReconciliationJobsModule,
        SyncJobsModule,
      ],
    });
    building.overrideProvider(WeightBudget).useValue(new NoLimits());
    if (market) building.overrideProvider(MarketDataGateway).useValue(market);
    const module = await building.compile();
    module.useLogger(false);
    await module.init();
    return new PortfolioWorker(module, config, database);
  }

  async stop(): Promise<void> {
    await this.context.close();
    await this.database?.drop();
    if (this.database) rmSync(this.config.dataDir, { recursive: true, force: true });
  }

  get<T>(token: abstract new (...parameters: never[]) => T): T {
    return this.context.get<T>(token as never, { strict: false });
  }

  em(): EntityManager {
    return this.get(MikroORM).em.fork() as EntityManager;
  }

  rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.em().execute<T[]>(sql, parameters);
  }

  /** A member whose KYC is approved, with a key. */
  async member(key: Credentials): Promise<{ userId: string; accountId: string }> {
    const tag = randomUUID();
    const user = new User({
      email: `${tag}@example.com`,
      surname: 'Marlow',
      otherName: 'Ines',
      phoneNumber: '+4912345678',
      country: 'Germany',
      dateOfBirth: '1990-01-01',
      role: 'trade club',
      passwordHash: '$argon2id$',
      referralCode: tag.slice(0, 12),
    });
    user.kycStatus = 'approved';
    await this.em().persist(user).flush();
    return { userId: user.id, accountId: await this.attach(user.id, key) };
  }

  async attach(userId: string, key: Credentials): Promise<string> {
    const exchange = this.get(ExchangeAccountService);
    const check = await exchange.checkKey({ venue: 'binance', ...key });
    return this.em().transactional((tx) => exchange.attachKey(tx, { userId, venue: 'binance', ...key, check }));
  }

  /** Reads the account until nothing of its history is left. */
  async sync(userId: string, accountId: string): Promise<void> {
    const unread = `select 1 from sync_cursors where account_id = ? and dataset in ('deposits', 'withdrawals') and state = 'partial'`;
    do {
      const runId = await this.em().transactional((tx) => this.get(AccountSync).request(tx, userId, 'approval'));
      if (!runId) throw new Error('no run');
      const { outcome } = await this.get(SyncService).run(runId, { last: true, signal: new AbortController().signal });
      if (outcome !== 'done') throw new Error(`the sync is ${outcome}`);
    } while ((await this.rows(unread, [accountId])).length > 0);
  }

  compute(accountId: string, signal = new AbortController().signal) {
    return this.get(PortfolioComputingService).compute(accountId, signal);
  }

  days(accountId: string): Promise<StoredDay[]> {
    return this.rows<StoredDay>(
      `select day::text, equity::text, spot::text, futures::text, unrealised::text, inflow::text, outflow::text, realised::text,
        fees::text, funding::text, day_return::text, "index"::text as index, flags, xmin::text
       from portfolio_days where account_id = ? order by day`,
      [accountId],
    );
  }

  async state(accountId: string): Promise<StoredState> {
    const [row] = await this.rows<StoredState>(
      `select read_at, computed_at, dirty_from, started_at, reported::text, equity::text, unrealised::text, opening, holdings,
        unexplained, failure from portfolio_states where account_id = ?`,
      [accountId],
    );
    if (!row) throw new Error('nothing was computed');
    return row;
  }
}
