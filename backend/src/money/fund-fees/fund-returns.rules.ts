import { ONE, over, times } from '../../platform/domain/scaled.js';
import { ReturnChain, type ChainPeriod } from '../../trading/portfolio/index.js';
import { closeOf, dayOf } from './fund-calendar.rules.js';
import type { Close, DayRecord, FeeHistory, FundCase, Return, ReturnLink, Returns } from './fund-fees.types.js';

/** A chain's place after a close. */
interface Mark {
  periods: number;
  breaks: number;
  index: bigint;
}

type Flow = FundCase['flows'][number];

/**
 * Chains the returns of a mandate with the engine of portfolios: between deposits, withdrawals and closes with a known valuation, before
 * fees from the account's value, after fees from the value less fees owed. Fees count at the close that charges or receives them. A payment
 * of fees is money that comes or leaves, and no result.
 */
export class FundReturns {
  private readonly before = new ReturnChain();
  private readonly after = new ReturnChain();
  private readonly marks = new Map<number, { before: Mark; after: Mark }>();
  private readonly startsAt: number;
  private readonly waiting: readonly DayRecord[];

  constructor({ closes, days }: Pick<FeeHistory, 'closes' | 'days'>, flows: FundCase['flows']) {
    const [start, ...later] = closes;
    this.startsAt = start.at;
    this.waiting = days.filter(({ accrued }) => accrued === null);
    this.before.valued({ at: start.at, value: start.equity });
    this.after.valued({ at: start.at, value: netOf(start) });
    this.mark(start.at);
    const moves = byInstant(flows).values();
    let move = moves.next();
    let from: Close = start;
    for (const to of later) {
      for (; !move.done && move.value.at < to.at; move = moves.next()) this.flowed(move.value, from);
      this.closed(from, to);
      this.mark(to.at);
      from = to;
    }
  }

  /** Returns the time-weighted returns of a statement, whose ends are closes with a known valuation. */
  of({ from, to }: { from: number; to: number }): { period: Returns; sinceStart: Returns } {
    return { period: this.between(from, to), sinceStart: this.between(this.startsAt, to) };
  }

  /** Returns what the returns of a statement are chained from, in order. Nothing where an end has no known valuation. */
  links({ from, to }: { from: number; to: number }): ReturnLink[] {
    const [start, end] = [this.marks.get(from), this.marks.get(to)];
    if (!start || !end) return [];
    const net = new Map<number, ChainPeriod[]>();
    for (const period of slice(this.after, start.after, end.after)) net.set(period.endedAt, [...(net.get(period.endedAt) ?? []), period]);
    return slice(this.before, start.before, end.before).map((period) => {
      const { startedAt, endedAt, valueStart, valueEnd, flow, method, periodReturn } = period;
      const same = net.get(endedAt) ?? [];
      return {
        from: startedAt,
        to: endedAt,
        method,
        opening: valueStart,
        closing: valueEnd,
        flow,
        before: periodReturn,
        netOpening: same[0]?.valueStart ?? null,
        netClosing: same.at(-1)?.valueEnd ?? null,
        after: chained(same),
      };
    });
  }

  private flowed({ at, amount, equityBefore }: Flow, last: Close): void {
    const owed = owedAt(last);
    this.before.flowed({ at, amount, valueBefore: equityBefore });
    this.after.flowed({ at, amount, valueBefore: equityBefore === null ? null : equityBefore - owed });
  }

  private closed(from: Close, to: Close): void {
    const { at, equity } = to;
    const fromAccount = to.paidFromAccount - from.paidFromAccount;
    const fromOutside = to.paid - from.paid - fromAccount;
    const unpaid = equity + fromAccount;
    if (fromAccount > 0n) this.before.flowed({ at, amount: -fromAccount, valueBefore: unpaid });
    else this.before.valued({ at, value: equity });
    if (fromOutside > 0n) this.after.flowed({ at, amount: fromOutside, valueBefore: unpaid - owedAt(from) });
    this.after.valued({ at, value: netOf(to) });
  }

  private mark(at: number): void {
    this.marks.set(at, { before: markOf(this.before), after: markOf(this.after) });
  }

  private between(from: number, to: number): Returns {
    const [start, end] = [this.marks.get(from)!, this.marks.get(to)!];
    const waits = this.waiting.find(({ day }) => closeOf(day) > from && closeOf(day) < to);
    if (from === to) return { before: unknown('no_day'), after: unknown('no_day') };
    if (waits) return { before: unknown('waiting', waits.day), after: unknown('waiting', waits.day) };
    return { before: figure(this.before, start.before, end.before), after: figure(this.after, start.after, end.after) };
  }
}

const unknown = (reason: NonNullable<Return['reason']>, day: number | null = null): Return => ({ value: null, reason, day });
const markOf = ({ periods, breaks, index }: ReturnChain): Mark => ({ periods: periods.length, breaks: breaks.length, index });
const slice = ({ periods }: ReturnChain, from: Mark, to: Mark): ChainPeriod[] => periods.slice(from.periods, to.periods);

function figure(chain: ReturnChain, from: Mark, to: Mark): Return {
  const periods = slice(chain, from, to);
  const estimated = periods.find(({ method }) => method === 'estimated');
  if (estimated) return unknown('flow', dayOf(estimated.startedAt));
  const broken = chain.breaks.slice(from.breaks, to.breaks)[0] ?? null;
  if (broken) return unknown('broken', dayOf(broken.at));
  // An account without money has no return.
  if (periods.length === 0 || from.index === 0n) return unknown('broken');
  return { value: over(to.index, from.index) - ONE, reason: null, day: null };
}

/** Returns the return of periods one after the other; null: that of one is not defined. */
function chained(periods: readonly ChainPeriod[]): bigint | null {
  let index = ONE;
  for (const { periodReturn } of periods) {
    if (periodReturn === null) return null;
    index = times(index, ONE + periodReturn);
  }
  return periods.length === 0 ? null : index - ONE;
}

const owedAt = ({ managementFees, performanceFees, paid }: Close): bigint => managementFees + performanceFees - paid;
const netOf = (close: Close): bigint => close.equity - owedAt(close);

/** Sorts flows by time and merges flows of the same instant. */
function byInstant(flows: FundCase['flows']): Flow[] {
  const merged: Flow[] = [];
  for (const flow of flows.toSorted((a, b) => a.at - b.at)) {
    const last = merged.at(-1);
    if (last?.at === flow.at)
      merged[merged.length - 1] = { ...last, amount: last.amount + flow.amount, equityBefore: last.equityBefore ?? flow.equityBefore };
    else merged.push(flow);
  }
  return merged.filter(({ amount }) => amount !== 0n);
}
