import { WireShape, SymbolGone, type Market, type MarketFilters } from '../../port/index.js';
import type { WireRow } from '../ccxt/index.js';
import { checkedFilters, largestOf, smallestOf } from '../market-filters.rules.js';

/**
 * Reads the filters of a row of exchangeInfo. `MARKET_LOT_SIZE` counts as well, because a stop is a market order; its zeros mean that
 * `LOT_SIZE` applies. Spot pairs have `NOTIONAL`, some have `MIN_NOTIONAL`; contracts have `MIN_NOTIONAL` with another field.
 */
export function readFilters(path: string, market: Market, row: WireRow): MarketFilters {
  const symbol = row.text('symbol');
  if (row.text('status') !== 'TRADING') throw new SymbolGone(symbol);
  const filters = new Map(row.rows('filters').map((filter) => [filter.text('filterType'), filter]));
  const [lot, marketLot] = [filters.get('LOT_SIZE'), filters.get('MARKET_LOT_SIZE')];
  if (!lot) throw new WireShape(path, 'no LOT_SIZE');
  return checkedFilters(path, {
    stepSize: lot.decimal('stepSize'),
    minQuantity: largestOf([lot, marketLot], ['minQty']) ?? lot.decimal('stepSize'),
    maxQuantity: smallestOf([lot, marketLot], ['maxQty']),
    minNotional: largestOf([filters.get('NOTIONAL'), filters.get('MIN_NOTIONAL')], [market === 'spot' ? 'minNotional' : 'notional']),
    contractSize: null,
  });
}
