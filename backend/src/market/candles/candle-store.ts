import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { firstUnknown, isKnown, unpackBlock } from './candle-block.js';
import { columnsOf, DAY_MINUTES, dayName, MINUTE, type BlockPart, type CandleColumns, type MarketSymbol } from './candle-columns.js';

/** A piece of a stored series, without a hole: up to `through` every minute is known, be there a candle or not. */
export interface KnownCandles extends CandleColumns {
  readonly through: number;
}

/** Minutes of a pair as they are stored, and which of them are known. */
export class StoredCandles {
  constructor(
    readonly columns: CandleColumns,
    /** Known without a hole, in order: seconds at which they begin and end. */
    private readonly stretches: readonly { from: number; to: number }[],
  ) {}

  /** Up to where everything is known from this second's next whole minute on; that minute itself where nothing is. */
  throughFrom(second: number): number {
    const minute = Math.ceil(second / MINUTE) * MINUTE;
    return this.stretches.find(({ from, to }) => from <= minute && minute < to)?.to ?? minute;
  }

  /** The candles up to there; those before `second` are among them. */
  from(second: number): KnownCandles {
    const through = this.throughFrom(second);
    return { ...this.columns, size: firstAt(this.columns, through), through };
  }
}

/** The first candle that opens at `second` or later. */
function firstAt({ time, size }: CandleColumns, second: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < second) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Minutes of pairs as they are stored; nobody is asked. */
@Injectable()
export class CandleStore {
  /** What is stored of the minutes that open from `from` on and before `to`, in seconds since 1970: one statement, whatever the time. */
  async load(em: EntityManager, { venue, market, symbol }: MarketSymbol, from: number, to: number): Promise<StoredCandles> {
    const begin = Math.ceil(from / MINUTE) * MINUTE;
    const end = Math.max(begin, Math.ceil(to / MINUTE) * MINUTE);
    const rows = await em.execute<{ day: string; block: Uint8Array }[]>(
      `select day::text as day, block from candle_days where venue = ? and market = ? and symbol = ? and day between ?::date and ?::date order by day`,
      [venue, market, symbol, dayName(begin), dayName(Math.max(begin, end - 1))],
    );
    const parts: BlockPart[] = [];
    const stretches: { from: number; to: number }[] = [];
    for (const { day, block: bytes } of rows) {
      const begins = Date.parse(day) / 1000;
      const block = unpackBlock(bytes, DAY_MINUTES);
      const part = { block, begins, from: Math.max(0, (begin - begins) / MINUTE), to: Math.min(DAY_MINUTES, (end - begins) / MINUTE) };
      parts.push(part);
      for (const { from: first, to: last } of knownStretches(part)) {
        const open = stretches.at(-1);
        if (open?.to === first) open.to = last;
        else stretches.push({ from: first, to: last });
      }
    }
    return new StoredCandles(columnsOf(parts, MINUTE), stretches);
  }

  /** How many candles came late, whoever asked for them, from a second's day on: what was concluded before another one came may be wrong. */
  async lateSince(em: EntityManager, { venue, market, symbol }: MarketSymbol, from: number): Promise<number> {
    const [row] = await em.execute<{ late: number }[]>(
      'select coalesce(sum(late_count), 0)::int as late from candle_days where venue = ? and market = ? and symbol = ? and day >= ?::date',
      [venue, market, symbol, dayName(from)],
    );
    return row?.late ?? 0;
  }
}

function* knownStretches({ block, begins, from, to }: BlockPart): Generator<{ from: number; to: number }> {
  for (let slot = from; slot < to;) {
    if (!isKnown(block, slot)) {
      slot++;
      continue;
    }
    const last = Math.min(to, firstUnknown(block, slot));
    yield { from: begins + slot * MINUTE, to: begins + last * MINUTE };
    slot = last;
  }
}
