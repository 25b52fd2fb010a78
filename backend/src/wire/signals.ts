/**
 * POST /createsignal, and `signals` of the console: the specification's nineteen fields, all required. Prices are decimals: a string, or a
 * number of at most 15 digits. `leverage` may be a number too.
 */
export interface NewSignalWire {
  /** `BTCUSDT` or `BTC/USDT` */
  asset: string;
  /** `Buy`, `Long`, `Sell` or `Short` */
  tradeType: string;
  timeFrame: string;
  riskLevel: string;
  /** `10` or `10x` */
  leverage: string;
  recommendedPositionSize: string;
  duration: string;
  currentPrice: string;
  entryPrice: string;
  stopLoss: string;
  /** `none`, `breakeven`, `moving`, or a percentage: `1.5%` */
  trailingStopLoss: string;
  takeProfit1: string;
  takeProfit2: string;
  takeProfit3: string;
  marketCondition: string;
  signalMessage: string;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM or HH:MM:SS, UTC */
  time: string;
  /** YYYY-MM-DD, or an ISO 8601 instant; without a zone it is UTC */
  projectedDateOfClosure: string;
}

/** GET /getsignal, and records of the console's `signals`. What was typed comes back as it was typed, prices as decimal strings. */
export interface SignalWire extends NewSignalWire {
  id: string;
  /** `BTC/USDT` */
  symbol: string;
  side: 'long' | 'short';
  publishedAt: string;
  createdAt: string;
}

/** Data of GET /admin/signals/choices: what the form of a signal offers, each list in its order. */
export interface SignalChoicesWire {
  tradeTypes: readonly string[];
  timeFrames: readonly string[];
  riskLevels: readonly string[];
  marketConditions: readonly string[];
  leverages: readonly string[];
  trailingStops: readonly string[];
}

/** POST /admin/signals/preview */
export type SignalOddsRequestWire = Pick<NewSignalWire, 'tradeType' | 'leverage' | 'entryPrice' | 'stopLoss' | 'takeProfit1' | 'takeProfit2' | 'takeProfit3'>;

/** Its data: percentages of the entry price and multiples of the risk, two decimals each, before fees. */
export interface SignalOddsWire {
  side: 'long' | 'short';
  risk: string;
  /** In percent of the margin: the risk times the leverage. */
  marginRisk: string;
  /** Of take profit 1, 2 and 3. */
  targets: { reward: string; ratio: string }[];
}

/** `signal-receipts`: when a member was first shown a signal; sort `seenAt`; filters `userId`, `signalId`. */
export interface SignalReceiptWire {
  id: string;
  signalId: string;
  userId: string;
  fullName: string;
  asset: string;
  tradeType: string;
  publishedAt: string;
  seenAt: string;
}
