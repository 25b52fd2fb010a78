import type { AccountState } from './account-state.js';
import type { Progress } from './daily-returns.js';
import type { Books, PositionSide } from './portfolio.types.js';
import type { Ledger } from './ledger.js';
import { ReturnChain, type ExternalFlow } from './return-chain.js';
import { scaled, toDecimal } from '../../../platform/domain/scaled.js';
import type { Sums } from './sums.js';

const VERSION = 2;

interface SavedAsset {
  asset: string;
  spot: string;
  futures: string;
  funding: string;
  known: string;
  unknown: string;
  cost: string;
  realised: string;
  fees: string;
  trades: number;
  lastTradeAt: number;
}

interface SavedContract {
  account: string;
  symbol: string;
  side: PositionSide;
  margin: string;
  direction: -1 | 0 | 1;
  qty: string;
  entry: string;
  trades: number;
  lastTradeAt: number;
}

interface SavedSymbol {
  symbol: string;
  realised: string;
  fees: string;
  funding: string;
}

interface SavedChain {
  segment: number;
  index: string;
  running: boolean;
  emptySince: number | null;
  start: { at: number; value: string } | null;
  inside: { at: number; amount: string | null }[];
  peak: string;
  lastIndex: string | null;
  lastSegment: number;
  complete: boolean;
}

interface SavedBooks extends Books {
  assets: SavedAsset[];
  contracts: SavedContract[];
  symbols: SavedSymbol[];
  chain: SavedChain;
}

/** Books of another version are discarded. */
export class UnknownBooks extends Error {
  constructor(version: unknown) {
    super(`Saved books of version ${String(version)} cannot be read; compute from the beginning`);
  }
}

function saved(books: Books): SavedBooks {
  if (books.v !== VERSION) throw new UnknownBooks(books.v);
  return books as SavedBooks;
}

const textOf = (value: bigint | null) => (value === null ? null : toDecimal(value));
const valueOf = (text: string | null) => (text === null ? null : scaled(text));

export function writeBooks(of: AccountState, at: number, { chain, peak, lastIndex, lastSegment, complete }: Progress): Books {
  const { ledger, spotTotals, wallet, funding, books, futures } = of;
  const { segment, index, running, emptySince, start, inside } = chain.state;
  const open = new Map(futures.open().map((contract) => [keyOf(contract), contract]));
  const content: SavedBooks = {
    v: VERSION,
    at,
    assets: ledger.assets.map((asset, n) => {
      const { known, unknown, cost } = books.load(n);
      const value = (sums: Sums) => toDecimal(sums.value(n));
      return {
        asset,
        spot: value(spotTotals.holdings),
        futures: value(wallet.holdings),
        funding: value(funding),
        known: toDecimal(known),
        unknown: toDecimal(unknown),
        cost: toDecimal(cost),
        realised: value(spotTotals.realised),
        fees: value(spotTotals.fees),
        trades: spotTotals.trades[n]!,
        lastTradeAt: spotTotals.lastTradeAt[n]!,
      };
    }),
    contracts: ledger.contracts.map((contract, n) => {
      const { direction = 0, qty = 0n, entry = 0n } = open.get(keyOf(contract)) ?? {};
      const { account, symbol, side, margin } = contract;
      return {
        account,
        symbol,
        side,
        margin: ledger.assets[margin]!,
        direction,
        qty: toDecimal(qty),
        entry: toDecimal(entry),
        trades: futures.trades[n]!,
        lastTradeAt: futures.lastTradeAt[n]!,
      };
    }),
    symbols: ledger.symbols.list.map((symbol, n) => ({
      symbol,
      realised: toDecimal(wallet.realised.value(n)),
      fees: toDecimal(wallet.fees.value(n)),
      funding: toDecimal(wallet.funding.value(n)),
    })),
    chain: {
      segment,
      index: toDecimal(index),
      running,
      emptySince,
      start: start && { at: start.at, value: toDecimal(start.value) },
      inside: inside.map((flow) => ({ at: flow.at, amount: textOf(flow.amount) })),
      peak: toDecimal(peak),
      lastIndex: textOf(lastIndex),
      lastSegment,
      complete,
    },
  };
  return content;
}

const keyOf = ({ account, symbol, side }: { account: string; symbol: string; side: PositionSide }) => `${account} ${side} ${symbol}`;

/** Assigns handles to the assets and contracts of saved books before columns are created. */
export function announceBooks(ledger: Ledger, books: Books): void {
  const { assets, contracts, symbols } = saved(books);
  for (const { asset } of assets) ledger.asset(asset);
  for (const { account, symbol, side, margin } of contracts) ledger.contract(account, symbol, side, margin);
  for (const { symbol } of symbols) ledger.symbols.of(symbol);
}

export function readBooks({ ledger, spotTotals, wallet, funding, books, futures }: AccountState, from: Books): Progress {
  const { assets, contracts, symbols, chain } = saved(from);
  for (const line of assets) {
    const n = ledger.asset(line.asset);
    const put = (sums: Sums, text: string) => sums.add(n, scaled(text));
    put(spotTotals.holdings, line.spot);
    put(wallet.holdings, line.futures);
    put(funding, line.funding);
    put(spotTotals.realised, line.realised);
    put(spotTotals.fees, line.fees);
    books.store(n, { known: scaled(line.known), unknown: scaled(line.unknown), cost: scaled(line.cost) });
    spotTotals.trades[n] = line.trades;
    spotTotals.lastTradeAt[n] = line.lastTradeAt;
  }
  for (const { account, symbol, side, margin, direction, qty, entry, trades, lastTradeAt } of contracts) {
    const n = ledger.contract(account, symbol, side, margin);
    futures.restore(n, direction, { known: scaled(qty), cost: scaled(entry) });
    futures.trades[n] = trades;
    futures.lastTradeAt[n] = lastTradeAt;
  }
  for (const { symbol, realised, fees, funding: paid } of symbols) {
    const n = ledger.symbols.of(symbol);
    wallet.realised.add(n, scaled(realised));
    wallet.fees.add(n, scaled(fees));
    wallet.funding.add(n, scaled(paid));
  }
  const { segment, index, running, emptySince, start, inside, peak, lastIndex, lastSegment, complete } = chain;
  return {
    chain: new ReturnChain({
      segment,
      index: scaled(index),
      running,
      emptySince,
      start: start && { at: start.at, value: scaled(start.value) },
      inside: inside.map(({ at, amount }): ExternalFlow => ({ at, amount: valueOf(amount) })),
    }),
    peak: scaled(peak),
    lastIndex: valueOf(lastIndex),
    lastSegment,
    complete,
  };
}
