import { Injectable } from '@nestjs/common';
import { Decimal } from '../../domain/index.js';
import { MarketDataGateway, type Candle } from '../../../trading/venues/index.js';
import type { MarketSymbol } from '../../../trading/market/index.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Hours of candles before the time of a view. */
export const SEEN_HOURS = 240;
const MAX_WAIT_MS = 120_000;

/** A market as seen at a time, without later data. */
export interface MarketView {
  price: Decimal;
  /** Decimal places of the venue's prices. */
  places: number;
  /** Mean close of the last `hours` hours, ten days at most. */
  mean(hours: number): Decimal;
  high: Decimal;
  low: Decimal;
  /** Mean distance between high and low over periods of `hours` hours. */
  range(hours: number): Decimal;
}

/** Reads past market data through the exchange port. */
@Injectable()
export class MarketViewReader {
  constructor(private readonly gateway: MarketDataGateway) {}

  /** Returns null if the venue has no price of that time. Rejects with an ExchangeError. */
  async at({ venue, market, symbol }: MarketSymbol, instant: Date, signal: AbortSignal): Promise<MarketView | null> {
    const data = this.gateway.market(venue, { lane: 'backfill', maxWaitMs: MAX_WAIT_MS, signal });
    const before = (length: '1m' | '1h', ms: number, count: number) => {
      const to = new Date(Math.floor(instant.getTime() / ms) * ms);
      return data.candles({ market, symbol, length, from: new Date(to.getTime() - count * ms), to });
    };
    const [{ rows: hours }, { rows: minutes }] = await Promise.all([before('1h', HOUR_MS, SEEN_HOURS), before('1m', MINUTE_MS, 5)]);
    const last = minutes.at(-1);
    return last && hours.length > 0 ? viewOf(hours, last) : null;
  }
}

function viewOf(hours: readonly Candle[], { close }: Candle): MarketView {
  return {
    price: new Decimal(close),
    places: Math.max(...hours.map((candle) => new Decimal(candle.close).decimalPlaces()), new Decimal(close).decimalPlaces()),
    mean: (length) => meanOf(hours.slice(-length).map((candle) => new Decimal(candle.close))),
    high: Decimal.max(...hours.map(({ high }) => high)),
    low: Decimal.min(...hours.map(({ low }) => low)),
    range: (length) => {
      const ranges: Decimal[] = [];
      for (let end = hours.length; end > 0; end -= length) {
        const part = hours.slice(Math.max(0, end - length), end);
        if (part.length < length && ranges.length > 0) break;
        ranges.push(Decimal.max(...part.map(({ high }) => high)).minus(Decimal.min(...part.map(({ low }) => low))));
      }
      return meanOf(ranges);
    },
  };
}

const meanOf = (values: readonly Decimal[]): Decimal => Decimal.sum(...values).dividedBy(values.length);
