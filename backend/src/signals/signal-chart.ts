import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, Decimal, NotFound } from '../common/domain/index.js';
import { MarketDataGateway } from '../exchange/index.js';
import { CandleStore, type CandleColumns } from '../market/index.js';
import { marketColumn, METHODOLOGY, symbolOf, venueColumn, type SignalPair } from './scorer/scored-signals.js';

/** Candles of `step` seconds each, in order: when it opens, in seconds, then open, high, low and close as decimal strings. */
export interface Chart {
  step: number;
  candles: [time: number, open: string, high: string, low: string, close: string][];
}

export const MOST_CANDLES = 1500;
const MINUTE = 60;
const DAY = 86_400;
const steps = [1, 5, 15, 30, 60, 240, 720, 1440].map((minutes) => minutes * MINUTE);
/** What is shown around the life of a signal, as a part of it; and at least. */
const MARGIN = 0.1;
const LEAST_MARGIN = 30 * MINUTE;
/** Of a signal that lives longer, the end. */
const LONGEST = 400 * DAY;

interface Row extends SignalPair {
  begins: number;
  closes: number;
}

/** The candles around the life of a signal, as far as they are stored. */
@Injectable()
export class SignalChart {
  constructor(
    private readonly em: EntityManager,
    private readonly store: CandleStore,
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
  ) {}

  /** At most MOST_CANDLES. Throws NotFound. */
  async of(signalId: string): Promise<Chart> {
    const [row] = await this.em.execute<Row[]>(
      `select s.base, s.quote, ${venueColumn} as venue, ${marketColumn} as market, extract(epoch from s.published_at)::float8 as begins, extract(epoch from coalesce(c.closed_at, s.projected_closure_at))::float8 as closes
       from signals s left join signal_scores c on c.signal_id = s.id and c.methodology = ${METHODOLOGY} where s.id = ?`,
      [signalId],
    );
    if (!row) throw new NotFound('signal');
    const now = this.clock.now().getTime() / 1000;
    const margin = Math.max(LEAST_MARGIN, MARGIN * (Math.min(now, row.closes) - row.begins));
    const to = Math.min(now, row.closes + margin);
    const from = Math.max(row.begins - margin, to - LONGEST);
    const { columns } = await this.store.load(this.em, symbolOf(this.gateway, row), from, to);
    return gathered(columns, stepOf(from, to));
  }
}

export function stepOf(from: number, to: number): number {
  // Two more than fit: the stretch may begin and end within one.
  const least = (to - from) / (MOST_CANDLES - 2);
  return steps.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY;
}

const text = (price: number) => new Decimal(price).toFixed();

/** Several minutes in one candle; steps are counted from 1970, so that all charts have the same. */
export function gathered({ size, time, open, high, low, close }: CandleColumns, step: number): Chart {
  const candles: Chart['candles'] = [];
  for (let n = 0; n < size; ) {
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
