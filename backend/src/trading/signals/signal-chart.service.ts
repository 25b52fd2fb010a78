import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound } from '../../platform/domain/index.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import { MarketDataGateway } from '../venues/index.js';
import { CandleStore, gatherCandles, type CandleColumns, type CandleRow, symbolOfPair } from '../market/index.js';
import { findLifespan } from './scoring/jobs/scored-signal.repository.js';
import { firstFrom, type StopStep } from './scoring/engine/index.js';
import { SignalStopsService } from './signal-stops.service.js';

/** Candles of `step` seconds each, oldest first: opening time in seconds, then open, high, low and close as decimal strings. */
export interface Chart {
  step: number;
  candles: CandleRow[];
  /** Steps of the stop since publication: each valid from `time` (seconds) until the next. */
  stops: { time: number; price: string; by: StopStep['by'] }[];
}

export const MAX_CANDLES = 1500;
const MINUTE = 60;
const DAY = 86_400;
const steps = [1, 5, 15, 30, 60, 240, 720, 1440].map((minutes) => minutes * MINUTE);
/** Time shown before and after a signal's life: a part of it, at least half an hour. */
const MARGIN = 0.1;
const MIN_MARGIN = 30 * MINUTE;
/** Longest shown time; of longer lives, the end is shown. */
const MAX_SHOWN = 400 * DAY;

/** Reads the stored candles around a signal's life, and the steps of its stop. */
@Injectable()
export class SignalChartService {
  constructor(
    private readonly em: EntityManager,
    private readonly store: CandleStore,
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
    private readonly stops: SignalStopsService,
  ) {}

  /** Returns at most MAX_CANDLES candles. Throws NotFound. */
  async of(signalId: string): Promise<Chart> {
    const row = await findLifespan(this.em, signalId);
    if (!row) throw new NotFound('signal');
    const now = this.clock.now().getTime() / 1000;
    const margin = Math.max(MIN_MARGIN, MARGIN * (Math.min(now, row.closes) - row.begins));
    const to = Math.min(now, row.closes + margin);
    const from = Math.max(row.begins - margin, to - MAX_SHOWN);
    const symbol = symbolOfPair(this.gateway, row);
    // The stop is followed from the publication on, even if the chart shows the end only.
    const stored = await this.store.load(this.em, symbol, Math.min(from, row.begins), to);
    const step = stepOf(from, to);
    const stops = await this.stops.of(this.em, signalId, symbol, stored, step);
    return {
      ...gathered(since(stored.columns, from), step),
      stops: stops.map(({ from: time, price, by }) => ({ time, price: toDecimal(price), by })),
    };
  }
}

function since({ size, ...columns }: CandleColumns, from: number): CandleColumns {
  const first = firstFrom({ size, ...columns }, from);
  const part = (column: Float64Array) => column.subarray(first);
  return {
    size: size - first,
    time: part(columns.time),
    open: part(columns.open),
    high: part(columns.high),
    low: part(columns.low),
    close: part(columns.close),
  };
}

export function stepOf(from: number, to: number): number {
  // The range may begin and end within a candle: two more than fit.
  const least = (to - from) / (MAX_CANDLES - 2);
  return steps.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY;
}

export const gathered = (columns: CandleColumns, step: number): Omit<Chart, 'stops'> => ({
  step,
  candles: gatherCandles(columns, step),
});
