import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import { LiveEvents } from '../../common/live/index.js';
import { AssetPricing, MarketCloses, type CloseReading, type Closes } from '../../market/index.js';
import { compute, NotExact, type Portfolio } from '../engine/index.js';
import type { LedgerAccount } from '../ledger/index.js';
import { dayOf, isKept, storePortfolio } from '../store/index.js';
import { readStart, type Start } from './account-rows.js';
import { PriceBook } from './price-book.js';

/** A computation finds out what prices it needs by being made; the second time it has them. */
const MOST_ROUNDS = 6;
const FAILED = 'The portfolio could not be computed for a reason of our own; it is tried again';

export type ComputingOutcome = 'done' | 'busy' | 'nothing';

interface Account extends LedgerAccount {
  userId: string;
}

/** Makes an account's days, periods, flows and positions from its rows, and stores them. */
@Injectable()
export class PortfolioComputing {
  private readonly log = new Logger('Portfolio');

  constructor(
    private readonly orm: MikroORM,
    private readonly pricing: AssetPricing,
    private readonly closes: MarketCloses,
    private readonly live: LiveEvents,
  ) {}

  /**
   * Brings an account's figures up to its last reading. It may be called at any time and twice; one computes an account at a time, and what was
   * begun and not ended leaves nothing behind. Rejects with what went wrong, which the state tells people then.
   */
  async compute(accountId: string, signal: AbortSignal): Promise<ComputingOutcome> {
    const em = this.orm.em.fork() as EntityManager;
    const pool = await em.getConnection().getNativeClient();
    const client: PoolClient = await pool.connect();
    let usable = false;
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('portfolio ' || $1, 0)) as mine`,
        [accountId],
      );
      if (!rows[0]?.mine) {
        usable = true;
        return 'busy';
      }
      let failed = true;
      try {
        const outcome = await this.alone(em, client, accountId, signal);
        failed = false;
        return outcome;
      } finally {
        usable = await cleared(client, accountId, failed);
      }
    } finally {
      // A connection that is closed takes its lock and its transaction with it.
      client.release(!usable);
    }
  }

  private async alone(em: EntityManager, client: PoolClient, accountId: string, signal: AbortSignal): Promise<ComputingOutcome> {
    const account = await accountOf(client, accountId);
    if (!account) return 'nothing';
    await client.query(
      'insert into portfolio_states (account_id, started_at) values ($1, now()) on conflict (account_id) do update set started_at = now()',
      [accountId],
    );
    try {
      return await this.make(em, client, account, signal);
    } catch (error) {
      signal.throwIfAborted();
      // On another connection: this one's transaction may have failed.
      const failure = error instanceof NotExact ? `A row cannot be counted with: ${error.message}` : FAILED;
      await em.execute('update portfolio_states set started_at = null, failure = ? where account_id = ?', [
        failure.slice(0, 500),
        accountId,
      ]);
      throw error;
    }
  }

  private async make(em: EntityManager, client: PoolClient, account: Account, signal: AbortSignal): Promise<ComputingOutcome> {
    const reading = this.closes.reading(em, account.venue, signal);
    const start = await readStart(client, account);
    if (!start) {
      await client.query('update portfolio_states set started_at = null where account_id = $1', [account.id]);
      return 'nothing';
    }
    const prices = new PriceBook(start.reported);
    const portfolio = await this.priced(start, prices, reading, signal);
    const { reported, state, settlement, since, past } = start;
    await client.query('begin');
    await storePortfolio(client, {
      accountId: account.id,
      readAt: reported.readAt.getTime(),
      since,
      marks: state.marks,
      incompleteFrom: reading.incompleteFrom,
      settlement,
      past: past.stored,
      holdings: reported.holdings,
      reported: reported.worth,
      portfolio,
    });
    await client.query('commit');
    await this.live.publish(null, { topic: 'portfolio', userId: account.userId, data: { computedAt: new Date().toISOString() } });
    this.log.debug({ accountId: account.id, since: dayOf(since), days: portfolio.days.length }, 'a portfolio was computed');
    return 'done';
  }

  private async priced(
    { ledger, from, reported, books, settlement, past }: Start,
    prices: PriceBook,
    reading: CloseReading,
    signal: AbortSignal,
  ): Promise<Portfolio> {
    const to = reported.readAt.getTime();
    const unreconciled = new Set(settlement.unexplained.filter(({ dust }) => !dust).map(({ at }) => dayOf(at)));
    for (let round = 1; ; round++) {
      signal.throwIfAborted();
      const portfolio = compute(ledger, {
        from,
        to,
        prices,
        unreconciled,
        known: past.known,
        keep: (day) => isKept(day, to),
        ...(books && { books }),
      });
      if (!prices.isWanting || round === MOST_ROUNDS) return portfolio;
      await this.load(prices, reading);
    }
  }

  private async load(prices: PriceBook, reading: CloseReading): Promise<void> {
    const contracts = new Map<string, Closes>();
    for (const [symbol, instants] of prices.wantedContracts)
      contracts.set(symbol, await this.closes.closes(reading, 'futures', nameOf(symbol), instants));
    prices.learnContracts(contracts);
    prices.learnCoins(await this.pricing.load(reading, prices.wantedCoins));
  }
}

/** A second position of one contract is told apart by a number behind its name. */
const nameOf = (symbol: string): string => symbol.replace(/ \(\d+\)$/, '');

/**
 * Ends what transaction a failure has left and gives the lock back: closing the connection would do both, but some time later, and who tries again at once would
 * find the lock taken. False where the connection is lost.
 */
async function cleared(client: PoolClient, accountId: string, failed: boolean): Promise<boolean> {
  try {
    if (failed) await client.query('rollback');
    await client.query(`select pg_advisory_unlock(hashtextextended('portfolio ' || $1, 0))`, [accountId]);
    return true;
  } catch {
    return false;
  }
}

async function accountOf(client: PoolClient, accountId: string): Promise<Account | null> {
  const { rows } = await client.query<Account>('select id, venue, user_id as "userId" from exchange_accounts where id = $1', [accountId]);
  return rows[0] ?? null;
}
