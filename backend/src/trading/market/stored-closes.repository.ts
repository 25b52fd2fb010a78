import { db } from '../../database.js';
import type { Market, SpotPairs } from '../venues/index.js';
import { findCloses, type Closes } from './market-close.repository.js';
import type { CloseReading, CloseSource } from './market-closes.service.js';

/** Closing prices that are stored already; the venue is not asked. One instance serves one reading and keeps its pairs. */
export class StoredCloses implements CloseSource {
  private pairs: SpotPairs | null = null;

  async spotPairs({ em, venue }: CloseReading): Promise<SpotPairs> {
    if (this.pairs) return this.pairs;
    const rows = await db(em).selectFrom('venue_pairs').select(['symbol', 'base', 'quote']).where('venue', '=', venue).execute();
    const names = new Map(rows.map(({ symbol, base, quote }) => [`${base} ${quote}`, symbol]));
    const join = (base: string, quote: string) => names.get(`${base} ${quote}`) ?? base + quote;
    this.pairs = { symbols: new Set(rows.map(({ symbol }) => symbol)), join };
    return this.pairs;
  }

  closes({ em, venue }: CloseReading, market: Market, symbol: string, instants: Iterable<number>): Promise<Closes> {
    return findCloses(em, { venue, market, symbol }, [...new Set(instants)]);
  }
}
