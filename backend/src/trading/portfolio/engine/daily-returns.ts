import { ONE, over } from '../../../platform/domain/scaled.js';
import type { Day } from './portfolio.types.js';
import type { ExternalFlow, ReturnChain } from './return-chain.js';

/** State of the chain of returns between two days. */
export interface Progress {
  chain: ReturnChain;
  /** Highest sub-period index of the segment. */
  peak: bigint;
  /** Index of the last day that has one. */
  lastIndex: bigint | null;
  lastSegment: number;
  /** Data is complete, so that the chain runs. */
  complete: boolean;
}

/** A day's figures from the chain of returns. */
export type DayReturn = Pick<Day, 'dayReturn' | 'index' | 'indexHigh' | 'indexLow' | 'dayFall' | 'drawdown' | 'segment'> & {
  /** A valuation at a large flow was missing. */
  isEstimated: boolean;
};

const NONE = { dayReturn: null, index: null, indexHigh: null, indexLow: null, dayFall: null, drawdown: null, isEstimated: false } as const;

/** Feeds the chain of returns where the account's past is complete, and reads each day's figures from it. */
export class DailyReturns {
  private periodsSeen = 0;

  constructor(readonly progress: Progress) {}

  get isComplete(): boolean {
    return this.progress.complete;
  }

  flowed(flow: ExternalFlow): void {
    if (this.progress.complete) this.progress.chain.flowed(flow);
  }

  /**
   * Closes the day that began at `start`. `isComplete`: data is complete at `at`. The chain begins with the first complete value, and is
   * suspended at the first incomplete one.
   */
  close(start: number, at: number, value: bigint | null, isComplete: boolean): DayReturn {
    const { progress } = this;
    const { chain } = progress;
    if (!progress.complete || !isComplete) {
      if (progress.complete) chain.suspend(at);
      progress.complete = isComplete && value !== null;
      if (progress.complete) chain.valued({ at, value });
      this.periodsSeen = chain.periods.length;
      Object.assign(progress, { peak: ONE, lastIndex: null, lastSegment: 0 });
      return { ...NONE, segment: 0 };
    }
    chain.valued({ at, value });
    return this.read(start, value);
  }

  private read(start: number, value: bigint | null): DayReturn {
    const { progress } = this;
    const { chain, lastSegment } = progress;
    const { segment } = chain;
    const closed = chain.periods.slice(this.periodsSeen);
    this.periodsSeen = chain.periods.length;
    const isSame = lastSegment === segment;
    // The first day of a segment counts from its first valuation, unless the chain broke within the day.
    const isFresh = lastSegment === 0 || (isSame && progress.lastIndex === null);
    const before = isSame ? (progress.lastIndex ?? ONE) : ONE;
    const index = value === null || (!chain.running && (chain.startValue ?? 0n) <= 0n) ? null : chain.index;
    const indices = closed.flatMap((period) => (period.segment === segment && period.index !== null ? [period.index] : []));
    if (indices.length === 0 && index !== null) indices.push(index);
    let [high, fall] = [before, 0n];
    for (const one of indices) {
      if (one > high) high = one;
      const deep = high === 0n ? 0n : over(one, high) - ONE;
      if (deep < fall) fall = deep;
    }
    if (!isSame) progress.peak = ONE;
    if (high > progress.peak) progress.peak = high;
    progress.lastSegment = segment;
    if (index !== null) progress.lastIndex = index;
    else if (!isSame) progress.lastIndex = null;
    const spansDays = closed.some(({ startedAt }) => startedAt < start);
    const hasReturn = index !== null && before !== 0n && (isSame || isFresh) && closed.length > 0 && !spansDays;
    return {
      dayReturn: hasReturn ? over(index, before) - ONE : null,
      index,
      indexHigh: index === null ? null : indices.reduce((most, one) => (one > most ? one : most)),
      indexLow: index === null ? null : indices.reduce((least, one) => (one < least ? one : least)),
      dayFall: index === null ? null : fall,
      drawdown: index === null ? null : over(index, progress.peak) - ONE,
      segment,
      isEstimated: closed.some(({ method }) => method === 'estimated'),
    };
  }
}
