/** GET /me/club-share: what the club gets of the profit that a member made with its signals. Decimals, dollars. */
export interface ClubShareWire {
  /** False for a member who may not see signals. */
  isMember: boolean;
  /** When the exchange account was last read. */
  lastSyncedAt: string | null;
  /** Why the figures are not known. `computing`: for the first time. */
  unknown: 'no-account' | 'not-synced' | 'computing' | null;
  figures: ClubShareFiguresWire | null;
}

export interface ClubShareFiguresWire {
  computedAt: string;
  /** Trades or disputes have changed since: the figures are being computed again. */
  isBehind: boolean;
  /** What part of the profit above the high-water mark the club gets. */
  rate: string;
  /** Lines by their state. */
  lines: { charged: number; frozen: number; dropped: number };
  /** Calendar years in UTC, divided where the club closed a market cycle; the present one first. */
  periods: ClubSharePeriodWire[];
}

export interface ClubSharePeriodWire {
  name: string;
  from: string;
  /** Exclusive. */
  to: string;
  isRunning: boolean;
  profit: string;
  cumulativeProfit: string;
  highWaterMarkBefore: string;
  highWaterMark: string;
  chargeable: string;
  share: string;
  /** How far the profit is below the high-water mark. */
  carryForward: string;
  /** Of the invoice that charged it; null: not invoiced. */
  invoiceId: string | null;
}

/** A trade as the exchange told it. */
export interface ClubShareTradeWire {
  /** In GET /me/club-share/case. */
  id: string;
  tradeId: string;
  venue: string;
  symbol: string;
  at: string;
  side: 'buy' | 'sell';
  price: string;
  qty: string;
}

/** A row of GET /me/club-share/lines, newest first: a quantity that followed a signal and was closed again. */
export interface ClubShareLineWire {
  signalId: string;
  /** BTC/USDT */
  symbol: string;
  market: 'spot' | 'futures';
  side: 'long' | 'short';
  entry: ClubShareTradeWire;
  exit: ClubShareTradeWire;
  qty: string;
  gross: string;
  /** Null: a fee was paid in a coin whose price is not stored. Then the line is frozen. */
  fees: string | null;
  profit: string | null;
  state: 'charged' | 'frozen' | 'dropped';
  /** Null: not disputed. A withdrawn dispute is none. */
  dispute: ClubShareDisputeWire | null;
}

/** POST /me/club-share/disputes takes {entry, exit, reason}: ids of the trades of a line. */
export interface ClubShareDisputeWire {
  id: string;
  state: 'open' | 'upheld' | 'dropped';
  reason: string;
  openedAt: string;
  /** When it was decided. */
  closedAt: string | null;
  decisionReason: string | null;
}

/** A record of `share-disputes` of the console. */
export interface ShareDisputeWire {
  id: string;
  userId: string;
  fullName: string;
  signalId: string;
  symbol: string;
  /** The exchange's numbers of both trades. */
  entryTrade: string;
  exitTrade: string;
  /** As they were when the dispute was opened; decimals, null: a fee was not known. */
  qty: string;
  profit: string | null;
  reason: string;
  state: 'open' | 'upheld' | 'dropped' | 'withdrawn';
  openedAt: string;
  closedAt: string | null;
  decisionReason: string | null;
  may: ('uphold' | 'drop')[];
}

/**
 * GET admin/share-invoices: the dry run. POST admin/share-invoices takes {count, total} as they are here, POST …/close-cycle
 * {closesAt}.
 */
export interface ShareDryRunWire {
  count: number;
  /** Dollars with two decimal places. */
  total: string;
  members: number;
  /** Members whose figures are being computed again, because a signal or a period has changed. */
  behind: number;
  /** The first 200: those with a share, then those of the latest period without one. Decimals, dollars. */
  rows: {
    id: string;
    userId: string;
    fullName: string;
    period: string;
    profit: string;
    highWaterMarkBefore: string;
    chargeable: string;
    carryForward: string;
    /** Lines closed in the period that are left out, because they are disputed or a fee is not known. */
    frozenLines: number;
    /** As far as it is known. */
    frozenProfit: string;
    share: string;
  }[];
  /** `closesAt`: the 00:00 UTC that the running period would end with; null: it has just begun. */
  running: { startsAt: string; closesAt: string | null };
  /** The last order; null: there was none. */
  lastOrder: { requestedAt: string; count: number; total: string; finishedAt: string | null } | null;
}
