import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../platform/domain/index.js';
import { MarketDataGateway, SymbolGone, type Candle, type Told } from '../../venues/index.js';
import { emptyBlock, isGap, isKnown, unpackBlock, withCandles, type SlotCandle } from './candle-block.js';
import { DAY, DAY_MINUTES, dayName, dayOf, MINUTE, type MarketSymbol } from './candle-columns.js';
import { findDays, findDaysToFill, hasCandles, lockPair, markAsked, saveDay } from './candle.repository.js';

/** Maximum wait for request weight of the venue. */
const MAX_WAIT_MS = 20_000;
/** Delay in seconds before a closed minute is requested: the venue may still be writing its last trade. */
const SETTLE_S = 5;
/** A minute without a candle is a proven gap after this time in seconds, or as soon as the venue returns a later candle. */
const GRACE_S = 300;
/** Missing minutes closer together than this are requested in one span. */
const MERGE_DISTANCE = 100 * MINUTE;
/** Longest span that is requested and stored at once, so that a killed process loses no more than this. */
const CHUNK = 10 * DAY;
/** Gaps of days younger than this are requested again, once an hour. */
const RECHECK_AGE = 2 * DAY;

export interface Refilled {
  /** New candles that were stored. */
  candles: number;
  /** Spans requested from the venue; each may take several pages. */
  asked: number;
  /** Earliest known gap that was filled by this refill; null: none. */
  lateFrom: number | null;
  /** The venue does not list the pair and never did. */
  gone: boolean;
}

interface Span {
  from: number;
  to: number;
}

/** Fetches and stores the one-minute candles of a pair that are not stored yet. */
@Injectable()
export class CandleRefillService {
  constructor(
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
  ) {}

  /**
   * Completes a pair from `from` (seconds since 1970) to now. Idempotent and safe to run concurrently; known minutes are not requested
   * again. Throws ExchangeError if the venue is unavailable; the chunks read until then stay stored.
   */
  async refill(em: EntityManager, of: MarketSymbol, from: number, signal: AbortSignal): Promise<Refilled> {
    const until = Math.floor((this.clock.now().getTime() / 1000 - SETTLE_S) / MINUTE) * MINUTE;
    const done: Refilled = { candles: 0, asked: 0, lateFrom: null, gone: false };
    const venue = this.gateway.market(of.venue, { lane: 'backfill', maxWaitMs: MAX_WAIT_MS, signal });
    for (const { from: begin, to } of await missingSpans(em, of, Math.floor(from / MINUTE) * MINUTE, until)) {
      for (let first = begin; first < to; first += CHUNK) {
        signal.throwIfAborted();
        const span = { from: first, to: Math.min(to, first + CHUNK) };
        const request = {
          market: of.market,
          symbol: of.symbol,
          length: '1m' as const,
          from: new Date(span.from * 1000),
          to: new Date(span.to * 1000),
        };
        const told = await venue.candles(request).catch((error: unknown) => {
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

/** Returns the missing minutes, neighbouring ones merged into spans. */
async function missingSpans(em: EntityManager, of: MarketSymbol, from: number, until: number): Promise<Span[]> {
  if (from >= until) return [];
  const rows = await findDaysToFill(em, of, from, until, dayOf(until - RECHECK_AGE));
  const days = new Map(rows.map((row) => [row.day, row]));
  const spans: Span[] = [];
  const want = (begin: number, end: number) => {
    const last = spans.at(-1);
    if (last && begin - last.to <= MERGE_DISTANCE) last.to = end;
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

/** Stores a span's candles and gaps in one transaction. */
async function keep(
  em: EntityManager,
  of: MarketSymbol,
  { from, to }: Span,
  { rows, serverTime }: Told<Candle>,
): Promise<{ candles: number; lateFrom: number | null }> {
  const at = rows.map(({ opensAt }) => opensAt.getTime() / 1000);
  const last = at.at(-1) ?? -Infinity;
  const now = serverTime.getTime() / 1000;
  const isKnownNow = (minute: number) => minute < last || minute + MINUTE + GRACE_S <= now;
  return em.transactional(async (tx) => {
    await lockPair(tx, of);
    const days = await findDays(tx, of, from, to - 1);
    const blocks = new Map(days.map(({ day, block }) => [day, unpackBlock(block, DAY_MINUTES)]));
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
      if (changed) await saveDay(tx, of, day, block, lateCount);
      if (known.some((slot) => isGap(stored, slot))) await markAsked(tx, of, day);
      candles += block.at.length - stored.at.length;
      if (late !== null) lateFrom ??= day + late * MINUTE;
    }
    return { candles, lateFrom };
  });
}

/** Handles a pair that the venue does not list. Returns true if it never had candles; otherwise stores the span as a gap. */
async function endOf(em: EntityManager, of: MarketSymbol, { from, to }: Span): Promise<boolean> {
  if (!(await hasCandles(em, of))) return true;
  // Dated as if requested at the span's end: the newest minutes keep their grace period.
  await keep(em, of, { from, to }, { rows: [], serverTime: new Date((to + SETTLE_S) * 1000) });
  return false;
}
