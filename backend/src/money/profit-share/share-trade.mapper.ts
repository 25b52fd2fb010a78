import { plainDecimal as plain } from '../../platform/domain/scaled.js';
import { fillId } from './member-fills.reader.js';
import type { StoredFill } from './share-fills.repository.js';

/** A trade of a line, as the exchange told it. Decimals; `at` in ISO 8601. */
export interface ShareTrade {
  /** In the case. */
  id: string;
  tradeId: string;
  venue: string;
  /** The exchange's name of the pair. */
  symbol: string;
  at: string;
  side: 'buy' | 'sell';
  price: string;
  qty: string;
}

export const toShareTrade = (fill: StoredFill): ShareTrade => ({
  id: fillId(fill),
  tradeId: fill.tradeId,
  venue: fill.account.venue,
  symbol: fill.symbol,
  at: fill.at.toISOString(),
  side: fill.side,
  price: plain(fill.price),
  qty: plain(fill.qty),
});
