import type { InvoiceStatusWire } from './invoices.types.js';

export type MandateStateWire = 'signed' | 'declined' | 'starting' | 'active' | 'ended';

/** GET /me/fund/terms: what a client signs. */
export interface FundTermsWire {
  version: string;
  /** SHA-256 of the clauses, each on a line of its own, in hexadecimal digits. */
  sha256: string;
  clauses: string[];
  /** Decimals of one. */
  managementRate: string;
  performanceRate: string;
  /** US dollars. */
  minimum: string;
  noticeDays: number;
  /** `06-30` */
  dealingDays: string[];
}

/** POST /me/fund/mandate takes {version, sha256, name}. */
export interface MandateWire {
  id: string;
  state: MandateStateWire;
  termsVersion: string;
  sha256: string;
  signedName: string | null;
  signedAt: string;
  countersignedAt: string | null;
  declineReason: string | null;
  /** 00:00 UTC. */
  startsAt: string | null;
  /** Null until it is known. */
  openingEquity: string | null;
  endedAt: string | null;
}

/**
 * A time-weighted return, a decimal of one; `value` null: unknown. `waiting`: the day waits for its valuation. `flow`: the account was not
 * valued at a large deposit or withdrawal of the day. `broken`: there was no money to measure from. `no_day`: no day is over.
 * `not_computed`: the figures are from before returns were shown.
 */
export interface FundReturnWire {
  value: string | null;
  reason: 'waiting' | 'flow' | 'broken' | 'no_day' | 'not_computed' | null;
  day: string | null;
}

/** Before and after our fees. */
export interface FundReturnPairWire {
  before: FundReturnWire;
  after: FundReturnWire;
}

/** A row of GET /me/fund/statements/{period}/returns, oldest first: a sub-period that returns are chained from. Decimals. */
export interface FundReturnLinkWire {
  from: string;
  to: string;
  /** `exact`: the flow is at its end. Otherwise it is within, weighted by time (`dietz`) or too large for that (`estimated`). */
  method: 'exact' | 'dietz' | 'estimated';
  opening: string | null;
  closing: string | null;
  flow: string;
  before: string | null;
  netOpening: string | null;
  netClosing: string | null;
  after: string | null;
}

/** A fee of a finished period. Decimals; `amount` and `computed` are dollars with two places. */
export interface FundFeeWire {
  kind: 'management' | 'performance';
  /** `2026-01`, or `2026-12-31`. */
  period: string;
  /** What accrued in the period. */
  exact: string;
  /** What makes all invoices of the kind add up to what accrued. */
  computed: string;
  /** What is charged, or will be. */
  amount: string;
  /** With an invoice or, where earlier ones had charged enough, without one. */
  isClosed: boolean;
  /** Days of the period that wait for a valuation. */
  waitingDays: number;
  invoice: { id: string; number: string; status: InvoiceStatusWire; paidAt: string | null } | null;
  /** How a performance fee came about: a row for the year's end and for each part that left on the day. Empty for a management fee. */
  crystallisations: FundCrystallisationWire[];
}

export interface FundCrystallisationWire {
  kind: 'scheduled' | 'redemption';
  /** The part of the account, a decimal of one. */
  fraction: string;
  profit: string;
  highWaterMarkBefore: string;
  carryForwardBefore: string;
  chargeable: string;
  fee: string;
  highWaterMarkAfter: string;
  carryForwardAfter: string;
}

/** A statement of account; dollars with two decimal places. */
export interface FundStatementWire {
  from: string;
  to: string;
  opening: string;
  deposits: string;
  withdrawals: string;
  tradingResult: string;
  feesPaidFromAccount: string;
  closing: string;
  owedOpening: string;
  managementFee: string;
  performanceFee: string;
  feesPaid: string;
  owedClosing: string;
  netOpening: string;
  netClosing: string;
  /** At the end of the statement, since the start of the mandate: trading result less management fees, and what it is measured against. */
  profit: string;
  highWaterMark: string;
  /** What the profit lacks to the mark: the loss that is made good before a performance fee is charged. */
  carryForward: string;
  returns: { period: FundReturnPairWire; sinceStart: FundReturnPairWire };
}

/**
 * `locked`: the notice has ended. `waiting`: the money is set free, its fee waits for a valuation. `settled`: nothing is left to do.
 */
export type RedemptionStateWire = 'requested' | 'acknowledged' | 'locked' | 'waiting' | 'priced' | 'settled' | 'refused' | 'cancelled';
export type SettlementItemWire = 'positions_closed' | 'fees_invoiced' | 'money_free' | 'access_ended';

/** An item that is done before a redemption is settled. */
export interface FundChecklistItemWire {
  item: SettlementItemWire;
  isDone: boolean;
  /** The system finds out, and nobody ticks it. */
  isChecked: boolean;
  /** When an admin ticked it. */
  doneAt: string | null;
}

/** A request to leave. POST /me/fund/redemptions takes {amount: decimal or "all"}. */
export interface FundRedemptionWire {
  id: string;
  state: RedemptionStateWire;
  reason: 'already_leaving' | 'more_than_the_account' | 'rest_below_minimum' | null;
  /** Days YYYY-MM-DD. */
  dealingDay: string;
  lastNoticeDay: string;
  /** It can be cancelled before. */
  lockedAt: string;
  /** What was asked for; null: everything. */
  requested: string | null;
  /** What was set free; null before the dealing day. */
  amount: string | null;
  /** The client leaves with everything, and the mandate ends. */
  isFull: boolean;
  acknowledgedAt: string | null;
  settledAt: string | null;
  /** Empty before the request is locked. */
  checklist: FundChecklistItemWire[];
}

/** A redemption in the console. Names are null once the account was deleted. */
export interface FundRedemptionDetailWire extends FundRedemptionWire {
  acknowledgedBy: string | null;
  settledBy: string | null;
  checklist: (FundChecklistItemWire & { doneBy: string | null })[];
  may: ('acknowledge' | 'tick' | 'end-access' | 'settle')[];
}

/** GET admin/fund-redemptions: requests that are neither settled, cancelled nor refused, by dealing day; the first 200. */
export interface OpenRedemptionsWire {
  count: number;
  rows: (Pick<FundRedemptionWire, 'id' | 'state' | 'dealingDay' | 'requested' | 'amount'> & { mandateId: string; fullName: string })[];
}

/** Figures of a mandate; decimals. They are computed from known valuations alone. */
export interface FundFiguresWire<R extends FundRedemptionWire = FundRedemptionWire> {
  computedAt: string;
  /** The last 00:00 UTC that counted. */
  untilAt: string;
  /** Days whose valuation is not known yet: they bear no fee so far. */
  waitingDays: number;
  profit: string;
  highWaterMark: string;
  /** The loss that is made good before a performance fee is charged. */
  carryForward: string;
  managementFees: string;
  performanceFees: string;
  owed: string;
  redemptionPayable: string;
  /** From the start to the last known valuation. */
  total: FundStatementWire;
  /** Newest first, 60 at most. */
  statements: FundStatementWire[];
  /** Newest first, 120 at most. */
  fees: FundFeeWire[];
  redemptions: R[];
}

/** GET /me/fund */
export interface MyFundWire {
  /** False for members who are no clients of the fund. */
  isClient: boolean;
  mandate: MandateWire | null;
  /** Null until the mandate has started and was computed. */
  figures: FundFiguresWire | null;
  /** The next dealing day, and the last day to ask for it; null without a running mandate. */
  nextDealing: { dealingDay: string; lastNoticeDay: string } | null;
  /** Mandates before this one that were in force, newest first. */
  earlier: { mandate: MandateWire; total: FundStatementWire; statements: FundStatementWire[] }[];
}

/** A row of GET /me/fund/days, newest first. Decimals; null: the valuation is not known yet. */
export interface FundDayWire {
  day: string;
  waiting: 'missing' | 'estimated' | null;
  equity: string | null;
  flow: string;
  paid: string;
  result: string | null;
  base: string | null;
  managementFee: string;
  profit: string | null;
  highWaterMark: string;
  owed: string | null;
}

/** A record of `fund-mandates` of the console. */
export interface FundMandateWire extends MandateWire {
  userId: string;
  fullName: string;
  /** At the last known valuation; null before the start. */
  equity: string | null;
  owed: string | null;
  waitingDays: number | null;
  may: ('countersign' | 'decline')[];
}

/** POST admin/fund-redemptions/{id}/… answers with it too. */
export interface FundMandateDetailWire extends FundMandateWire {
  figures: FundFiguresWire<FundRedemptionDetailWire> | null;
}

/** GET admin/fund-invoices: the dry run. POST admin/fund-invoices takes {count, total} as they stand here. */
export interface FundDryRunWire {
  count: number;
  /** Dollars with two decimal places. */
  total: string;
  clients: number;
  /** The first 200. */
  rows: {
    id: string;
    mandateId: string;
    fullName: string;
    kind: 'management' | 'performance';
    period: string;
    amount: string;
    waitingDays: number;
  }[];
  /** The last order; null: there was none. */
  lastOrder: { requestedAt: string; count: number; total: string; finishedAt: string | null } | null;
}

/** GET admin/fund-book: sums over all running mandates. */
export interface FundBookWire {
  clients: number;
  waitingSignatures: number;
  /** At each account's last known valuation. */
  equity: string;
  owed: string;
  /** Mandates with a day whose valuation is not known. */
  withWaitingDays: number;
}
