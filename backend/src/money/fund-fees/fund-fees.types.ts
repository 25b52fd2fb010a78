// Units in this module: amounts, rates and fractions are integers of 10^-18 (platform/domain/scaled.ts), amounts of invoices and statements
// whole cents, times milliseconds since 1970. The rules are those of docs/fund-fees.md.

/** A UTC day, counted from 1970. It is closed by the valuation at its end, the next 00:00. */
export type Day = number;

export const feeMethods = ['cumulative-profit', 'gross-high-water-mark'] as const;
/** `gross-high-water-mark` is there to compare: performance fees lower the profit that has to pass the mark again. */
export type FeeMethod = (typeof feeMethods)[number];

/** The ends of quarters: the days on which money can leave at the fund's price. */
export const dealingDates = ['03-31', '06-30', '09-30', '12-31'] as const;
export type DealingDate = (typeof dealingDates)[number];

export interface FundTerms {
  version: string;
  /** A year, of one. */
  managementRate: bigint;
  /** Of the profit above the high-water mark. */
  performanceRate: bigint;
  method: FeeMethod;
  /** The least that a client's account is opened with, and that stays behind when a part leaves. */
  minimum: bigint;
  noticeDays: number;
  dealingDays: readonly DealingDate[];
}

export type ValuationState = 'known' | 'estimated' | 'missing';

/** A client's terms and history, in any order; everything lies within the mandate, and no two valuations have one time. */
export interface FundCase {
  terms: FundTerms;
  currency: string;
  /** The first 00:00 at or after the countersignature. */
  startsAt: number;
  /** The last 00:00 that counts. What happens from then on is not computed yet. */
  untilAt: number;
  /** Equity at 00:00, before the fees of the day that ends; null unless known. */
  valuations: readonly { at: number; state: ValuationState; equity: bigint | null }[];
  /** Deposits are positive. `equityBefore`: just before all flows of the instant; null where it is not known. */
  flows: readonly { at: number; amount: bigint; equityBefore: bigint | null }[];
  payments: readonly { at: number; amount: bigint; from: 'account' | 'outside' }[];
  /** Redemptions of one dealing day leave in this order. */
  redemptions: readonly RedemptionRequest[];
  /** null: every 31 December. */
  crystallisations: readonly Day[] | null;
  issued: readonly IssuedInvoice[];
}

export interface RedemptionRequest {
  id: string;
  requestedAt: number;
  amount: bigint | 'all';
  cancelledAt: number | null;
}

export type InvoiceKind = 'management' | 'performance';

export interface IssuedInvoice {
  kind: InvoiceKind;
  /** `2026-01` for a management fee, `2026-12-31` for a performance fee. */
  period: string;
  /** 00:00 after the period. */
  endsAt: number;
  cents: bigint;
}

/** What a client's account and fees amount to after a day with a known valuation. */
export interface FeeState {
  /** At the last known valuation. */
  equity: bigint;
  /** Trading results since the start, less management fees. Deposits, withdrawals and payments of fees do not change it. */
  profit: bigint;
  highWaterMark: bigint;
  /** Deposited while the profit was below the mark: leaves first, and takes no loss with it. */
  freshMoney: bigint;
  /** Fees accrued and not paid; negative where more was paid. */
  owed: bigint;
  /** Set free by redemptions and not withdrawn yet. */
  payable: bigint;
  /** Since the start. */
  managementFees: bigint;
  performanceFees: bigint;
}

export interface DayRecord {
  day: Day;
  /** Flow and payments of the day alone. */
  flow: bigint;
  paid: bigint;
  highWaterMark: bigint;
  managementFee: bigint;
  /** null on a day that waits for its valuation. */
  accrued: { equity: bigint; result: bigint; base: bigint; profit: bigint; owed: bigint } | null;
  /** Why the day waits; null on an accrued one. */
  reason: 'missing' | 'estimated' | null;
}

/**
 * The figures of a performance fee. `fraction`: the part of the account that it concerns; a carry-forward is the loss that has to be made
 * good before a fee is charged.
 */
export const crystallisationFigures = [
  'fraction',
  'profit',
  'highWaterMarkBefore',
  'carryForwardBefore',
  'chargeable',
  'fee',
  'highWaterMarkAfter',
  'carryForwardAfter',
] as const;
export type CrystallisationFigures = Record<(typeof crystallisationFigures)[number], bigint>;

export interface Crystallisation {
  day: Day;
  /** Of the request that caused it; null for a scheduled one. */
  redemption: string | null;
  /** null on a day that waits for its valuation. */
  figures: CrystallisationFigures | null;
}

export type RefusalReason = 'already_leaving' | 'more_than_the_account' | 'rest_below_minimum';

export interface Redemption {
  request: RedemptionRequest;
  dealingDay: Day;
  lastNoticeDay: Day;
  /** The request can be cancelled before. */
  lockedAt: number;
  state: 'pending' | 'refused' | 'cancelled' | 'waiting' | 'priced';
  reason: RefusalReason | null;
  /** What was set free; null before the dealing day. */
  amount: bigint | null;
}

/** Sums since the start of the mandate, at a known valuation. */
export interface Totals {
  deposits: bigint;
  withdrawals: bigint;
  paidFromAccount: bigint;
  paid: bigint;
}

export interface Close extends Totals {
  at: number;
  equity: bigint;
  managementFees: bigint;
  performanceFees: bigint;
}

export interface FeeHistory {
  openingEquity: bigint;
  endedAt: number | null;
  days: readonly DayRecord[];
  crystallisations: readonly Crystallisation[];
  redemptions: readonly Redemption[];
  /** The start of the mandate, then each day with a known valuation. */
  closes: readonly [Close, ...Close[]];
  now: FeeState;
}

export interface FundInvoice {
  kind: InvoiceKind;
  period: string;
  /** Cents: the issued amount where there is one. */
  amount: bigint;
  /** Cents: what the amount had to be to make all invoices of this kind add up to the exact fees. */
  computed: bigint;
  /** The exact fees of the period. */
  exact: bigint;
  issued: boolean;
  /** Days of the period without a fee, because their valuation is not known. */
  waitingDays: readonly Day[];
}

/**
 * A time-weighted return as a fraction of one, integers of 10^-18; `value` null: unknown, because a day waits for its valuation
 * (`waiting`), because the account was not valued at a large deposit or withdrawal (`flow`), because there was no money to measure from
 * (`broken`), or because no day has passed. `day`: the one it is about.
 */
export interface Return {
  value: bigint | null;
  reason: 'waiting' | 'flow' | 'broken' | 'no_day' | null;
  day: Day | null;
}

/** Before and after our fees. */
export interface Returns {
  before: Return;
  after: Return;
}

/** A sub-period that returns are chained from: between two valuations. `flow`: at its end, or within it where the method is not `exact`. */
export interface ReturnLink {
  from: number;
  to: number;
  method: 'exact' | 'dietz' | 'estimated';
  opening: bigint | null;
  closing: bigint | null;
  flow: bigint;
  before: bigint | null;
  netOpening: bigint | null;
  netClosing: bigint | null;
  after: bigint | null;
}

/** A statement of account; amounts in cents. */
export interface Statement {
  from: number;
  to: number;
  opening: bigint;
  deposits: bigint;
  withdrawals: bigint;
  feesPaidFromAccount: bigint;
  closing: bigint;
  tradingResult: bigint;
  owedOpening: bigint;
  managementFee: bigint;
  performanceFee: bigint;
  feesPaid: bigint;
  owedClosing: bigint;
  netOpening: bigint;
  netClosing: bigint;
}
