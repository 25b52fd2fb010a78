// What happened to a member. Amounts are whole units of 10^-8 (decimal.ts), times are UTC milliseconds.

export type PositionSide = 'BOTH' | 'LONG' | 'SHORT';

interface FillBase {
  symbol: string;
  id: number;
  orderId: number;
  time: number;
  /** From when the trade list shows it; balances and positions know it at `time`. */
  visibleAt: number;
  buyer: boolean;
  maker: boolean;
  price: bigint;
  qty: bigint;
  quoteQty: bigint;
  commission: bigint;
}

export interface SpotFill extends FillBase {
  kind: 'spot';
  commissionAsset: string;
}

export interface FuturesFill extends FillBase {
  kind: 'futures';
  positionSide: PositionSide;
  realizedPnl: bigint;
}

/** 0 is the spot wallet, 1 the funding wallet. */
export type WalletType = 0 | 1;

export interface Deposit {
  kind: 'deposit';
  /** The moment it counts in the balance; insertTime + 2 minutes. */
  time: number;
  /** Absent in the oldest rows, as on the real exchange. */
  id?: string;
  coin: string;
  network: string;
  amount: bigint;
  wallet: WalletType;
  address: string;
  txId: string;
  insertTime: number;
}

export interface Withdrawal {
  kind: 'withdrawal';
  /** applyTime, whole seconds. */
  time: number;
  id: string;
  coin: string;
  network: string;
  amount: bigint;
  fee: bigint;
  wallet: WalletType;
  address: string;
  txId: string;
}

export interface Dust {
  kind: 'dust';
  time: number;
  transId: number;
  details: { asset: string; amount: bigint; charge: bigint; received: bigint }[];
}

export interface Dividend {
  kind: 'dividend';
  time: number;
  id: number;
  tranId: number;
  asset: string;
  amount: bigint;
  info: string;
}

export interface Conversion {
  kind: 'convert';
  time: number;
  quoteId: string;
  orderId: bigint;
  from: string;
  fromAmount: bigint;
  to: string;
  toAmount: bigint;
}

export type WalletName = 'spot' | 'futures' | 'funding';

/** USDT from one wallet of the member to another. */
export interface Transfer {
  kind: 'transfer';
  time: number;
  from: WalletName;
  to: WalletName;
  amount: bigint;
  ordinal: number;
}

/** What longs and shorts pay each other every eight hours; negative: the member paid. */
export interface Funding {
  kind: 'funding';
  time: number;
  symbol: string;
  positionSide: PositionSide;
  amount: bigint;
  ordinal: number;
}

export type LedgerEvent = SpotFill | FuturesFill | Deposit | Withdrawal | Dust | Dividend | Conversion | Transfer | Funding;

export interface OrderPart {
  time: number;
  qty: bigint;
}

/** A futures order that waits in the book from placedAt until closedAt, filling part by part. */
export interface FuturesOrder {
  symbol: string;
  orderId: number;
  clientOrderId: string;
  positionSide: PositionSide;
  buyer: boolean;
  price: bigint;
  qty: bigint;
  placedAt: number;
  closedAt: number;
  parts: OrderPart[];
  reduceOnly: boolean;
}

export type AlgoType = 'STOP_MARKET' | 'TAKE_PROFIT_MARKET' | 'STOP' | 'TAKE_PROFIT';

/** A conditional order of the algo service: listed from placedAt until it triggers, then it is a fill of another order id. */
export interface AlgoOrder {
  symbol: string;
  algoId: number;
  clientAlgoId: string;
  type: AlgoType;
  positionSide: PositionSide;
  buyer: boolean;
  qty: bigint;
  triggerPrice: bigint;
  workingType: 'MARK_PRICE' | 'CONTRACT_PRICE';
  placedAt: number;
  triggersAt: number;
  reduceOnly: boolean;
}

/** A spot limit order that never fills: it locks its money and is withdrawn. */
export interface SpotOrder {
  symbol: string;
  orderId: number;
  clientOrderId: string;
  price: bigint;
  qty: bigint;
  placedAt: number;
  closedAt: number;
}
