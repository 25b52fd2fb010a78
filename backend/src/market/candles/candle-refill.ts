import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../common/domain/index.js';
import { MarketDataGateway, SymbolGone, type Candle, type Told } from '../../exchange/index.js';
import {
  countKnown,
  emptyBlock,
  isGap,
  isKnown,
  packBlock,
  unpackBlock,
  withCandles,
  type CandleBlock,
  type SlotCandle,
} from './candle-block.js';
import { DAY, DAY_MINUTES, dayName, dayOf, MINUTE, type MarketSymbol } from './candle-columns.js';

/** How long a question may wait for its share of the venue's limit. */
const MAX_WAIT_MS = 20_000;
/** A minute is asked for when it has been over for so long: a venue may still be writing the last trade. */
const SETTLED = 5;
/** A minute without a candle that ended less long ago may still get one, unless a later one has. */
const GRACE = 300;
/** Missing minutes with fewer known ones between them are one question. */
const JOINED = 100 * MINUTE;
/** Asked, and stored, at once: whoever is killed has lost no more. */
const CHUNK = 10 * DAY;
/** Of days so young, minutes without a candle are asked for again, once an hour. */
const YOUNG = 2 * DAY;

export interface Refilled {
  /** New candles that were stored. */
  candles: number;
  /** The venue was asked so many times for a span of time, of as many pages as that needs. */
  asked: number;
  /** The earliest minute that was known to have no candle, and has one now. Null: there is none. */
  lateFrom: number | null;
  /** The venue knows no such pair. */
  gone: boolean;
}

interface Span {
  from: number;
  to: number;
}

interface DayRow {
  day: string;
  /** Null: nothing of it is to be asked for. */
  block: Uint8Array | null;
  recheck: boolean;
}

/** Fetches the minutes of a pair that are not known, and keeps them. */
@Injectable()
export class CandleRefill {
  constructor(
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
  ) {}

  /**
   * Brings a pair up to now from `from` on (seconds since 1970). What is known is not asked for again; running it twice, or by two at once, stores
   * the same as once. Rejects with an ExchangeError where the venue is out of reach: what was told before is kept.
   */
  async refill(em: EntityManager, of: MarketSymbol, from: number, signal: AbortSignal): Promise<Refilled> {
    const until = Math.floor((this.clock.now().getTime() / 1000 - SETTLED) / MINUTE) * MINUTE;
    const done: Refilled = { candles: 0, asked: 0, lateFrom: null, gone: false };
    const venue = this.gateway.market(of.venue, { lane: 'backfill', maxWaitMs: MAX_WAIT_MS, signal });
    for (const { from: begin, to } of await missingSpans(em, of, Math.floor(from / MINUTE) * MINUTE, until)) {
      for (let first = begin; first < to; first += CHUNK) {
        signal.throwIfAborted();
        const span = { from: first, to: Math.min(to, first + CHUNK) };
        const wish = {
          market: of.market,
          symbol: of.symbol,
          length: '1m' as const,
          from: new Date(span.from * 1000),
          to: new Date(span.to * 1000),
        };
        const told = await venue.candles(wish).catch((error: unknown) => {
          if (error instanceof SymbolGone) return null;
          throw error;
        });
        done.asked++;
        if (told === null) return { ...done, gone: await endOf(em, of, span) };
        const { candles, lateFrom } = await keep(em, of, span, told);
        done.candles += candles;
        if (lateFrom !== null) done.lateFrom = Math.min(lateFrom, done.lateFrom ?? lateFrom);
      }
    }
    return done;
  }
}

/** Minutes to ask for, in as few spans as are worth a question each. */
async function missingSpans(em: EntityManager, { venue, market, symbol }: MarketSymbol, from: number, until: number): Promise<Span[]> {
  if (from >= until) return [];
  const young = dayName(dayOf(until - YOUNG));
  const rows = await em.execute<DayRow[]>(
    `select day::text as day, r.recheck, case when known_minutes < ${DAY_MINUTES} or r.recheck then block end as block
     from candle_days, lateral (select day >= ?::date and candle_count < known_minutes and asked_at < now() - interval '1 hour' as recheck) r
     where venue = ? and market = ? and symbol = ? and day between ?::date and ?::date`,
    [young, venue, market, symbol, dayName(from), dayName(until)],
  );
  const days = new Map(rows.map((row) => [row.day, row]));
  const spans: Span[] = [];
  const want = (begin: number, end: number) => {
    const last = spans.at(-1);
    if (last && begin - last.to <= JOINED) last.to = end;
    else spans.push({ from: begin, to: end });
  };
  for (let day = dayOf(from); day < until; day += DAY) {
    const row = days.get(dayName(day));
    const [begin, end] = [Math.max(from, day), Math.min(until, day + DAY)];
    if (!row) want(begin, end);
    else if (row.block) {
      const block = unpackBlock(row.block, DAY_MINUTES);
      for (let at = begin; at < end; at += MINUTE) {
        const slot = (at - day) / MINUTE;
        if (!isKnown(block, slot) || (row.recheck && isGap(block, slot))) want(at, at + MINUTE);
      }
    }
  }
  return spans;
}

/** Stores what was told of a span, in one transaction. */
async function keep(
  em: EntityManager,
  of: MarketSymbol,
  { from, to }: Span,
  { rows, serverTime }: Told<Candle>,
): Promise<{ candles: number; lateFrom: number | null }> {
  const at = rows.map(({ opensAt }) => opensAt.getTime() / 1000);
  const last = at.at(-1) ?? -Infinity;
  const now = serverTime.getTime() / 1000;
  const isKnownNow = (minute: number) => minute < last || minute + MINUTE + GRACE <= now;
  return em.transactional(async (tx) => {
    await alone(tx, of);
    const blocks = await storedBlocks(tx, of, from, to);
    let [candles, n] = [0, 0];
    let lateFrom: number | null = null;
    for (let day = dayOf(from); day < to; day += DAY) {
      const told: SlotCandle[] = [];
      for (; n < rows.length && at[n]! < day + DAY; n++) told.push({ ...rows[n]!, slot: (at[n]! - day) / MINUTE });
      const known: number[] = [];
      for (let minute = Math.max(from, day); minute < Math.min(to, day + DAY); minute += MINUTE)
        if (isKnownNow(minute)) known.push((minute - day) / MINUTE);
      const stored = blocks.get(dayName(day)) ?? emptyBlock(DAY_MINUTES);
      const { block, changed, late, lateCount } = withCandles(stored, told, known);
      if (changed) await write(tx, of, day, block, lateCount);
      if (known.some((slot) => isGap(stored, slot)))
        await tx.execute('update candle_days set asked_at = now() where venue = ? and market = ? and symbol = ? and day = ?::date', [
          of.venue,
          of.market,
          of.symbol,
          dayName(day),
        ]);
      candles += block.at.length - stored.at.length;
      if (late !== null) lateFrom ??= day + late * MINUTE;
    }
    return { candles, lateFrom };
  });
}

/** The venue knows no such pair: true where it never did. What was listed once has no candles from now on. */
async function endOf(em: EntityManager, of: MarketSymbol, { from, to }: Span): Promise<boolean> {
  const [row] = await em.execute<{ any: boolean }[]>(
    'select exists (select 1 from candle_days where venue = ? and market = ? and symbol = ? and candle_count > 0) as any',
    [of.venue, of.market, of.symbol],
  );
  if (!row?.any) return true;
  // As if it had been asked then: the youngest minutes wait a little.
  await keep(em, of, { from, to }, { rows: [], serverTime: new Date((to + SETTLED) * 1000) });
  return false;
}

async function alone(tx: EntityManager, { venue, market, symbol }: MarketSymbol): Promise<void> {
  await tx.execute(`select pg_advisory_xact_lock(hashtextextended('candles ' || ?, 0))`, [`${venue} ${market} ${symbol}`]);
}

async function storedBlocks(
  tx: EntityManager,
  { venue, market, symbol }: MarketSymbol,
  from: number,
  to: number,
): Promise<Map<string, CandleBlock>> {
  const rows = await tx.execute<{ day: string; block: Uint8Array }[]>(
    'select day::text as day, block from candle_days where venue = ? and market = ? and symbol = ? and day between ?::date and ?::date',
    [venue, market, symbol, dayName(from), dayName(to - 1)],
  );
  return new Map(rows.map(({ day, block }) => [day, unpackBlock(block, DAY_MINUTES)]));
}

async function write(
  tx: EntityManager,
  { venue, market, symbol }: MarketSymbol,
  day: number,
  block: CandleBlock,
  late: number,
): Promise<void> {
  await tx.execute(
    `insert into candle_days as d (venue, market, symbol, day, block, known_minutes, candle_count, late_count) values (?, ?, ?, ?::date, ?, ?, ?, ?)
     on conflict (venue, market, symbol, day) do update set block = excluded.block, known_minutes = excluded.known_minutes, candle_count = excluded.candle_count, late_count = d.late_count + excluded.late_count`,
    [venue, market, symbol, dayName(day), packBlock(block), countKnown(block), block.at.length, late],
  );
}
