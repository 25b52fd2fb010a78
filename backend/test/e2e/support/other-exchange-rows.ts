import type { VenueRows } from './expected-rows.js';
import type { Account } from './other-exchange-accounts.js';
import { leverageOf } from './other-exchange.js';

/** An account of the second exchange as data sets. */
export function admittedRows(account: Account): VenueRows {
  return {
    spotTrades: account.spot.map((row) => ({ ...row })),
    futuresTrades: account.futures.map((row) => ({ ...row })),
    openOrders: account.orders,
    openAlgoOrders: account.algoOrders,
    positions: account.positions.map((row) => ({ ...row, leverage: String(leverageOf(String(row['symbol']))) })),
    deposits: account.deposits,
    withdrawals: account.withdrawals,
    wallets: account.wallets,
  };
}
