import type { AlgoOrder, FuturesOrder, WalletName, WalletType } from './events.ts';
import { SECOND } from './time.ts';

/** One planned step of a member's life. The simulator turns steps into ledger events in the order of their times. */
export type Intent = { time: number } & (
  | { do: 'spot'; symbol: string; joined?: boolean; force?: 'buy' | 'sell' | 'sell-all'; dollars?: number }
  | { do: 'futures'; symbol: string; joined?: boolean }
  | { do: 'order-part'; order: FuturesOrder; part: number }
  | { do: 'algo-fill'; order: AlgoOrder; orderId: number }
  | { do: 'deposit'; coin: string; amount: string; wallet?: WalletType; withoutId?: boolean }
  | { do: 'withdraw'; coin: string; share: number; wallet?: WalletType }
  | { do: 'dust'; assets: readonly string[] }
  | { do: 'dividend'; asset: string; amount: string; info: string }
  | { do: 'convert'; from: string; to: string; dollars: number }
  | { do: 'transfer'; amount: string; from?: WalletName; to?: WalletName }
);

/** Sorts by time, keeping the planned order of steps of one moment. Withdrawals carry whole seconds on the wire, so they happen at one. */
export function inOrder(intents: Intent[]): Intent[] {
  return intents
    .map((intent) => (intent.do === 'withdraw' ? { ...intent, time: Math.floor(intent.time / SECOND) * SECOND } : intent))
    .map((intent, index) => ({ intent, index }))
    .sort((a, b) => a.intent.time - b.intent.time || a.index - b.index)
    .map(({ intent }) => intent);
}

export interface FillTimes {
  times: number[];
  /** Whether fill i belongs to the order of fill i - 1. */
  joined: boolean[];
}

export interface FillPlan {
  symbol: string;
  count: number;
  from: number;
  to: number;
  /** So many of the fills fall into the 24 hours from this moment. */
  burst?: { at: number; count: number };
  /** Nothing between these moments. */
  pause?: { from: number; to: number };
}

const CLUSTER = 30;
const PAGE = 1000;

/** Times of a symbol's fills: uniform, some in clumps of one order, 30 fills in one millisecond across every page edge. */
export function fillTimes(plan: FillPlan, next: () => number): FillTimes {
  const times: number[] = [];
  const quiet = plan.pause ? plan.pause.to - plan.pause.from : 0;
  const span = plan.to - plan.from - quiet;
  const burst = plan.burst?.count ?? 0;
  for (let i = 0; i < plan.count - burst; i++) {
    const t = Math.floor(plan.from + next() * span);
    times.push(plan.pause && t >= plan.pause.from ? t + quiet : t);
  }
  for (let i = 0; i < burst; i++) times.push(Math.floor((plan.burst?.at ?? 0) + next() * 86_300_000));
  times.sort((a, b) => a - b);
  const joined = times.map(() => false);
  for (let i = 1; i < times.length; i++) {
    if (next() >= 0.35) continue;
    const before = times[i - 1] ?? 0;
    times[i] = Math.min(times[i] ?? 0, before + Math.floor(next() * 30));
    joined[i] = true;
  }
  for (let edge = PAGE; edge < times.length; edge += PAGE) {
    const first = edge - CLUSTER / 2;
    const moment = times[first] ?? 0;
    for (let i = first; i < first + CLUSTER && i < times.length; i++) {
      times[i] = moment;
      joined[i] = i > first;
    }
  }
  return { times, joined };
}
