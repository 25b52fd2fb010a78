import type { Venue } from '../../venues/index.js';

/** An account whose ledger is read. */
export interface LedgerAccount {
  id: string;
  venue: Venue;
}

/** Range in which the journal of the futures wallet is complete. Outside of it, the profit and fees of fills stand in for it. */
export interface JournalSpan {
  from: number;
  until: number;
}

export const NO_JOURNAL: JournalSpan = { from: Infinity, until: -Infinity };

/** Returns whether spot and futures share one wallet, so that a fill's profit is in the balance of its coin. */
export const sharesOneWallet = (venue: Venue): boolean => venue !== 'binance';

/** Status codes of credited deposits and returned withdrawals (trading/venues/port/venue.rules.ts). */
export const CREDITED = '{1,6}';
export const RETURNED = '{1,3,5}';

const MARGINS = ['USDT', 'USDC', 'BUSD', 'FDUSD', 'USD1', 'BTC', 'ETH', 'BNB'];

/**
 * Returns the margin coin of a contract: `BTCUSDT`, `BTCUSDT_260327`, `BTCPERP`, `BTC-26MAR27`, `BTCUSDT-26MAR27`, `BTC-USDT-SWAP`. Null
 * for inverse contracts (`BTC-USD-SWAP`), whose profit is not size times price change, and for unknown names.
 */
export function marginOf(venue: Venue, symbol: string): string | null {
  const parts = symbol.replace(/ \(\d+\)$/, '').split('-');
  if (venue === 'okx') return parts[1] === undefined || parts[1] === 'USD' ? null : parts[1].replace(/_UM$/, '');
  const name = parts[0]!.split('_')[0]!;
  if (venue === 'bybit' && (name.endsWith('PERP') || parts.length > 1))
    return MARGINS.find((margin) => name.endsWith(margin) && name.length > margin.length) ?? 'USDC';
  return MARGINS.find((margin) => name.endsWith(margin) && name.length > margin.length) ?? null;
}
