import type { PeriodMethod } from './portfolio.types.js';
import { abs, divided, ONE, over, times } from '../../../platform/domain/scaled.js';

/** Flows up to this share of the value do not need a valuation of their own (rules.md 2; the tenth is a common rule of thumb). */
const SMALL_FLOW = ONE / 10n;

export interface Valuation {
  at: number;
  /** Null: unknown. */
  value: bigint | null;
}

export interface ExternalFlow {
  at: number;
  /** Signed value; null: unknown. */
  amount: bigint | null;
  /** Equity just before it; null or absent: unknown. */
  valueBefore?: bigint | null;
}

export interface ChainPeriod {
  startedAt: number;
  endedAt: number;
  valueStart: bigint | null;
  valueEnd: bigint | null;
  flow: bigint;
  method: PeriodMethod;
  periodReturn: bigint | null;
  segment: number;
  /** Index at its end; null if the return is undefined. */
  index: bigint | null;
}

export type BreakReason =
  | 'no value to start from'
  | 'a negative value'
  | 'a flow of unknown worth'
  | 'the money at work was not positive'
  | 'the whole value was lost'
  | 'the valuation contradicts the flow'
  | 'not everything that moved the account is known';

export interface Break {
  at: number;
  reason: BreakReason;
}

/**
 * Computes the chain of returns from valuations and flows in time order. A flow with a known value before it ends a period; other flows
 * stay within the period, whose return is then by Modified Dietz. An undefined return breaks the chain: the next segment begins with 1
 * (rules.md 2).
 */
export class ReturnChain {
  readonly periods: ChainPeriod[] = [];
  readonly breaks: Break[] = [];
  segment = 1;
  index: bigint = ONE;
  /** Whether the segment has a return yet. */
  running = false;
  private emptySince: number | null = null;
  private start: { at: number; value: bigint } | null = null;
  private inside: ExternalFlow[] = [];

  constructor(from?: ChainState) {
    if (!from) return;
    this.segment = from.segment;
    this.index = from.index;
    this.running = from.running;
    this.emptySince = from.emptySince;
    this.start = from.start;
    this.inside = from.inside;
  }

  /** Value at the beginning of the open period; null: none yet. */
  get startValue(): bigint | null {
    return this.start?.value ?? null;
  }

  /** State to continue from. */
  get state(): ChainState {
    return {
      segment: this.segment,
      index: this.index,
      running: this.running,
      emptySince: this.emptySince,
      start: this.start && { ...this.start },
      inside: this.inside.map((flow) => ({ ...flow })),
    };
  }

  /** Adds a valuation. An unknown value does not end the period. */
  valued({ at, value }: Valuation): void {
    if (value === null) return;
    if (this.start) this.close(at, value, 0n);
    this.start = { at, value };
  }

  flowed(flow: ExternalFlow): void {
    const { at, amount, valueBefore = null } = flow;
    if (valueBefore === null || amount === null) {
      // The first flow begins the chain.
      if (this.start) this.inside.push(flow);
      else if (amount !== null) this.start = { at, value: amount };
      return;
    }
    if (this.start) this.close(at, valueBefore, amount);
    this.start = { at, value: valueBefore + amount };
  }

  private close(endedAt: number, valueEnd: bigint, flow: bigint): void {
    const { at: startedAt, value: valueStart } = this.start!;
    const inside = this.inside;
    this.inside = [];
    // A period of no duration, without a change, has no return.
    if (endedAt === startedAt && inside.length === 0 && valueEnd === valueStart) return;
    const sum = inside.reduce((total, { amount }) => total + (amount ?? 0n), 0n);
    const method =
      inside.length === 0
        ? 'exact'
        : inside.every(({ amount }) => amount !== null && abs(amount) <= times(valueStart, SMALL_FLOW))
          ? 'dietz'
          : 'estimated';
    const period = { startedAt, endedAt, valueStart, valueEnd, flow: inside.length === 0 ? flow : sum, method } as const;
    // An empty account has no period. What follows is a new segment.
    if (valueStart === 0n && valueEnd === 0n && sum === 0n) {
      if (this.running) this.emptySince ??= startedAt;
      return;
    }
    if (this.emptySince !== null) this.broken(this.emptySince, 'no value to start from');
    const r = this.returnOf(startedAt, endedAt, valueStart, valueEnd, inside);
    if (typeof r === 'string') {
      this.periods.push({ ...period, periodReturn: null, segment: this.segment, index: null });
      this.broken(endedAt, r);
      return;
    }
    if (this.lost) this.broken(startedAt, 'the whole value was lost');
    this.index = times(this.index, ONE + r);
    this.running = true;
    this.periods.push({ ...period, periodReturn: r, segment: this.segment, index: this.index });
  }

  /** The index is 0: returns on new money belong to a new segment. */
  private get lost(): boolean {
    return this.index === 0n;
  }

  private returnOf(from: number, to: number, start: bigint, end: bigint, inside: readonly ExternalFlow[]): bigint | BreakReason {
    if (inside.length === 0 && start <= 0n) return start < 0n ? 'a negative value' : 'no value to start from';
    if (end < 0n) return 'a negative value';
    if (inside.some(({ amount }) => amount === null)) return 'a flow of unknown worth';
    if (inside.length === 0) return over(end, start) - ONE;
    const span = BigInt(Math.round(to - from));
    if (span === 0n) return 'the money at work was not positive';
    let [gain, atWork] = [(end - start) * span, start * span];
    for (const { at, amount } of inside) {
      gain -= amount! * span;
      atWork += amount! * BigInt(Math.round(to - at));
    }
    if (atWork <= 0n) return 'the money at work was not positive';
    const r = divided(gain * ONE, atWork);
    return r < -ONE ? 'a negative value' : r;
  }

  /** Breaks the chain, because a valuation and a flow contradict each other. */
  contradicted(at: number): void {
    this.broken(at, 'the valuation contradicts the flow');
    this.start = null;
    this.inside = [];
  }

  /** Breaks the chain, because data is incomplete: the next valuation begins a new segment. */
  suspend(at: number): void {
    this.broken(at, 'not everything that moved the account is known');
    this.start = null;
    this.inside = [];
  }

  private broken(at: number, reason: BreakReason): void {
    this.emptySince = null;
    // An account that stays empty breaks once.
    if (!this.running && this.breaks.at(-1)?.reason === reason) return;
    this.breaks.push({ at, reason });
    if (this.running) this.segment++;
    this.index = ONE;
    this.running = false;
  }
}

export interface ChainState {
  segment: number;
  index: bigint;
  running: boolean;
  emptySince: number | null;
  start: { at: number; value: bigint } | null;
  inside: ExternalFlow[];
}
