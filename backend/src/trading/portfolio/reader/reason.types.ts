/** Why a figure is unknown: a text of the catalogues and the values that it names. Days are YYYY-MM-DD. */
export type Reason =
  | { id: PlainReason }
  | { id: DayReason; day: string }
  | { id: 'portfolio.few-days'; needed: number; known: number }
  | { id: 'portfolio.coin-without-price' | 'portfolio.coin-without-value'; coin: string }
  | { id: 'portfolio.inverse-contract' | 'portfolio.contract-without-price'; contract: string }
  | { id: 'portfolio.unlisted-wallets'; exchange: string }
  | LimitReason;

/** Why figures begin later than the account's first row. `exchange`: its name. */
export type LimitReason =
  | { id: ExchangeLimit; exchange: string }
  | { id: 'portfolio.spot-window' | 'portfolio.futures-window'; exchange: string; months: number }
  | { id: 'portfolio.deposits-read-to-day' | 'portfolio.withdrawals-read-to-day'; exchange: string; day: string };

type PlainReason =
  | 'portfolio.nothing-computed'
  | 'portfolio.no-day'
  | 'portfolio.no-known-day'
  | 'portfolio.too-many-flows'
  | 'portfolio.no-rate'
  | 'portfolio.same-returns'
  | 'portfolio.no-loss'
  | 'portfolio.short-period'
  | 'portfolio.nothing-left'
  | 'portfolio.no-drawdown'
  | 'portfolio.no-bitcoin-price'
  | 'portfolio.no-price-now'
  | 'portfolio.no-equity'
  | 'portfolio.payment-without-value'
  | 'portfolio.results-not-computed'
  | 'portfolio.flows-unread'
  | 'portfolio.flow-without-value'
  | 'portfolio.no-cost'
  | 'portfolio.no-price-of-coin'
  | 'portfolio.no-position';

type DayReason =
  | 'portfolio.incomplete-day'
  | 'portfolio.broken-chain'
  | 'portfolio.estimated-day'
  | 'portfolio.no-price-on-day'
  | 'portfolio.flow-without-value-on-day'
  | 'portfolio.no-futures-trades-on-day'
  | 'portfolio.no-funding-on-day'
  | 'portfolio.no-value-on-day'
  | 'portfolio.first-day'
  | 'portfolio.complete-after-day'
  | 'portfolio.flows-read-to-day';

type ExchangeLimit =
  | 'portfolio.deposits-unread'
  | 'portfolio.withdrawals-unread'
  | 'portfolio.funding-window'
  | 'portfolio.no-funding'
  | 'portfolio.no-funding-since-sync'
  | 'portfolio.unlisted-movements';
