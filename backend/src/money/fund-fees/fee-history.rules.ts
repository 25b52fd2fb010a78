import { closeOf, dayOf, isYearEnd } from './fund-calendar.rules.js';
import { closeKnownDay, crystallise, measuredProfit, openingState, redeem, setFree } from './fee-state.rules.js';
import type { Close, Crystallisation, Day, DayRecord, FeeHistory, FeeState, FundCase, Redemption, Totals } from './fund-fees.types.js';
import { RedemptionBook } from './fund-redemptions.rules.js';

const NOTHING: Totals = { deposits: 0n, withdrawals: 0n, paidFromAccount: 0n, paid: 0n };

const added = (a: Totals, b: Totals): Totals => ({
  deposits: a.deposits + b.deposits,
  withdrawals: a.withdrawals + b.withdrawals,
  paidFromAccount: a.paidFromAccount + b.paidFromAccount,
  paid: a.paid + b.paid,
});

/** Computes a mandate day by day, from its start to `untilAt` or its end (docs/fund-fees.md). */
export function feeHistory(fundCase: FundCase): FeeHistory {
  const mandate = new MandateRun(fundCase);
  const last = dayOf(fundCase.untilAt);
  for (let day = dayOf(fundCase.startsAt); day < last && mandate.endedAt === null; day++) mandate.closeDay(day);
  return mandate.finish(last);
}

class MandateRun {
  endedAt: number | null = null;
  private state: FeeState;
  private readonly days: DayRecord[] = [];
  private readonly crystallisations: Crystallisation[] = [];
  private readonly closes: [Close, ...Close[]];
  private readonly redemptions: RedemptionBook;
  private readonly valuations: Map<number, FundCase['valuations'][number]>;
  private readonly moves: Map<Day, Totals>;
  private readonly scheduled: (day: Day) => boolean;
  /** What moved on waiting days; it counts on the next known one. */
  private uncounted = NOTHING;
  private counted = NOTHING;

  constructor(private readonly fundCase: FundCase) {
    const { terms, startsAt, valuations, redemptions, crystallisations } = fundCase;
    this.valuations = new Map(valuations.map((one) => [one.at, one]));
    this.state = openingState(this.knownEquity(startsAt) ?? 0n);
    this.closes = [this.closeAt(startsAt)];
    this.redemptions = new RedemptionBook(redemptions, terms);
    this.moves = movesByDay(fundCase);
    const given = crystallisations && new Set(crystallisations);
    this.scheduled = given ? (day) => given.has(day) : isYearEnd;
  }

  closeDay(day: Day): void {
    this.redemptions.judge(day, this.state.equity - this.state.payable);
    const moved = this.moves.get(day) ?? NOTHING;
    this.uncounted = added(this.uncounted, moved);
    const equity = this.knownEquity(closeOf(day));
    if (equity === null) this.closeWaitingDay(day, moved);
    else this.closeAccruedDay(day, moved, equity);
  }

  /** `next`: the first day that is not closed. Requests of that day are judged, because its opening equity is there. */
  finish(next: Day): FeeHistory {
    if (this.endedAt === null) this.redemptions.judge(next, this.state.equity - this.state.payable);
    this.redemptions.markCancelled();
    return {
      openingEquity: this.closes[0].equity,
      endedAt: this.endedAt,
      days: this.days,
      crystallisations: this.crystallisations,
      redemptions: this.redemptions.all,
      closes: this.closes,
      now: this.state,
    };
  }

  private closeAccruedDay(day: Day, moved: Totals, equity: bigint): void {
    const { terms } = this.fundCase;
    const { deposits, withdrawals, paidFromAccount, paid } = this.uncounted;
    const closed = closeKnownDay(this.state, terms, { equity, flow: deposits - withdrawals, paidFromAccount, paid });
    this.state = closed.state;
    this.counted = added(this.counted, this.uncounted);
    this.uncounted = NOTHING;
    if (this.scheduled(day)) {
      const { state, figures } = crystallise(this.state, terms);
      this.state = state;
      this.crystallisations.push({ day, redemption: null, figures });
    }
    this.leaveOn(day, (one) => {
      const { state, figures, amount, whole } = redeem(this.state, terms, one.request.amount);
      this.crystallisations.push({ day, redemption: one.request.id, figures });
      one.state = 'priced';
      one.amount = amount;
      return { state, whole };
    });
    this.closes.push(this.closeAt(closeOf(day)));
    const { result, base, managementFee } = closed;
    const accrued = { equity, result, base, profit: measuredProfit(this.state, terms), owed: this.state.owed };
    this.record(day, moved, { managementFee, accrued, reason: null });
  }

  /** Charges nothing: what crystallises waits, and money that leaves is set free all the same. */
  private closeWaitingDay(day: Day, moved: Totals): void {
    if (this.scheduled(day)) this.crystallisations.push({ day, redemption: null, figures: null });
    this.leaveOn(day, (one) => {
      const { state, amount, whole } = setFree(this.state, one.request.amount);
      this.crystallisations.push({ day, redemption: one.request.id, figures: null });
      one.state = 'waiting';
      one.amount = amount;
      return { state, whole };
    });
    const reason = this.valuations.get(closeOf(day))?.state === 'estimated' ? 'estimated' : 'missing';
    this.record(day, moved, { managementFee: 0n, accrued: null, reason });
  }

  private leaveOn(day: Day, leave: (one: Redemption) => { state: FeeState; whole: boolean }): void {
    for (const one of this.redemptions.dueOn(day)) {
      const { state, whole } = leave(one);
      this.state = state;
      if (!whole) continue;
      this.endedAt = closeOf(day);
      this.redemptions.endMandate(this.endedAt);
      return;
    }
  }

  private record(day: Day, { deposits, withdrawals, paid }: Totals, rest: Pick<DayRecord, 'managementFee' | 'accrued' | 'reason'>): void {
    this.days.push({ day, flow: deposits - withdrawals, paid, highWaterMark: this.state.highWaterMark, ...rest });
  }

  private knownEquity(at: number): bigint | null {
    const valuation = this.valuations.get(at);
    return valuation?.state === 'known' ? valuation.equity : null;
  }

  private closeAt(at: number): Close {
    const { equity, managementFees, performanceFees } = this.state;
    return { at, equity, managementFees, performanceFees, ...this.counted };
  }
}

function movesByDay({ flows, payments }: Pick<FundCase, 'flows' | 'payments'>): Map<Day, Totals> {
  const moves = new Map<Day, Totals>();
  const add = (at: number, moved: Partial<Totals>) => {
    const day = dayOf(at);
    moves.set(day, added(moves.get(day) ?? NOTHING, { ...NOTHING, ...moved }));
  };
  for (const { at, amount } of flows) add(at, amount > 0n ? { deposits: amount } : { withdrawals: -amount });
  for (const { at, amount, from } of payments) add(at, from === 'account' ? { paid: amount, paidFromAccount: amount } : { paid: amount });
  return moves;
}
