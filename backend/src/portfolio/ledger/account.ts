import type { Venue } from '../../exchange/index.js';

/** An account whose ledger is read. */
export interface LedgerAccount {
  id: string;
  venue: Venue;
}

/** From when until when the journal of the futures wallet is complete; fills outside of it tell the wallet by their own profit and fees. */
export interface JournalSpan {
  from: number;
  until: number;
}

export const NO_JOURNAL: JournalSpan = { from: Infinity, until: -Infinity };

/** Contracts are settled in coins of the one wallet there is: what a fill earned is in the balance of its coin. */
export const sharesOneWallet = (venue: Venue): boolean => venue !== 'binance';

/** Deposits that are in the balance, and withdrawals that came back (exchange/reconciliation/venue-rules.ts). */
export const CREDITED = '{1,6}';
export const RETURNED = '{1,3,5}';

const MARGINS = ['USDT', 'USDC', 'BUSD', 'FDUSD', 'USD1', 'BTC', 'ETH', 'BNB'];

/**
 * The coin in which a contract pays: `BTCUSDT`, `BTCUSDT_260327`, `BTCPERP`, `BTC-26MAR27`, `BTCUSDT-26MAR27`, `BTC-USDT-SWAP`; null for inverse
 * contracts (`BTC-USD-SWAP`), whose profit is not their size times the move, and for names that nothing is known of.
 */
export function marginOf(venue: Venue, symbol: string): string | null {
  const parts = symbol.replace(/ \(\d+\)$/, '').split('-');
  if (venue === 'okx') return parts[1] === undefined || parts[1] === 'USD' ? null : parts[1].replace(/_UM$/, '');
  const name = parts[0]!.split('_')[0]!;
  if (venue === 'bybit' && (name.endsWith('PERP') || parts.length > 1))
    return MARGINS.find((margin) => name.endsWith(margin) && name.length > margin.length) ?? 'USDC';
  return MARGINS.find((margin) => name.endsWith(margin) && name.length > margin.length) ?? null;
}
