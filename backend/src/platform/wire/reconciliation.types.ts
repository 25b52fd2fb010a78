/** Explains an exchange account's balances by the rows read from it (rules section 3). Money is decimal strings, times ISO 8601 UTC. */
export type ReconciliationKindWire = 'spot' | 'futures';
export type ReconciliationStatusWire = 'balanced' | 'explained' | 'open' | 'unavailable';

/** `code` is stable; `text` is a sentence for people. */
export interface RemarkWire {
  code: string;
  text: string;
}

/**
 * One asset. The columns from `opening` to `other` are signed: what each added to the balance; together they are `expected`, and `residual`
 * is `reported` less that.
 */
export interface ReconciledAssetWire {
  /** `<accountId>:<kind>:<asset>` */
  id: string;
  userId: string;
  kind: ReconciliationKindWire;
  asset: string;
  /** Null where the exchange does not tell it: then `expected` and `residual` are null, too. */
  opening: string | null;
  buys: string;
  sells: string;
  fees: string;
  deposits: string;
  withdrawals: string;
  /** Between the account's own wallets. */
  transfers: string;
  /** Null: the exchange's list of conversions is not read. The next two alike. */
  converts: string | null;
  /** Small balances that were converted together. */
  dust: string | null;
  dividends: string | null;
  earn: string;
  realizedPnl: string;
  funding: string;
  other: string;
  expected: string | null;
  reported: string;
  residual: string | null;
  /** Size of the residual in USDT; null without a price. */
  residualWorth: string | null;
  status: ReconciliationStatusWire;
  /** On record, and able to explain the residual. */
  reasons: RemarkWire[];
  /** Worth knowing, and no explanation. */
  hints: RemarkWire[];
  /** Futures: sums of the journal by the exchange's own kinds. */
  income: Record<string, string>;
  /** Effect of deposits, withdrawals and transfers on the funding wallet, which is not part of the balance. */
  fundingWallet: string;
  /** Movements are counted from then on; null: from the account's beginning. */
  openingAt: string | null;
  /** Start of the period that the residual covers; null: the account's beginning. */
  checkedSince: string | null;
  /** Since when the residual has its value; null where it is 0. */
  residualSince: string | null;
  /** The exchange's time of the balance. */
  readAt: string;
  methodologyVersion: number;
}

/** `reconciliations` of the console; filters userId, status, kind, asset. */
export type ReconciliationRecord = ReconciledAssetWire & { fullName: string; venue: string };

export interface ReconciliationDayWire {
  /** `2026-11-21` */
  day: string;
  readAt: string;
  balanced: number;
  explained: number;
  open: number;
  unavailable: number;
  residualWorth: string;
  /** The largest residuals of that day. */
  residuals: { kind: ReconciliationKindWire; asset: string; residual: string; status: ReconciliationStatusWire }[];
}

/** GET /me/reconciliation and GET /admin/members/{userId}/reconciliation, as `data`. */
export interface ReconciliationWire {
  userId: string;
  venue: string | null;
  /** Null until the account was reconciled once. */
  readAt: string | null;
  reconciledAt: string | null;
  counts: Record<ReconciliationStatusWire, number>;
  /** Facts about the whole account. */
  notes: RemarkWire[];
  /** The dearest residuals first. */
  assets: ReconciledAssetWire[];
  /** Newest first. */
  days: ReconciliationDayWire[];
}
