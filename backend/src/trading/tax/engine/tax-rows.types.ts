/** Inputs of the tax engine. Amounts are integers of 10^-18, times are milliseconds since 1970 (UTC), values are in USDT. */
export const taxMethods = ['fifo', 'lifo', 'average'] as const;
export type TaxMethod = (typeof taxMethods)[number];

/** Currency of the report. It has no cost and no gain: spending it is no disposal. */
export const CURRENCY = 'USDT';

export interface TradeRow {
  kind: 'trade';
  time: number;
  id: string;
  base: string;
  quote: string;
  buyer: boolean;
  qty: bigint;
  quoteQty: bigint;
  /** Positive: paid. Negative: a rebate. */
  fee: bigint;
  feeAsset: string;
}

export interface ConversionRow {
  kind: 'conversion';
  time: number;
  id: string;
  how: 'convert' | 'dust';
  from: string;
  fromQty: bigint;
  to: string;
  toQty: bigint;
}

export interface DepositRow {
  kind: 'deposit';
  time: number;
  id: string;
  asset: string;
  qty: bigint;
  /** What the member says the coins cost, in total; null: unknown. */
  cost: bigint | null;
  /** When the member says they were acquired; null: unknown, and the time of the deposit where there is a cost. */
  acquiredAt: number | null;
}

/** Coins that no row explains: a balance from before the first row, or a change of a balance without a row. */
export interface UnexplainedRow {
  kind: 'unexplained';
  time: number;
  id: string;
  asset: string;
  /** Signed. */
  qty: bigint;
}

export interface WithdrawalRow {
  kind: 'withdrawal';
  time: number;
  id: string;
  asset: string;
  /** With the network fee. */
  qty: bigint;
}

export interface RewardRow {
  kind: 'reward';
  time: number;
  id: string;
  asset: string;
  qty: bigint;
}

export type FuturesEntry = 'realised' | 'fee' | 'funding' | 'other' | 'conversion';
export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';

/** A change of the futures wallet; transfers between the member's own wallets are left out. */
export interface FuturesRow {
  kind: 'futures';
  time: number;
  id: string;
  entry: FuturesEntry;
  contract: string;
  side: PositionSide;
  asset: string;
  /** Signed: negative is paid. */
  amount: bigint;
}

export type TaxRow = TradeRow | ConversionRow | DepositRow | UnexplainedRow | WithdrawalRow | RewardRow | FuturesRow;

/** Price of one coin in USDT shortly before a time, scaled by 10^18; null: unknown, never 0. USDT itself is not asked for. */
export type PriceOf = (asset: string, time: number) => bigint | null;

/** Returns the coins whose price the engine needs for a row, so that a reader can load them first. */
export function pricedAssets(row: TaxRow): string[] {
  const needed = (...assets: string[]) => [...new Set(assets)].filter((asset) => asset !== CURRENCY);
  switch (row.kind) {
    case 'trade': {
      const inPair = row.feeAsset === row.base || row.feeAsset === row.quote;
      const third = row.fee !== 0n && !inPair ? [row.feeAsset] : [];
      return row.quote === CURRENCY || row.base === CURRENCY ? needed(...third) : needed(row.quote, row.base, ...third);
    }
    case 'conversion':
      return row.from === CURRENCY || row.to === CURRENCY ? [] : needed(row.to, row.from);
    case 'reward':
    case 'futures':
      return needed(row.asset);
    default:
      return [];
  }
}
