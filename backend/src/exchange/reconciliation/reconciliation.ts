/** Spot: the coins of the spot wallet. Futures: the assets of the futures wallet, without unrealised profit. */
export const reconciliationKinds = ['spot', 'futures'] as const;
export type ReconciliationKind = (typeof reconciliationKinds)[number];

/**
 * balanced: what was read explains the balance, down to dust. explained: it does not, and something on record says why (a gap, a symbol that
 * is gone, rows that are still on their way). open: it does not, and nobody knows why. unavailable: the venue does not tell enough to say.
 */
export const reconciliationStatuses = ['balanced', 'explained', 'open', 'unavailable'] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];

export const pairSources = ['listed', 'split'] as const;
export type PairSource = (typeof pairSources)[number];

/** Goes up whenever the same rows would give other figures or another status. */
export const METHODOLOGY_VERSION = 2;

export const remarkCodes = [
  // Of an asset: something on record that explains a residual.
  'deposits-incomplete',
  'withdrawals-incomplete',
  'transfers-incomplete',
  'conversions-incomplete',
  'dust-incomplete',
  'dividends-incomplete',
  'symbol-gone',
  'symbol-unfinished',
  'symbol-unknown',
  'market-gone',
  'late-fills',
  'moving',
  'funding-wallet',
  'transfers-untold',
  'journal-behind',
  'opening-derived',
  // Of an asset: what may be behind a residual, without a sign of it.
  'lists-not-read',
  'pairs-unsearched',
  'earn-inferred',
  'fills-differ',
  // Of the account.
  'symbol-split',
  'futures-horizon',
  'venue-window',
] as const;
export type RemarkCode = (typeof remarkCodes)[number];

/** A sentence for people, with a name for programs. */
export interface Remark {
  code: RemarkCode;
  text: string;
}

export interface ResidualOfDay {
  kind: ReconciliationKind;
  asset: string;
  residual: string;
  status: ReconciliationStatus;
}

/** What moved a balance. Signed: what it added. Together they are what the balance should be. */
export interface Columns {
  /** Null where the venue's data does not tell it. */
  opening: string | null;
  /** Came in by trades: as the base bought or the quote received. */
  buys: string;
  /** Went out by trades. */
  sells: string;
  /** Of trades and of withdrawals. */
  fees: string;
  deposits: string;
  withdrawals: string;
  /** Between the account's own wallets. */
  transfers: string;
  /** Null: not read from this venue. The next two alike. */
  converts: string | null;
  /** Small balances that were converted together. */
  dust: string | null;
  dividends: string | null;
  earn: string;
  realizedPnl: string;
  funding: string;
  other: string;
}

/** One asset, counted but not judged. */
export interface AssetLine extends Columns {
  kind: ReconciliationKind;
  asset: string;
  expected: string | null;
  reported: string;
  residual: string | null;
  /** See the entity. */
  fundingWallet: string;
  income: Record<string, string>;
  openingAt: Date | null;
  checkedSince: Date | null;
}

/** One asset, with what there is to say about it. */
export interface ReconciledAsset extends AssetLine {
  residualWorth: string | null;
  status: ReconciliationStatus;
  reasons: Remark[];
  hints: Remark[];
  residualSince: Date | null;
  readAt: Date;
}
