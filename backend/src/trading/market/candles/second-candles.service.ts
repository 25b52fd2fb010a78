import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MarketDataGateway } from '../../venues/index.js';
import { emptyBlock, unpackBlock, withCandles } from './candle-block.js';
import { columnsOf, MINUTE, MINUTE_SECONDS, type CandleColumns, type MarketSymbol } from './candle-columns.js';
import { findMinutes, insertMinute } from './candle.repository.js';

/** Maximum wait for request weight of the venue. */
const MAX_WAIT_MS = 20_000;

/** One-second candles of single minutes, by the second at which the minute opens; empty columns if the venue has none. */
export type SecondsOf = Map<number, CandleColumns>;

/** One-second candles of minutes whose own candle leaves the order of events open (stop or target first). */
@Injectable()
export class SecondCandlesService {
  constructor(private readonly gateway: MarketDataGateway) {}

  /** Loads stored minutes; those never requested are left out. */
  async load(em: EntityManager, of: MarketSymbol, minutes: readonly number[]): Promise<SecondsOf> {
    if (minutes.length === 0) return new Map();
    const rows = await findMinutes(em, of, minutes);
    return new Map(
      rows.map(({ at, block }) => [
        at,
        columnsOf([{ block: unpackBlock(block, MINUTE_SECONDS), begins: at, from: 0, to: MINUTE_SECONDS }], 1),
      ]),
    );
  }

  /** Requests minutes from the venue, one request each, and stores them. Throws ExchangeError if the venue is unavailable. */
  async ask(em: EntityManager, of: MarketSymbol, minutes: readonly number[], signal: AbortSignal): Promise<SecondsOf> {
    const { venue, market, symbol } = of;
    const data = this.gateway.market(venue, { lane: 'backfill', maxWaitMs: MAX_WAIT_MS, signal });
    const hasSeconds = data.lengths(market).includes('1s');
    for (const minute of minutes) {
      const from = new Date(minute * 1000);
      const { rows } = hasSeconds
        ? await data.candles({ market, symbol, length: '1s', from, to: new Date((minute + MINUTE) * 1000) })
        : { rows: [] };
      const { block } = withCandles(
        emptyBlock(MINUTE_SECONDS),
        rows.map((row) => ({ ...row, slot: row.opensAt.getTime() / 1000 - minute })),
        Array.from({ length: MINUTE_SECONDS }, (_, slot) => slot),
      );
      await insertMinute(em, of, from, block);
    }
    // Of two concurrent requests the first stored answer counts for both.
    return this.load(em, of, minutes);
  }
}
