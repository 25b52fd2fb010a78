import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { firstUnknown, isKnown, unpackBlock } from './candle-block.js';
import { columnsOf, DAY_MINUTES, MINUTE, type BlockPart, type CandleColumns, type MarketSymbol } from './candle-columns.js';
import { countLate, findDays, hasCandles } from './candle.repository.js';

/** Candles of a contiguous known range: for every minute before `through` it is known whether it has a candle. */
export interface KnownCandles extends CandleColumns {
  readonly through: number;
}

/** Stored candles of a pair with the ranges in which every minute is known. */
export class StoredCandles {
  constructor(
    readonly columns: CandleColumns,
    /** Contiguous known ranges in order, in seconds since 1970. */
    private readonly knownRanges: readonly { from: number; to: number }[],
  ) {}

  /** End of the contiguous known range that starts at the next full minute; that minute itself if it is not known. */
  throughFrom(second: number): number {
    const minute = Math.ceil(second / MINUTE) * MINUTE;
    return this.knownRanges.find(({ from, to }) => from <= minute && minute < to)?.to ?? minute;
  }

  /** Returns all candles up to `throughFrom(second)`, including those before `second`. */
  from(second: number): KnownCandles {
    const through = this.throughFrom(second);
    return { ...this.columns, size: firstAt(this.columns, through), through };
  }
}

/** Index of the first candle that opens at `second` or later (binary search). */
export function firstAt({ time, size }: CandleColumns, second: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < second) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads stored candles; never requests any from a venue. */
@Injectable()
export class CandleStore {
  /** Loads the minutes that open in [from, to), in seconds since 1970, with one statement. */
  async load(em: EntityManager, of: MarketSymbol, from: number, to: number): Promise<StoredCandles> {
    const begin = Math.ceil(from / MINUTE) * MINUTE;
    const end = Math.max(begin, Math.ceil(to / MINUTE) * MINUTE);
    const parts: BlockPart[] = [];
    const knownRanges: { from: number; to: number }[] = [];
    for (const { day, block: bytes } of await findDays(em, of, begin, Math.max(begin, end - 1))) {
      const begins = Date.parse(day) / 1000;
      const block = unpackBlock(bytes, DAY_MINUTES);
      const part = { block, begins, from: Math.max(0, (begin - begins) / MINUTE), to: Math.min(DAY_MINUTES, (end - begins) / MINUTE) };
      parts.push(part);
      for (const { from: first, to: last } of knownRangesOf(part)) {
        const open = knownRanges.at(-1);
        if (open?.to === first) open.to = last;
        else knownRanges.push({ from: first, to: last });
      }
    }
    return new StoredCandles(columnsOf(parts, MINUTE), knownRanges);
  }

  /** Whether a candle of the pair is stored, of whatever day. */
  has(em: EntityManager, of: MarketSymbol): Promise<boolean> {
    return hasCandles(em, of);
  }

  /** Counts candles since the day of `from` that filled a known gap. A higher count than before invalidates earlier conclusions. */
  lateSince(em: EntityManager, of: MarketSymbol, from: number): Promise<number> {
    return countLate(em, of, from);
  }
}

function* knownRangesOf({ block, begins, from, to }: BlockPart): Generator<{ from: number; to: number }> {
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
