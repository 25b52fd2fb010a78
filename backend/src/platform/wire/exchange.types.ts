/** Decimal strings exactly as the venue wrote them; dates ISO 8601 UTC. */
export interface WalletItemWire {
  walletName: string;
  /** Valued in USDT. */
  balance: string;
}

export interface AssetBalanceWire {
  coin: string;
  free: string;
  locked: string;
  /** In USDT; null where the venue has no price for the coin. */
  value: string | null;
}

/** GET /wallet/{userId}: everything beside `message` and `data`. */
export interface WalletAnswerWire {
  message: string;
  data: WalletItemWire[];
  total_balance: string;
  /** When these balances were read; null until the first sync of that member has ended. */
  syncedAt: string | null;
  assets: AssetBalanceWire[];
}

/** GET /open_trade/{userId} */
export interface FutureOpenOrderWire {
  symbol: string;
  price: string;
  orig_qty: string;
  executed_qty: string;
  orig_type: string;
  position_side: string;
  side: string;
  stop_price: string;
  type: string;
  working_type: string;
  date: string;
}

/** GET /open_position/{userId} */
export interface FuturePositionWire {
  symbol: string;
  entryPrice: string;
  breakEvenPrice: string;
  initialMargin: string;
  leverage: string;
  liquidationPrice: string;
  marginAsset: string;
  markPrice: string;
  positionAmt: string;
  positionSide: string;
  unRealizedProfit: string;
  positionInitial_margin: string;
  updateDate: string;
}

/** GET /trade_history/{userId} */
export interface FutureTradeWire {
  symbol: string;
  price: string;
  qty: string;
  quoteQty: string;
  positionSide: string;
  side: string;
  realizedPnl: string;
  date: string;
}

/** GET /spot_trade/{userId} */
export interface SpotTradeWire {
  symbol: string;
  price: string;
  qty: string;
  quoteQty: string;
  date: string;
  side: 'BUY' | 'SELL';
  fee: string;
  feeAsset: string;
}

/** GET /deposit_history/{userId} */
export interface DepositWire {
  coin: string;
  network: string;
  amount: string;
  walletType: string;
  insertTime: string;
  txId: string;
  status: string;
}

/** GET /withdraw_history/{userId} */
export interface WithdrawWire {
  coin: string;
  network: string;
  amount: string;
  transactionFee: string;
  walletType: string;
  applyTime: string;
  txId: string;
  status: string;
}

/** `futures-income`: a change of the futures wallet. */
export interface FuturesIncomeWire {
  /** The venue's word: REALIZED_PNL, COMMISSION, FUNDING_FEE, TRANSFER … */
  kind: string;
  asset: string;
  /** Signed. */
  amount: string;
  /** Empty where the change belongs to no contract. */
  symbol: string;
  /** The fill it belongs to, or null. */
  tradeId: string | null;
  date: string;
}
