import fc from 'fast-check';
import {
  Ledger,
  scaled,
  type FlowKind,
  type JournalKind,
  type LedgerRows,
  type PriceSource,
  type WalletKind,
} from '../../src/trading/portfolio/engine/index.js';

export const DAY = 86_400_000;
export const START = Date.UTC(2026, 0, 1);
export const DAYS = 6;
const coins = ['USDT', 'BTC', 'ETH', 'BNB', 'USDC'];
const symbols = ['BTCUSDT', 'ETHUSDT'];

/** A row of any kind, as it is added. */
export interface Row {
  time: number;
  /** What keeps a contract in one account. */
  account: string;
  add(ledger: LedgerRows): void;
}

const decimals = (most: number, places: number) => fc.integer({ min: 1, max: most }).map((units) => (units / 10 ** places).toFixed(places));
/** Near to what a number tells exactly, in units of 10^-8. */
const huge = fc.bigInt({ min: 2n ** 49n, max: 2n ** 53n }).map((n) => `${n / 10n ** 8n}.${(n % 10n ** 8n).toString().padStart(8, '0')}`);
const amount = fc.oneof(
  { weight: 24, arbitrary: decimals(2_000_000, 4) },
  { weight: 4, arbitrary: decimals(2_000_000_000, 12) },
  { weight: 1, arbitrary: decimals(20, 18) },
  { weight: 1, arbitrary: huge },
  {
    weight: 4,
    arbitrary: fc.bigInt({ min: 1n, max: 10n ** 19n }).map((n) => `${n / 10n ** 17n}.${(n % 10n ** 17n).toString().padStart(17, '0')}`),
  },
);
const price = decimals(5_000_000, 4);
const coin = fc.constantFrom(...coins);
const moment = fc.integer({ min: 0, max: DAYS * DAY - 1 }).map((ms) => START + ms);

const spot = fc
  .record({
    time: moment,
    pair: fc.constantFrom<[string, string]>(
      ['BTC', 'USDT'],
      ['ETH', 'USDT'],
      ['BNB', 'USDT'],
      ['ETH', 'BTC'],
      ['BTC', 'USDC'],
      ['USDT', 'USDC'],
    ),
    buyer: fc.boolean(),
    qty: amount,
    quoteQty: amount,
    fee: fc.oneof(
      fc.constant('0'),
      amount,
      amount.map((text) => `-${text}`),
    ),
    feeAsset: coin,
  })
  .map(({ time, pair: [base, quote], buyer, qty, quoteQty, fee, feeAsset }): Row => ({
    time,
    account: 'a',
    add: (ledger) => ledger.spotFill(time, ledger.pair(base, quote), buyer, qty, quoteQty, fee, ledger.asset(feeAsset)),
  }));
const futures = fc
  .record({
    time: moment,
    symbol: fc.constantFrom(...symbols),
    side: fc.constantFrom('BOTH' as const, 'LONG' as const, 'SHORT' as const),
    buyer: fc.boolean(),
    price,
    qty: amount,
  })
  .map(({ time, symbol, side, buyer, price: at, qty }): Row => ({
    time,
    account: symbol,
    add: (ledger) => ledger.futuresFill(time, ledger.contract('a', symbol, side, 'USDT'), buyer, at, qty),
  }));
const journal = fc
  .record({
    time: moment,
    asset: coin,
    amount,
    out: fc.boolean(),
    kind: fc.constantFrom<JournalKind>('realised', 'fee', 'funding', 'transfer', 'conversion', 'other'),
    symbol: fc.constantFrom('', ...symbols),
  })
  .map(({ time, asset, amount: size, out, kind, symbol }): Row => ({
    time,
    account: symbol,
    add: (ledger) => ledger.journal(time, ledger.asset(asset), out ? `-${size}` : size, kind, symbol),
  }));
const flow = fc
  .record({
    time: moment,
    asset: coin,
    amount,
    out: fc.boolean(),
    wallet: fc.constantFrom<WalletKind>('spot', 'futures', 'funding'),
    id: fc.uuid(),
    fee: fc.oneof(fc.constant('0'), amount),
  })
  .map(({ time, asset, amount: size, out, wallet, id, fee }): Row => ({
    time,
    account: 'a',
    add: (ledger) =>
      ledger.flow(
        time,
        wallet,
        ledger.asset(asset),
        out ? `-${size}` : size,
        (out ? 'withdrawal' : 'deposit') satisfies FlowKind,
        id,
        out ? fee : '0',
      ),
  }));
const conversion = fc
  .record({
    time: moment,
    pair: fc.constantFrom<[string, string]>(['BTC', 'USDT'], ['USDT', 'ETH'], ['BNB', 'ETH']),
    from: amount,
    to: amount,
  })
  .map(({ time, pair: [from, to], from: given, to: got }): Row => ({
    time,
    account: 'a',
    add: (ledger) => ledger.conversion(time, 'spot', ledger.asset(from), given, ledger.asset(to), got),
  }));
const transfer = fc
  .record({
    time: moment,
    asset: coin,
    amount,
    ends: fc.constantFrom<[WalletKind, WalletKind]>(['spot', 'futures'], ['futures', 'spot'], ['spot', 'funding']),
  })
  .map(({ time, asset, amount: size, ends: [from, to] }): Row => ({
    time,
    account: 'a',
    add: (ledger) => ledger.transfer(time, ledger.asset(asset), size, from, to),
  }));

const byTime = (rows: Row[]) => rows.toSorted((a, b) => a.time - b.time);
/** Rows of every kind, in time order, with a deposit at the beginning. */
export const anyRows = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: spot },
      { weight: 3, arbitrary: futures },
      { weight: 3, arbitrary: journal },
      flow,
      conversion,
      transfer,
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) =>
    byTime([
      ...rows,
      {
        time: START,
        account: 'a',
        add: (ledger: LedgerRows) => ledger.flow(START, 'spot', ledger.asset('USDT'), '1000000000', 'deposit', 'first'),
      },
    ]),
  );
export const anyTransfers = fc.array(transfer, { maxLength: 10 }).map(byTime);

export function ledgerOf(rows: readonly Row[]): Ledger {
  const ledger = new Ledger();
  for (const row of rows) row.add(ledger);
  return ledger;
}

/** Prices that move with the hour; `unknown` says what has none. */
export function pricesOf(unknown: (asset: string, at: number) => boolean = () => false, move = 1): PriceSource {
  const worth = (name: string, at: number) =>
    scaled((100 + name.charCodeAt(0) + move * (Math.floor(at / 3_600_000) % 17) + 0.1234).toFixed(4));
  return {
    coin: (asset, at) => (unknown(asset, at) ? null : worth(asset, at)),
    contract: (symbol, at) => (unknown(symbol, at) ? null : worth(symbol, at)),
    near: (asset, minute) => (unknown(asset, minute) ? null : worth(asset, minute)),
  };
}
