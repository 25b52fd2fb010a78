import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MarketDataGateway } from '../../exchange/index.js';
import { emptyBlock, packBlock, unpackBlock, withCandles } from './candle-block.js';
import { columnsOf, MINUTE, MINUTE_SECONDS, type CandleColumns, type MarketSymbol } from './candle-columns.js';

const MAX_WAIT_MS = 20_000;

/** Candles of a second for single minutes, by the second at which the minute opens; of no seconds where the venue has none. */
export type SecondsOf = Map<number, CandleColumns>;

/** Finer candles of minutes that do not tell what came first in them. */
@Injectable()
export class SecondCandles {
  constructor(private readonly gateway: MarketDataGateway) {}

  /** What is stored of these minutes; those that nobody asked about are left out. */
  async load(em: EntityManager, { venue, market, symbol }: MarketSymbol, minutes: readonly number[]): Promise<SecondsOf> {
    if (minutes.length === 0) return new Map();
    const rows = await em.execute<{ at: number; block: Uint8Array }[]>(
      `select extract(epoch from m.minute)::int as at, m.block from jsonb_array_elements_text(?::jsonb) w
       join candle_minutes m on m.venue = ? and m.market = ? and m.symbol = ? and m.minute = to_timestamp(w::bigint)`,
      [JSON.stringify(minutes), venue, market, symbol],
    );
    return new Map(
      rows.map(({ at, block }) => [
        at,
        columnsOf([{ block: unpackBlock(block, MINUTE_SECONDS), begins: at, from: 0, to: MINUTE_SECONDS }], 1),
      ]),
    );
  }

  /** Asks the venue about minutes, one question each, and keeps the answers. Rejects with an ExchangeError where it is out of reach. */
  async ask(em: EntityManager, of: MarketSymbol, minutes: readonly number[], signal: AbortSignal): Promise<SecondsOf> {
    const { venue, market, symbol } = of;
    const data = this.gateway.market(venue, { lane: 'backfill', maxWaitMs: MAX_WAIT_MS, signal });
    const isTold = data.lengths(market).includes('1s');
    for (const minute of minutes) {
      const from = new Date(minute * 1000);
      const { rows } = isTold
        ? await data.candles({ market, symbol, length: '1s', from, to: new Date((minute + MINUTE) * 1000) })
        : { rows: [] };
      const { block } = withCandles(
        emptyBlock(MINUTE_SECONDS),
        rows.map((row) => ({ ...row, slot: row.opensAt.getTime() / 1000 - minute })),
        Array.from({ length: MINUTE_SECONDS }, (_, slot) => slot),
      );
      await em.execute('insert into candle_minutes (venue, market, symbol, minute, block) values (?, ?, ?, ?, ?) on conflict do nothing', [
        venue,
        market,
        symbol,
        from,
        packBlock(block),
      ]);
    }
    // Of two who asked at once, the first one's answer stands for both.
    return this.load(em, of, minutes);
  }
}
