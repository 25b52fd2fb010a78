import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, Decimal, NotFound } from '../../platform/domain/index.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import { MarketDataGateway } from '../exchange/index.js';
import { CandleStore, type CandleColumns } from '../market/index.js';
import { marketColumn, METHODOLOGY, symbolOf, venueColumn, type SignalPair } from './scorer/scored-signals.js';
import { firstFrom, type StopStep } from './scoring/index.js';
import { SignalStops } from './signal-stops.js';

/** Candles of `step` seconds each, in order: when it opens, in seconds, then open, high, low and close as decimal strings. */
export interface Chart {
  step: number;
  candles: [time: number, open: string, high: string, low: string, close: string][];
  /** How the stop moved, from its publication on: in order, each from that second until the next, prices as decimal strings. */
  stops: { time: number; price: string; by: StopStep['by'] }[];
}

export const MAX_CANDLES = 1500;
const MINUTE = 60;
const DAY = 86_400;
const steps = [1, 5, 15, 30, 60, 240, 720, 1440].map((minutes) => minutes * MINUTE);
/** What is shown around the life of a signal, as a part of it; and at least. */
const MARGIN = 0.1;
const MIN_MARGIN = 30 * MINUTE;
/** Of a signal that lives longer, the end. */
const LONGEST = 400 * DAY;

interface Row extends SignalPair {
  begins: number;
  closes: number;
}

/** The candles around the life of a signal, as far as they are stored, and the way of its stop through them. */
@Injectable()
export class SignalChart {
  constructor(
    private readonly em: EntityManager,
    private readonly store: CandleStore,
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
    private readonly stops: SignalStops,
  ) {}

  /** At most MAX_CANDLES. Throws NotFound. */
  async of(signalId: string): Promise<Chart> {
    const [row] = await this.em.execute<Row[]>(
      `select s.base, s.quote, ${venueColumn} as venue, ${marketColumn} as market, extract(epoch from s.published_at)::float8 as begins, extract(epoch from coalesce(c.closed_at, s.projected_closure_at))::float8 as closes
       from signals s left join signal_scores c on c.signal_id = s.id and c.methodology = ${METHODOLOGY} where s.id = ?`,
      [signalId],
    );
    if (!row) throw new NotFound('signal');
    const now = this.clock.now().getTime() / 1000;
    const margin = Math.max(MIN_MARGIN, MARGIN * (Math.min(now, row.closes) - row.begins));
    const to = Math.min(now, row.closes + margin);
    const from = Math.max(row.begins - margin, to - LONGEST);
    const symbol = symbolOf(this.gateway, row);
    // The stop is followed from the beginning, even where the chart shows the end alone.
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
  // Two more than fit: the stretch may begin and end within one.
  const least = (to - from) / (MAX_CANDLES - 2);
  return steps.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY;
}

const text = (price: number) => new Decimal(price).toFixed();

/** Several minutes in one candle; steps are counted from 1970, so that all charts have the same. */
export function gathered({ size, time, open, high, low, close }: CandleColumns, step: number): Omit<Chart, 'stops'> {
  const candles: Chart['candles'] = [];
  for (let n = 0; n < size;) {
    const begins = Math.floor(time[n]! / step) * step;
    const first = n;
    let [top, bottom] = [high[n]!, low[n]!];
    for (n++; n < size && time[n]! < begins + step; n++) {
      top = Math.max(top, high[n]!);
      bottom = Math.min(bottom, low[n]!);
    }
    candles.push([begins, text(open[first]!), text(top), text(bottom), text(close[n - 1]!)]);
  }
  return { step, candles };
}
