import type { LiveTickerWire } from '../../../platform/wire/live.types.js';
import type { FeedStatus } from '../ticker-feed.js';
import type { Ticker } from '../../venues/index.js';

/** An idle feed starts with its first listener. */
export function toLiveTicker({ state, reason, ageMs }: FeedStatus, full: boolean, tickers: readonly Ticker[]): LiveTickerWire {
  return {
    full,
    state: state === 'idle' ? 'waiting' : state,
    reason,
    age: ageMs === null ? null : Math.round(ageMs),
    rows: tickers.map(({ symbol, price, change }) => [symbol, price, change]),
  };
}
