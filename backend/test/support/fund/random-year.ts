import { ONE, toDecimal } from '../../../src/platform/domain/scaled.js';
import type { FundCaseText } from './independent-fees.js';

const DAY = 86_400_000;
const FIRST_START = Date.parse('2023-01-01');
/** Starts are spread over six years, two of them leap years. */
const START_DAYS = 2192;
const YEAR_DAYS = 366;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Returns whole numbers below a bound, always the same ones for a seed (mulberry32). */
export function randomNumbers(seed: number): (bound: number) => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

export interface RandomYear {
  client: FundCaseText;
  /** By close: what the market gave since the start, which no flow and no payment is part of. */
  gains: Map<string, bigint>;
  hasWithdrawals: boolean;
}

interface YearOptions {
  managementRate?: string;
  /** Days on which nothing happens. Where it is given, every day has a known valuation. */
  isFlatOn?: (day: number) => boolean;
}

/** Returns a client's year: a random walk with deposits, withdrawals, payments, unknown days and crystallisations. */
export function randomYear(seed: number, { managementRate, isFlatOn }: YearOptions = {}): RandomYear {
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const amountOf = (most: bigint) => (most * BigInt(1 + random(1000))) / 1000n + BigInt(random(2) * random(1_000_000));
  const start = FIRST_START + random(START_DAYS) * DAY;
  const at = (day: number, ofDay = 0) => new Date(start + day * DAY + ofDay).toISOString();
  const hasWithdrawals = random(3) > 0;
  const opening = BigInt(10_000 + random(990_000)) * ONE;
  const client = {
    terms: {
      version: '1',
      managementRate: managementRate ?? pick(['0', '0.025', '0.025', '0.025', '0.2']),
      performanceRate: pick(['0.3', '0.3', '0.3', '0.123456789', '0']),
    },
    mandate: { countersignedAt: at(0) },
    valuations: [{ at: at(0), equity: toDecimal(opening) }] as FundCaseText['valuations'],
    flows: [] as { at: string; amount: string }[],
    payments: [] as { at: string; amount: string; from: string }[],
    ...(random(2) === 1 && { crystallisations: Array.from({ length: 2 + random(10) }, () => dayOf(start + random(YEAR_DAYS) * DAY)) }),
  };
  const gains = new Map<string, bigint>();
  let [equity, gained] = [opening, 0n];
  for (let day = 0; day < YEAR_DAYS; day++) {
    const isFlat = isFlatOn?.(day) === true;
    const gain = isFlat ? 0n : (equity * BigInt(random(40) === 0 ? random(400) - 220 : random(41) - 19)) / 1000n;
    equity += gain;
    gained += gain;
    if (!isFlat && random(20) === 0) {
      const flow = hasWithdrawals && random(2) === 0 ? -amountOf((equity < 0n ? -equity : equity) / 2n + 1n) : amountOf(opening / 2n);
      equity += flow;
      client.flows.push({ at: at(day, random(DAY)), amount: toDecimal(flow) });
    }
    if (!isFlat && random(25) === 0) {
      const [paid, from] = [amountOf(opening / 100n), pick(['account', 'outside'])];
      if (from === 'account') equity -= paid;
      client.payments.push({ at: at(day, random(DAY)), amount: toDecimal(paid), from });
    }
    const isKnown = isFlatOn !== undefined || random(10) > 0;
    const close = at(day + 1);
    client.valuations.push(isKnown ? { at: close, equity: toDecimal(equity) } : { at: close, state: pick(['estimated', 'missing']) });
    gains.set(close, gained);
  }
  return { client, gains, hasWithdrawals };
}
