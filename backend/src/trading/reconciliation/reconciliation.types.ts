import type { Venue } from '../venues/index.js';

/** Spot: the coins of the spot wallet. Futures: the assets of the futures wallet, without unrealised profit. */
export const reconciliationKinds = ['spot', 'futures'] as const;
export type ReconciliationKind = (typeof reconciliationKinds)[number];

/**
 * balanced: stored rows explain the balance, down to dust. explained: they do not, for a known reason (a gap, a delisted symbol, late
 * rows). open: they do not, for no known reason. unavailable: the venue does not provide enough data.
 */
export const reconciliationStatuses = ['balanced', 'explained', 'open', 'unavailable'] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];

export const pairSources = ['listed', 'split'] as const;
export type PairSource = (typeof pairSources)[number];

/** Increased whenever the same rows would give other figures or another status. */
export const METHODOLOGY_VERSION = 2;

export const remarkCodes = [
  // Of an asset: a known reason for a residual.
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
  // Of an asset: a possible reason, without evidence.
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

/** A sentence for people with a code for programs. */
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

/** Signed contributions to a balance. They add up to the expected balance. */
export interface Columns {
  /** Null: not derivable from the venue's data. */
  opening: string | null;
  /** Received by trades, as base or quote. */
  buys: string;
  /** Paid in trades. */
  sells: string;
  /** Of trades and of withdrawals. */
  fees: string;
  deposits: string;
  withdrawals: string;
  /** Between the account's own wallets. */
  transfers: string;
  /** Null: not read from this venue. Likewise the next two. */
  converts: string | null;
  /** Small balances converted together. */
  dust: string | null;
  dividends: string | null;
  earn: string;
  realizedPnl: string;
  funding: string;
  other: string;
}

/** An asset before the judgement of its residual. */
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

/** An asset with its status, reasons and hints. */
export interface ReconciledAsset extends AssetLine {
  residualWorth: string | null;
  status: ReconciliationStatus;
  reasons: Remark[];
  hints: Remark[];
  residualSince: Date | null;
  readAt: Date;
}

/** What is reconciled. */
export interface Subject {
  accountId: string;
  venue: Venue;
  /** The venue's time of the balances. */
  readAt: Date;
}
