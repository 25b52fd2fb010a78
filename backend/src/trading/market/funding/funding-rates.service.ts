import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../platform/domain/index.js';
import { MarketDataGateway, SymbolGone, type FundingRate, type Told } from '../../venues/index.js';
import {
  findRates,
  findSpan,
  findTimes,
  insertRates,
  lockContract,
  saveSpan,
  type Contract,
  type StoredRate,
} from './funding.repository.js';
import { HOUR, knownThrough } from './known-through.js';

/** Maximum wait for request weight of the venue. */
const MAX_WAIT_MS = 20_000;
const MINUTE = 60;
/** Seconds into an hour before its funding is requested: venues publish within seconds. */
const SETTLE_S = 30;
/** Seconds between two requests while a rate is overdue. */
const RETRY_S = 300;
/** The last day is requested again with each refill: it shows when the next rate is due, and contains late ones. */
const OVERLAP = 24 * HOUR;

/** The range in which every rate is known, [from, through) in seconds since 1970; empty where `from` is later. */
export interface FundingReach {
  from: number;
  through: number;
  /** Rates that arrived late. A higher count than before invalidates earlier conclusions. */
  late: number;
}

const NOTHING: FundingReach = { from: Infinity, through: -Infinity, late: 0 };

/** Funding rates of perpetual contracts: requested an hour at a time, and stored. */
@Injectable()
export class FundingRatesService {
  constructor(
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
  ) {}

  /**
   * Completes a contract from `from` (seconds since 1970) to the last full hour. Returns whether the venue was asked: once after each hour,
   * and again while a rate is overdue. Idempotent and safe to run concurrently. Throws ExchangeError if the venue is unavailable.
   */
  async refill(em: EntityManager, of: Contract, from: number, signal: AbortSignal): Promise<boolean> {
    const now = this.clock.now().getTime() / 1000;
    const hour = Math.floor((now - SETTLE_S) / HOUR) * HOUR;
    const span = await findSpan(em, of);
    const reachesFrom = span !== null && span.from <= from;
    if (reachesFrom && (span.through > hour || span.askedAt > now - RETRY_S)) return false;
    const begin = (reachesFrom ? span.through : Math.floor(from / HOUR) * HOUR) - OVERLAP;
    const venue = this.gateway.market(of.venue, { lane: 'backfill', maxWaitMs: MAX_WAIT_MS, signal });
    const request = { symbol: of.symbol, from: new Date(begin * 1000), to: new Date((hour + MINUTE) * 1000) };
    const told = await venue.fundingRates(request).catch((error: unknown) => {
      if (error instanceof SymbolGone) return null;
      throw error;
    });
    // A delisted contract has paid its last rate: none is overdue.
    await keep(em, of, { begin, hour, now }, told ?? { rows: [], serverTime: this.clock.now() }, told === null);
    return true;
  }

  async reach(em: EntityManager, of: Contract): Promise<FundingReach> {
    return (await findSpan(em, of)) ?? NOTHING;
  }

  /** Loads the known range and its rates from `from` on, oldest first. */
  async load(em: EntityManager, of: Contract, from: number): Promise<FundingReach & { rates: StoredRate[] }> {
    // The range is read first: a concurrent refill only adds rates to it.
    const reach = await this.reach(em, of);
    const rates = await findRates(em, of, from, Number.isFinite(reach.through) ? reach.through : 0);
    return { ...reach, rates };
  }
}

/** Stores rates and the new known range in one transaction, one writer of a contract at a time. */
async function keep(
  em: EntityManager,
  of: Contract,
  { begin, hour, now }: { begin: number; hour: number; now: number },
  { rows, serverTime }: Told<FundingRate>,
  isGone: boolean,
): Promise<void> {
  // A venue whose clock is behind the hour has not reported it yet.
  const asked = Math.min(hour, Math.floor(serverTime.getTime() / 1000 / HOUR) * HOUR);
  await em.transactional(async (tx) => {
    await lockContract(tx, of);
    const before = (await findSpan(tx, of)) ?? NOTHING;
    const added = await insertRates(tx, of, rows);
    const late = added.filter((at) => at >= before.from && at < before.through).length;
    const times = await findTimes(tx, of, begin);
    const through = Math.max(before.through, isGone ? asked + HOUR : knownThrough(times, begin, asked, now));
    await saveSpan(tx, of, { from: Math.min(before.from, begin), through, late, askedAt: now });
  });
}
