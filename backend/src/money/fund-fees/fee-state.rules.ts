import { divided, ONE, over, times } from '../../platform/domain/scaled.js';
import type { CrystallisationFigures, FeeState, FundTerms, RedemptionRequest } from './fund-fees.types.js';

/** ACT/365 fixed: a day of a leap year costs as much, so such a year costs 366 of them. */
const DAYS_PER_YEAR = 365n;

type FeeTerms = Pick<FundTerms, 'managementRate' | 'performanceRate' | 'method'>;

/** What a day with a known valuation brings: the equity at its close, and what moved since the last known one. */
export interface KnownDay {
  equity: bigint;
  /** Deposits less withdrawals. */
  flow: bigint;
  paidFromAccount: bigint;
  /** From the account and from outside. */
  paid: bigint;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export const openingState = (equity: bigint): FeeState => ({
  equity,
  profit: 0n,
  highWaterMark: 0n,
  freshMoney: 0n,
  owed: 0n,
  payable: 0n,
  managementFees: 0n,
  performanceFees: 0n,
});

/** Returns the profit that is measured against the high-water mark. */
export const measuredProfit = ({ profit, performanceFees }: FeeState, { method }: FeeTerms): bigint =>
  method === 'gross-high-water-mark' ? profit - performanceFees : profit;

const carryForward = (highWaterMark: bigint, profit: bigint): bigint => larger(0n, highWaterMark - profit);

const profitAboveMark = (state: FeeState, terms: FeeTerms): bigint => larger(0n, measuredProfit(state, terms) - state.highWaterMark);

/** Returns the loss that has to be made good before a performance fee is charged. */
export const carryForwardOf = (state: FeeState, terms: FeeTerms): bigint => carryForward(state.highWaterMark, measuredProfit(state, terms));

/** Closes a day with a known valuation: result, flow, payments and management fee, in this order. */
export function closeKnownDay(before: FeeState, terms: FeeTerms, day: KnownDay) {
  const result = day.equity - before.equity - day.flow + day.paidFromAccount;
  const counted = withResult(before, terms, result);
  const moved = withFlow(counted, terms, day);
  const paid = { ...moved, equity: day.equity, owed: moved.owed - day.paid };
  const base = larger(0n, paid.equity - paid.payable - larger(0n, paid.owed));
  const managementFee = divided(base * terms.managementRate, DAYS_PER_YEAR * ONE);
  return { state: withManagementFee(paid, managementFee), result, base, managementFee };
}

function withResult(state: FeeState, terms: FeeTerms, result: bigint): FeeState {
  const next = { ...state, profit: state.profit + result };
  return measuredProfit(next, terms) >= next.highWaterMark ? { ...next, freshMoney: 0n } : next;
}

const withManagementFee = (state: FeeState, fee: bigint): FeeState => ({
  ...state,
  profit: state.profit - fee,
  owed: state.owed + fee,
  managementFees: state.managementFees + fee,
});

/** A deposit under water is fresh money. A withdrawal takes what a redemption set free; only the rest of it reduces the loss. */
function withFlow(state: FeeState, terms: FeeTerms, { equity, flow }: KnownDay): FeeState {
  const underWater = measuredProfit(state, terms) < state.highWaterMark;
  if (flow >= 0n) return underWater ? { ...state, freshMoney: state.freshMoney + flow } : state;
  const fromPayable = smaller(state.payable, -flow);
  const withdrawn = -flow - fromPayable;
  const next = { ...state, payable: state.payable - fromPayable };
  return underWater ? leftUnderWater(next, terms, withdrawn, equity - next.payable + withdrawn).state : next;
}

/**
 * Takes money out while the profit is below the mark. Fresh money goes first, without effect. The rest is a part of the money that made the
 * loss and takes that part of the loss with it: the mark falls. `managed` is the managed equity before, `fraction` that part.
 */
function leftUnderWater(state: FeeState, terms: FeeTerms, amount: bigint, managed: bigint): { state: FeeState; fraction: bigint } {
  const oldMoney = managed - state.freshMoney;
  const fresh = smaller(state.freshMoney, amount);
  const rest = amount - fresh;
  const next = { ...state, freshMoney: state.freshMoney - fresh };
  if (rest === 0n || terms.method === 'gross-high-water-mark') return { state: next, fraction: 0n };
  if (oldMoney <= rest) return { state: { ...next, highWaterMark: next.profit }, fraction: ONE };
  const lowered = divided((next.profit - next.highWaterMark) * rest, oldMoney);
  return { state: { ...next, highWaterMark: next.highWaterMark + lowered }, fraction: over(rest, oldMoney) };
}

/** Charges the performance fee on all profit above the high-water mark. */
export function crystallise(state: FeeState, terms: FeeTerms): { state: FeeState; figures: CrystallisationFigures } {
  const after = { ...state, highWaterMark: larger(state.highWaterMark, measuredProfit(state, terms)) };
  return charged(state, after, terms, { fraction: ONE, chargeable: profitAboveMark(state, terms) });
}

/** Adds the performance fee on `chargeable` to a state whose mark and money have already changed. */
function charged(
  before: FeeState,
  after: FeeState,
  terms: FeeTerms,
  { fraction, chargeable }: Pick<CrystallisationFigures, 'fraction' | 'chargeable'>,
): { state: FeeState; figures: CrystallisationFigures } {
  const profit = measuredProfit(before, terms);
  const fee = times(terms.performanceRate, chargeable);
  const figures = {
    fraction,
    profit,
    highWaterMarkBefore: before.highWaterMark,
    carryForwardBefore: carryForward(before.highWaterMark, profit),
    chargeable,
    fee,
    highWaterMarkAfter: after.highWaterMark,
    carryForwardAfter: carryForward(after.highWaterMark, profit),
  };
  return { state: { ...after, owed: after.owed + fee, performanceFees: after.performanceFees + fee }, figures };
}

/** Returns what a redemption sets free of the managed equity, and whether that is all of it. */
function leaving({ equity, payable }: FeeState, asked: RedemptionRequest['amount']) {
  const managed = equity - payable;
  const whole = asked === 'all' || asked >= managed;
  return { managed, whole, amount: whole ? larger(0n, managed) : asked };
}

/** Sets the money of a redemption free and charges the performance fee for the part that leaves. `whole`: the mandate ends. */
export function redeem(state: FeeState, terms: FeeTerms, asked: RedemptionRequest['amount']) {
  const { managed, whole, amount } = leaving(state, asked);
  const { state: settled, figures } = settledPart(state, terms, { managed, whole, amount });
  return { state: { ...settled, payable: settled.payable + amount }, figures, amount, whole };
}

function settledPart(state: FeeState, terms: FeeTerms, { managed, whole, amount }: ReturnType<typeof leaving>) {
  const profit = measuredProfit(state, terms);
  if (whole)
    return charged(state, { ...state, highWaterMark: profit }, terms, { fraction: ONE, chargeable: profitAboveMark(state, terms) });
  if (profit < state.highWaterMark) {
    const left = leftUnderWater(state, terms, amount, managed);
    return charged(state, left.state, terms, { fraction: left.fraction, chargeable: 0n });
  }
  const chargeable = divided((profit - state.highWaterMark) * amount, managed);
  const after = { ...state, highWaterMark: state.highWaterMark + chargeable };
  return charged(state, after, terms, { fraction: over(amount, managed), chargeable });
}

/** Sets the money of a redemption free on a day whose valuation is not known: of the last known equity, and without a fee. */
export function setFree(state: FeeState, asked: RedemptionRequest['amount']) {
  const { whole, amount } = leaving(state, asked);
  return { state: { ...state, payable: state.payable + amount }, amount, whole };
}
