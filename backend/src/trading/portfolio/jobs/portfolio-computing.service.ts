import { Injectable, Logger } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import { LiveEvents } from '../../../messaging/live/index.js';
import { AssetPricingService, MarketClosesService, type CloseReading, type Closes } from '../../market/index.js';
import { benchmarkInstants, etherPair } from '../benchmark.rules.js';
import { compute, NotExact, type Portfolio } from '../engine/index.js';
import type { LedgerAccount } from '../ledger/index.js';
import { storeFailure } from '../portfolio-state.repository.js';
import {
  clearStarted,
  dayOf,
  findAccount,
  inTransaction,
  isKept,
  markStarted,
  rollback,
  storePortfolio,
  tryLock,
  unlock,
} from '../store/index.js';
import { readStart, type Start } from './computation-input.reader.js';
import { PriceBook } from './price-book.js';

/** Each round finds out which prices are missing; usually the second one has them all. */
const MAX_ROUNDS = 6;
const FAILED = 'The portfolio could not be computed for a reason of our own; it is tried again';

export type ComputingOutcome = 'done' | 'busy' | 'nothing';

interface Account extends LedgerAccount {
  userId: string;
}

/** Computes and stores an account's days, periods, flows and positions from its rows. */
@Injectable()
export class PortfolioComputingService {
  private readonly log = new Logger('Portfolio');

  constructor(
    private readonly orm: MikroORM,
    private readonly pricing: AssetPricingService,
    private readonly closes: MarketClosesService,
    private readonly live: LiveEvents,
  ) {}

  /**
   * Brings an account's figures up to its last reading. Idempotent; an advisory lock allows one computation per account, and an interrupted
   * one leaves nothing behind. A failure is stored for people and thrown.
   */
  async compute(accountId: string, signal: AbortSignal): Promise<ComputingOutcome> {
    const em = this.orm.em.fork() as EntityManager;
    const pool = await em.getConnection().getNativeClient();
    const client: PoolClient = await pool.connect();
    let usable = false;
    try {
      if (!(await tryLock(client, accountId))) {
        usable = true;
        return 'busy';
      }
      let failed = true;
      try {
        const outcome = await this.computeLocked(em, client, accountId, signal);
        failed = false;
        return outcome;
      } finally {
        usable = await cleared(client, accountId, failed);
      }
    } finally {
      // Closing the connection ends its lock and transaction.
      client.release(!usable);
    }
  }

  private async computeLocked(em: EntityManager, client: PoolClient, accountId: string, signal: AbortSignal): Promise<ComputingOutcome> {
    const account = await findAccount(client, accountId);
    if (!account) return 'nothing';
    await markStarted(client, accountId);
    try {
      return await this.make(em, client, account, signal);
    } catch (error) {
      signal.throwIfAborted();
      // On another connection: this one's transaction may have failed.
      const failure = error instanceof NotExact ? `A row cannot be counted with: ${error.message}` : FAILED;
      await storeFailure(em, accountId, failure.slice(0, 500));
      throw error;
    }
  }

  private async make(em: EntityManager, client: PoolClient, account: Account, signal: AbortSignal): Promise<ComputingOutcome> {
    const reading = this.closes.reading(em, account.venue, signal);
    const start = await readStart(client, account);
    if (!start) {
      await clearStarted(client, account.id);
      return 'nothing';
    }
    const prices = new PriceBook(start.reported);
    const portfolio = await this.priced(start, prices, reading, signal);
    const { reported, state, settlement, since, past } = start;
    const outcome = {
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
    };
    await inTransaction(client, () => storePortfolio(client, outcome));
    await this.loadBenchmark(em, account, start, signal);
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
      if (!prices.hasMissing || round === MAX_ROUNDS) return portfolio;
      await this.load(prices, reading);
    }
  }

  /** Stores the prices of ETH that the member's chart compares with. What the venue does not tell now, the next computation asks for. */
  private async loadBenchmark(em: EntityManager, { venue }: Account, { state, from, reported }: Start, signal: AbortSignal): Promise<void> {
    const instants = benchmarkInstants(state.firstDay ?? dayOf(from), reported.readAt.getTime());
    await this.closes.closes(this.closes.reading(em, venue, signal), 'spot', etherPair(venue), instants);
  }

  private async load(prices: PriceBook, reading: CloseReading): Promise<void> {
    const contracts = new Map<string, Closes>();
    for (const [symbol, instants] of prices.missingContracts)
      contracts.set(symbol, await this.closes.closes(reading, 'futures', nameOf(symbol), instants));
    prices.addContracts(contracts);
    prices.addCoins(await this.pricing.load(reading, prices.missingCoins));
  }
}

/** Strips the number that distinguishes a second position of one contract. */
const nameOf = (symbol: string): string => symbol.replace(/ \(\d+\)$/, '');

/**
 * Rolls back a failed transaction and releases the lock. Closing the connection would do both, but later, and an immediate retry would find
 * the lock taken. Returns false if the connection is lost.
 */
async function cleared(client: PoolClient, accountId: string, failed: boolean): Promise<boolean> {
  try {
    if (failed) await rollback(client);
    await unlock(client, accountId);
    return true;
  } catch {
    return false;
  }
}
