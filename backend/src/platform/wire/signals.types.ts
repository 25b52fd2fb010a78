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

/** GET /getsignal, and records of the console's `signals`. Texts are returned as typed, prices as decimal strings. */
export interface SignalWire extends NewSignalWire {
  id: string;
  /** `BTC/USDT` */
  symbol: string;
  side: 'long' | 'short';
  publishedAt: string;
  createdAt: string;
  /** Null: not scored yet. */
  outcome: SignalOutcomeWire | null;
  /** Amendments, oldest first. */
  amendments: AmendmentWire[];
}

/**
 * `unscored`: there are no candles of its market. `missed_ambiguous`: it may have been filled after its end, so its gain does not count.
 */
export type SignalStatusWire = 'pending' | 'open' | 'closed' | 'missed' | 'missed_ambiguous' | 'expired_unfilled' | 'unscored';

/** A signal's outcome, scored against its market's candles. R: a multiple of the planned risk. */
export interface SignalOutcomeWire {
  status: SignalStatusWire;
  entryPrice: string | null;
  entryAt: string | null;
  /** In order. */
  exits: SignalExitWire[];
  rGross: string | null;
  /** After the fees of both sides, and funding. */
  rNet: string | null;
  /** Funding paid, below zero where received. Null for spot signals, and where nothing counts. */
  rFunding: string | null;
  /** Net, had every minute that leaves two ways open gone the better one. */
  rOptimistic: string | null;
  /** The order of events within a minute's candle is unknown: `rNet` assumes the worse one. */
  ambiguous: boolean;
  closedAt: string | null;
}

export interface SignalExitWire {
  reason: 'tp1' | 'tp2' | 'tp3' | 'stop' | 'expiry' | 'closed';
  price: string;
  /** Share of the position, from 0 to 1. */
  weight: string;
  at: string;
}

/** What a member says of a signal: taken, or passed. */
export type SignalStanceWire = 'taken' | 'passed';

/** PUT /me/signals/{id}/mark. `entryPrice` and `quantity` (of the base currency) are optional, and only of a signal that was taken. */
export interface SignalMarkRequestWire {
  stance: SignalStanceWire;
  entryPrice?: string | null;
  quantity?: string | null;
}

/** Its data, and the mark of a signal. */
export interface SignalMarkWire {
  stance: SignalStanceWire;
  entryPrice: string | null;
  quantity: string | null;
  markedAt: string;
}

/** A row of GET /getsignal: `mark` is the reader's own. */
export interface ListedSignalWire extends SignalWire {
  mark: SignalStanceWire | null;
}

/** Data of GET /signals/{id}. */
export interface SignalDetailWire extends SignalWire {
  /** Of the prices as published. */
  odds: SignalOddsWire;
  /** The projected closure; of a day, its end. */
  closesAt: string;
  /** The reader's own. */
  mark: SignalMarkWire | null;
  /** Its leaf in the transparency log; null: it was published before there was one. */
  logIndex: number | null;
}

/** A later word on a signal: `stop` of `move_stop`, `price` of `close_now`, else null. */
export interface AmendmentWire {
  id: string;
  signalId: string;
  kind: 'cancel' | 'move_stop' | 'close_now';
  stop: string | null;
  price: string | null;
  at: string;
}

/** Data of GET /signals/{id}/candles: 1500 at most. */
export interface SignalCandlesWire {
  /** How long a candle is, in seconds. */
  step: number;
  /** In order; the time is the second since 1970 at which it opens, prices are decimal strings. */
  candles: [time: number, open: string, high: string, low: string, close: string][];
  /**
   * How its stop moved, as its score has it: in order, each from that second since 1970 until the next. `said`: by an amendment; `market`:
   * by itself.
   */
  stops: { time: number; price: string; by: 'published' | 'said' | 'market' }[];
}

/** Data of GET /admin/signals/{id}/amendments: possible amendments, and those made, oldest first. */
export interface AmendmentsWire {
  may: AmendmentWire['kind'][];
  amendments: AmendmentWire[];
}

/** Data of GET /admin/signals/choices: options of the signal form, each list in its order. */
export interface SignalChoicesWire {
  tradeTypes: readonly string[];
  timeFrames: readonly string[];
  riskLevels: readonly string[];
  marketConditions: readonly string[];
  leverages: readonly string[];
  trailingStops: readonly string[];
}

/** POST /admin/signals/preview */
export type SignalOddsRequestWire = Pick<
  NewSignalWire,
  'tradeType' | 'leverage' | 'entryPrice' | 'stopLoss' | 'takeProfit1' | 'takeProfit2' | 'takeProfit3'
>;

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

/** POST /admin/signals/drafts: a draft that was sent to the admin's own Telegram. */
export interface SignalDraftWire {
  id: string;
  /** Replies are refused afterwards. */
  expiresAt: string;
}

/** Why GET /me/signals/{id}/trades has no trades. `not-filled`: the signal has no entry of its own. */
export type NoTradesReasonWire = 'no-account' | 'not-synced' | 'synced-before' | 'other-currency' | 'not-filled' | 'computing' | 'no-fills';

/** Data of GET /me/signals/{id}/trades: own synced trades that followed a signal. Decimals; amounts in the quote currency. */
export interface OwnTradesWire {
  symbol: string;
  lastSyncedAt: string | null;
  /** When trades were attributed last; null: never. */
  computedAt: string | null;
  /** Newer trades are not in the figures yet. */
  isBehind: boolean;
  /** Null: `entry` is set. */
  unknown: NoTradesReasonWire | null;
  /** `price`: average. `slippage`: its distance from the signal's own entry, `modelPrice`, of it; positive is worse. */
  entry: { price: string; quantity: string; modelPrice: string; slippage: string } | null;
  /** Null: nothing was closed. `profit`: after fees; null: a fee is in a coin without a price. */
  exit: { price: string; quantity: string; profit: string | null; lastAt: string } | null;
}
