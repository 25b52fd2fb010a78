/**
 * What a venue tells about an account, in the domain's words. Amounts are decimal strings with exactly the digits the venue wrote;
 * ids are strings (venues pass 2^53, and some use letters); times are UTC.
 */
export const venues = ['binance', 'bybit', 'okx'] as const;
export type Venue = (typeof venues)[number];

/** What a key may do (security T24). */
export interface KeyRights {
  canRead: boolean;
  /** Rights beyond reading, in words a member finds on the venue's own page; empty for a key we accept. */
  excessive: string[];
  /** The key works from listed addresses only. */
  restrictedByAddress: boolean;
  /** The venue ends the key by itself then; null: never, or it does not tell. */
  expiresAt: Date | null;
}

export interface AssetBalance {
  coin: string;
  free: string;
  locked: string;
}

export interface SpotAccount {
  /** The venue's own number of the account, or null where it tells none. */
  uid: string | null;
  balances: AssetBalance[];
  /** Changes whenever anything of the account does, where the venue tells such a mark; else null. */
  mark: string | null;
}

/** The futures wallet, by asset. */
export interface FuturesAccount {
  assets: FuturesAssetRow[];
}

export interface FuturesAssetRow {
  asset: string;
  /** Without unrealised profit. */
  walletBalance: string;
  /** When the balance last changed, as the venue tells it. */
  updatedAt: Date;
}

/** One change of the futures wallet: realised profit, commission, funding, a transfer … */
export interface IncomeRow {
  /** The venue's word for the kind: REALIZED_PNL, COMMISSION, FUNDING_FEE, TRANSFER … */
  kind: string;
  tranId: string;
  asset: string;
  /** Empty where the change belongs to no contract. */
  symbol: string;
  amount: string;
  /** The fill it belongs to, or null. */
  tradeId: string | null;
  time: Date;
}

/** One wallet of the account (Spot, Funding, …), valued in USDT. */
export interface WalletRow {
  name: string;
  balance: string;
}

export interface SpotTradeRow {
  symbol: string;
  tradeId: string;
  orderId: string;
  buyer: boolean;
  maker: boolean;
  price: string;
  qty: string;
  quoteQty: string;
  fee: string;
  feeAsset: string;
  time: Date;
}

export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';

export interface FuturesTradeRow {
  symbol: string;
  tradeId: string;
  orderId: string;
  buyer: boolean;
  maker: boolean;
  positionSide: PositionSide;
  price: string;
  qty: string;
  quoteQty: string;
  realizedPnl: string;
  fee: string;
  feeAsset: string;
  time: Date;
}

/** A resting futures order. Conditional orders live in a service of their own and have ids of their own: `algo:<id>`. */
export interface FuturesOrderRow {
  orderId: string;
  symbol: string;
  price: string;
  origQty: string;
  executedQty: string;
  origType: string;
  type: string;
  side: string;
  positionSide: string;
  stopPrice: string;
  workingType: string;
  time: Date;
}

/** An open position; amounts are signed by side. */
export interface FuturesPositionRow {
  symbol: string;
  positionSide: PositionSide;
  positionAmt: string;
  entryPrice: string;
  breakEvenPrice: string;
  markPrice: string;
  unrealizedProfit: string;
  liquidationPrice: string;
  initialMargin: string;
  positionInitialMargin: string;
  marginAsset: string;
  /** Null where the venue does not tell it. */
  leverage: string | null;
  updatedAt: Date;
}

export interface DepositRow {
  /** The venue's id, or a digest of the row where the venue gave none. */
  id: string;
  coin: string;
  network: string;
  amount: string;
  /** 0 the spot wallet, 1 the funding wallet. */
  walletType: number;
  /** By Binance's numbers, into which the other venues' words are put. */
  status: number;
  /** The row will not change any more. */
  final: boolean;
  txId: string;
  insertedAt: Date;
}

export interface WithdrawalRow {
  id: string;
  coin: string;
  network: string;
  amount: string;
  transactionFee: string;
  walletType: number;
  status: number;
  final: boolean;
  txId: string;
  /** Whole seconds. */
  appliedAt: Date;
}

export const movementKinds = ['transfer', 'dust', 'convert', 'dividend'] as const;
export type MovementKind = (typeof movementKinds)[number];

export const walletNames = ['spot', 'futures', 'funding'] as const;
export type WalletName = (typeof walletNames)[number];

/** One side of a movement. */
export interface MovementLeg {
  wallet: WalletName;
  asset: string;
  amount: string;
}

/** Something that changed a wallet and is no trade, deposit or withdrawal. */
export interface WalletMovementRow {
  kind: MovementKind;
  /** The venue's own id; unique within the kind. */
  id: string;
  time: Date;
  /** What left a wallet; null: the venue gave it. */
  from: MovementLeg | null;
  /** What came into a wallet; null: the venue took it. */
  to: MovementLeg | null;
}

export interface SpotSymbol {
  symbol: string;
  base: string;
  quote: string;
}

/** Inclusive at both ends. */
export interface TimeWindow {
  from: Date;
  to: Date;
}

/** One page of a list that goes on behind a cursor; null: this was the last one. */
export interface CursorPage<T> {
  rows: T[];
  next: string | null;
}

/** One page; a page shorter than the venue's limit is the last one. */
export interface PageOfRows<T> {
  rows: T[];
  last: boolean;
}
