import { centsToText, toCents } from '../../../src/platform/domain/cents.rules.js';
import { toDecimal } from '../../../src/platform/domain/scaled.js';
import { random } from '../../support/candle-series.js';
import { DAY_MS, dayText } from './fund-world.js';

/** A leap year and the year after it. */
export const START = '2024-01-01';
export const MONTHS = 24;

const START_MS = Date.parse(START);
const DAYS = 731 + 32;
/** The scale of `scaled`. */
const ONE = 10n ** 18n;
const CENT = ONE / 100n;

interface Flow {
  at: string;
  day: number;
  amount: bigint;
  /** Its value is known from the run of this month on. */
  knownFrom: number;
}
interface Doubt {
  from: number;
  to: number;
  /** How the days are stored until the run of the month `until`: without a value, in doubt, or with another value. */
  as: 'unknown' | 'doubtful' | 'wrong';
  until: number;
}

/** What the worker knows of an account at the monthly run. */
interface Known {
  days: Record<string, string | null>;
  doubtful: Record<string, string | null>;
  flows: { at: string; value: string | null }[];
  /** False while the key does not work: the account was not computed since. */
  isSynced: boolean;
}

const monthStart = (month: number) => (Date.UTC(2024, month, 1) - START_MS) / DAY_MS;

/**
 * Two years of an account, random and the same for the same seed: values, deposits and withdrawals, days in doubt, days that are
 * corrected later, and months in which the key does not work.
 */
export class AccountHistory {
  readonly seen = { deposits: 0, withdrawals: 0, gaps: 0, deadKeys: 0, corrections: 0, unknownFlows: 0 };
  private readonly next: () => number;
  private readonly flows: Flow[] = [];
  private readonly doubts: Doubt[] = [];
  private readonly deadMonths = new Set<number>();
  /** At the end of each day. */
  private readonly values: bigint[] = [];

  constructor(
    private readonly seed: number,
    opening: number,
  ) {
    this.next = random(seed);
    for (let month = 0; month < MONTHS; month++) this.plan(month);
    let value = BigInt(opening) * ONE;
    for (let day = 0; day < DAYS; day++) {
      // To a millionth of a dollar, as exchanges keep balances; between -2.4% and +2.6% a day.
      value += (value / 1000n) * BigInt(this.whole(51) - 24);
      value = (value / 10n ** 12n) * 10n ** 12n;
      for (const flow of this.flows) if (flow.day === day) value += flow.amount;
      this.values.push(value);
    }
  }

  static secondOf = (month: number): string => dayText(Date.UTC(2024, month, 2));

  nameOf = (month: number): string => dayText(Date.UTC(2024, month, 1)).slice(0, 7);

  /** The value of the account on the evening before the run after `month`. */
  valueAt = (month: number): bigint => this.values[monthStart(month + 1)]!;

  /** What a statement of the month says. */
  truthOf(month: number): { closing: string; deposits: string; withdrawals: string } {
    const [from, to] = [monthStart(month), monthStart(month + 1)];
    const moved = this.flows.filter(({ day }) => day >= from && day < to).map(({ amount }) => amount);
    const sum = (amounts: readonly bigint[]) => centsToText(amounts.reduce((all, amount) => all + amount, 0n) / CENT);
    return {
      closing: centsToText(toCents(this.values[to - 1]!)),
      deposits: sum(moved.filter((amount) => amount > 0n)),
      withdrawals: sum(moved.filter((amount) => amount < 0n).map((amount) => -amount)),
    };
  }

  /** A part of an invoice, in halves: nothing, a half or the whole. */
  share = (of: number): bigint => BigInt(Math.floor(random(this.seed * 100_003 + of)() * 3));

  knownAfter(month: number): Known {
    // Also the first day of the month in which the run is.
    const end = monthStart(month + 1) + 1;
    const known: Known = { days: {}, doubtful: {}, flows: [], isSynced: !this.deadMonths.has(month) };
    for (let day = 0; day < end; day++) {
      const doubt = this.doubts.find(({ from, to, until }) => day >= from && day < to && month < until);
      const name = dayText(START_MS + day * DAY_MS);
      const value = this.values[day]!;
      if (doubt?.as === 'unknown') known.days[name] = null;
      else if (doubt?.as === 'doubtful') known.doubtful[name] = toDecimal(value + 77n * ONE);
      else known.days[name] = toDecimal(doubt ? value - value / 50n : value);
    }
    for (const { at, day, amount, knownFrom } of this.flows)
      if (day < end) known.flows.push({ at, value: month >= knownFrom ? toDecimal(amount) : null });
    return known;
  }

  private plan(month: number): void {
    const [from, to] = [monthStart(month), monthStart(month + 1)];
    for (let count = this.whole(3); count > 0; count--) this.flow(month, from + this.whole(to - from));
    const kind = this.whole(8);
    const first = from + this.whole(to - from - 6);
    const until = month + 1 + this.whole(2);
    if (kind === 0 || kind === 1) {
      this.seen.gaps++;
      this.doubts.push({ from: first, to: first + 1 + this.whole(5), as: kind === 0 ? 'unknown' : 'doubtful', until });
    } else if (kind === 2) {
      this.seen.corrections++;
      this.doubts.push({ from: first, to: first + 1 + this.whole(3), as: 'wrong', until });
    } else if (kind === 3 && month > 0) {
      this.seen.deadKeys++;
      this.deadMonths.add(month);
    }
  }

  private flow(month: number, day: number): void {
    const isDeposit = this.whole(5) > 1;
    this.seen[isDeposit ? 'deposits' : 'withdrawals']++;
    const isUnknown = this.whole(10) === 0;
    if (isUnknown) this.seen.unknownFlows++;
    const amount = BigInt(100_00 + this.whole(900_00)) * CENT;
    const at = new Date(START_MS + day * DAY_MS + 1 + this.whole(DAY_MS - 1)).toISOString();
    this.flows.push({ at, day, amount: isDeposit ? amount : -amount, knownFrom: month + (isUnknown ? 1 : 0) });
  }

  private whole(below: number): number {
    return Math.floor(this.next() * below);
  }
}
