import { retainedTransfers } from '../routes/capital.ts';
import { balances } from '../routes/spot-account.ts';
import { incomeBetween, retainedFills } from '../routes/futures-account.ts';
import * as rows from '../wire/rows.ts';
import type { Row } from '../wire/json.ts';
import * as account from '../world/account.ts';
import { spotSymbol } from '../world/catalogue.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Market } from '../world/market.ts';
import { MINUTE } from '../world/time.ts';

type Rows = Row[];

/** What a complete reading of a member's account at one moment must give: raw wire rows of every data set. */
export interface Truth {
  member: string;
  uid: number;
  at: number;
  spotTrades: Rows;
  /** Trades of pairs absent from exchangeInfo: they happened, and no call answers them. */
  unreachableSpotTrades: Rows;
  /** Within the retention of userTrades. */
  futuresTrades: Rows;
  /** The journal of the futures wallet, as far back as it is kept. */
  income: Rows;
  openSpotOrders: Rows;
  openOrders: Rows;
  openAlgoOrders: Rows;
  /** v3 rows with a position, with the leverage of symbolConfig. */
  positions: Rows;
  deposits: Rows;
  withdrawals: Rows;
  /** Between the member's wallets, within the retention of the transfer history. */
  transfers: Rows;
  /** Small balances turned into BNB: a row each sweep. */
  dust: Rows;
  dividends: Rows;
  conversions: Rows;
  /** In USDT. */
  wallets: Rows;
  balances: Rows;
  /** Spot symbols only a probe can find. */
  hiddenSymbols: readonly string[];
}

export function truthOf(ledger: Ledger, market: Market, t: number): Truth {
  ledger.reach(t + 2 * MINUTE);
  const spot = [...ledger.spot.keys()].sort().flatMap((symbol) => account.visibleFills(ledger.spot.get(symbol), t));
  const upTo = ({ time }: { time: number }): boolean => time <= t;
  const gone = (symbol: string): boolean => spotSymbol(symbol).status === 'GONE';
  return {
    member: ledger.member,
    uid: ledger.uid,
    at: t,
    spotTrades: spot.filter((f) => !gone(f.symbol)).map(rows.spotTrade),
    unreachableSpotTrades: spot.filter((f) => gone(f.symbol)).map(rows.spotTrade),
    futuresTrades: [...ledger.futures.keys()].sort().flatMap((symbol) => retainedFills(ledger, symbol, t).map(rows.futuresTrade)),
    income: incomeBetween(ledger, t - account.INCOME_RETENTION, t).map(({ row }) => row),
    openSpotOrders: account.openSpotOrders(ledger, t).map(rows.spotOrder),
    openOrders: account.openOrders(ledger, t).map(rows.futuresOrder),
    openAlgoOrders: account.openAlgoOrders(ledger, t).map(rows.algoOrder),
    positions: account
      .positions(ledger, market, t)
      .filter((v) => v.position.amount !== 0n)
      .map((v) => ({ ...rows.positionV3(v), leverage: v.leverage })),
    deposits: ledger.deposits.filter((d) => d.insertTime <= t).map((d) => rows.deposit(d, t)),
    withdrawals: ledger.withdrawals.filter((w) => w.time <= t).map((w) => rows.withdrawal(w, t)),
    transfers: retainedTransfers(ledger, t).map(rows.transfer),
    dust: ledger.dust.filter(upTo).map(rows.dribblet),
    dividends: ledger.dividends.filter(upTo).map(rows.dividend),
    conversions: ledger.conversions.filter(upTo).map(rows.conversion),
    wallets: account.wallets(ledger, market, t, 'USDT').map((row) => ({ ...row })),
    balances: balances(ledger, t, true),
    hiddenSymbols: ledger.hidden,
  };
}
