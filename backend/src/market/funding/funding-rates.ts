import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../common/domain/index.js';
import { MarketDataGateway, SymbolGone, type FundingRate, type Told } from '../../exchange/index.js';
import type { MarketSymbol } from '../candles/index.js';
import { HOUR, knownThrough } from './known-through.js';

/** How long a question may wait for its share of the venue's limit. */
const MAX_WAIT_MS = 20_000;
const MINUTE = 60;
/** An hour is asked about when it began so long ago: a venue publishes what it has settled within seconds. */
const SETTLED = 30;
/** Where a rate is due and not told, the venue is asked again after so long. */
const RETRY = 300;
/** What was told of the last day is asked for along with what is new: it tells when the next one is due, and what came late. */
const OVERLAP = 24 * HOUR;

type Contract = Pick<MarketSymbol, 'venue' | 'symbol'>;

export interface StoredRate {
  /** Seconds since 1970. */
  time: number;
  /** Decimal strings. */
  rate: string;
  mark: string | null;
}

/** Everything that was settled from `from` on, and before `through`; seconds since 1970. Nothing is known where they are the wrong way round. */
export interface FundingReach {
  from: number;
  through: number;
  /** How many rates came late: what was concluded before another one came may be wrong. */
  late: number;
}

const NOTHING: FundingReach = { from: Infinity, through: -Infinity, late: 0 };

/** What the holders of perpetual contracts paid each other: fetched an hour at a time, and kept. */
@Injectable()
export class FundingRates {
  constructor(
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
  ) {}

  /**
   * Brings a contract up to the last whole hour from `from` on (seconds since 1970), and tells whether anybody had to be asked: once after each hour, and again where
   * a rate is late. Running it twice, or by two at once, stores the same as once. Rejects with an ExchangeError where the venue is out of reach.
   */
  async refill(em: EntityManager, of: Contract, from: number, signal: AbortSignal): Promise<boolean> {
    const now = this.clock.now().getTime() / 1000;
    const hour = Math.floor((now - SETTLED) / HOUR) * HOUR;
    const span = await spanOf(em, of);
    const isLonger = span !== null && span.from <= from;
    if (isLonger && (span.through > hour || span.askedAt > now - RETRY)) return false;
    const begin = (isLonger ? span.through : Math.floor(from / HOUR) * HOUR) - OVERLAP;
    const venue = this.gateway.market(of.venue, { lane: 'backfill', maxWaitMs: MAX_WAIT_MS, signal });
    const wish = { symbol: of.symbol, from: new Date(begin * 1000), to: new Date((hour + MINUTE) * 1000) };
    const told = await venue.fundingRates(wish).catch((error: unknown) => {
      if (error instanceof SymbolGone) return null;
      throw error;
    });
    // What is listed no more has paid its last: nothing is waited for.
    await keep(em, of, { begin, hour, now }, told ?? { rows: [], serverTime: this.clock.now() }, told === null);
    return true;
  }

  async reach(em: EntityManager, of: Contract): Promise<FundingReach> {
    return (await spanOf(em, of)) ?? NOTHING;
  }

  /** What is stored, in order, from `from` on. */
  async load(em: EntityManager, { venue, symbol }: Contract, from: number): Promise<FundingReach & { rates: StoredRate[] }> {
    // In this order: whoever writes meanwhile adds to what is known.
    const reach = await this.reach(em, { venue, symbol });
    const rates = await em.execute<StoredRate[]>(
      `select extract(epoch from at)::float8 as time, trim_scale(rate)::text as rate, trim_scale(mark)::text as mark from funding_rates where venue = ? and symbol = ? and at >= to_timestamp(?) and at < to_timestamp(?) order by at`,
      [venue, symbol, from, Number.isFinite(reach.through) ? reach.through : 0],
    );
    return { ...reach, rates };
  }
}

/** Stores what was told, in one transaction, one writer of a contract at a time. */
async function keep(
  em: EntityManager,
  of: Contract,
  { begin, hour, now }: { begin: number; hour: number; now: number },
  { rows, serverTime }: Told<FundingRate>,
  isGone: boolean,
): Promise<void> {
  const { venue, symbol } = of;
  // A venue that is not there yet by its own clock has told nothing of the hour.
  const asked = Math.min(hour, Math.floor(serverTime.getTime() / 1000 / HOUR) * HOUR);
  await em.transactional(async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock(hashtextextended('funding ' || ?, 0))`, [`${venue} ${symbol}`]);
    const before = (await spanOf(tx, of)) ?? { ...NOTHING, askedAt: 0 };
    const fresh = await tx.execute<{ at: number }[]>(
      `insert into funding_rates (venue, symbol, at, rate, mark) select ?, ?, r.at, r.rate, r.mark from jsonb_to_recordset(?::jsonb) as r(at timestamptz, rate numeric, mark numeric) order by r.at
       on conflict do nothing returning extract(epoch from at)::float8 as at`,
      [venue, symbol, JSON.stringify(rows)],
    );
    const late = fresh.filter(({ at }) => at >= before.from && at < before.through).length;
    const times = await tx.execute<{ at: number }[]>(
      `select extract(epoch from at)::float8 as at from funding_rates where venue = ? and symbol = ? and at >= to_timestamp(?) order by at`,
      [venue, symbol, begin],
    );
    const through = Math.max(
      before.through,
      isGone
        ? asked + HOUR
        : knownThrough(
            times.map(({ at }) => at),
            begin,
            asked,
            now,
          ),
    );
    await tx.execute(
      `insert into funding_spans as s (venue, symbol, known_from, known_through, late_count, asked_at) values (?, ?, to_timestamp(?), to_timestamp(?), ?, to_timestamp(?))
       on conflict (venue, symbol) do update set known_from = excluded.known_from, known_through = excluded.known_through, late_count = s.late_count + excluded.late_count, asked_at = excluded.asked_at`,
      [venue, symbol, Math.min(before.from, begin), through, late, now],
    );
  });
}

async function spanOf(em: EntityManager, { venue, symbol }: Contract): Promise<(FundingReach & { askedAt: number }) | null> {
  const [row] = await em.execute<(FundingReach & { askedAt: number })[]>(
    `select extract(epoch from known_from)::float8 as "from", extract(epoch from known_through)::float8 as through, late_count as late, extract(epoch from asked_at)::float8 as "askedAt" from funding_spans where venue = ? and symbol = ?`,
    [venue, symbol],
  );
  return row ?? null;
}
