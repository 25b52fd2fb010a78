import type { FillPlan, Intent } from './intents.ts';
import { fillTimes } from './intents.ts';
import type { RandomStreams } from './random.ts';
import type { Style } from './simulation.ts';

/** Activity after LIFE_START. */
export interface LifePlan {
  /** Random fills a day over these symbols. */
  spot?: { symbols: readonly string[]; perDay: number };
  /** A fill every so many ms, over these markets in turn. */
  steady?: { every: number; turn: readonly { market: 'spot' | 'futures'; symbol: string }[]; until: number };
  /** Contracts with limit orders that fill in three parts, and with conditional orders that trigger. */
  orders?: readonly string[];
  algos?: readonly string[];
  depositEveryDays?: number;
  withdrawEveryDays?: number;
  /** A spot order that only waits. */
  restingOrder?: string;
}

export interface MemberPlan {
  style: Style;
  history: Intent[];
  /** "spot:BTCUSDT", ...: neighbours in pairs share their first trade id. */
  symbolOrder: readonly string[];
  life: LifePlan;
  /** Spot symbols no list of the account hints at. */
  hidden: readonly string[];
}

export interface Profile {
  name: string;
  description: string;
  plan: (random: RandomStreams) => MemberPlan;
}

export const CALM: Style = { paysFeesInBnb: false, hedgeMode: false, maxPosition: 15_000, spend: [0.002, 0.02] };

export function fills(market: 'spot' | 'futures', random: RandomStreams, plan: FillPlan): Intent[] {
  const rng = random.at(`times:${market}:${plan.symbol}`, 0);
  const { times, joined } = fillTimes(plan, () => rng.next());
  return times.map((time, i) => ({ do: market, symbol: plan.symbol, time, joined: joined[i] ?? false }));
}

export function deposit(time: number, coin: string, amount: string, more: { wallet?: 0 | 1; withoutId?: boolean } = {}): Intent {
  return { do: 'deposit', time, coin, amount, ...more };
}

/** Round-ish dollar amounts at random days, the way people save. */
export function savings(random: RandomStreams, count: number, from: number, to: number): Intent[] {
  return Array.from({ length: count }, (_, i) => {
    const rng = random.at('savings', i);
    return deposit(Math.floor(rng.between(from, to)), 'USDT', `${rng.integer(2, 30) * 50}.${String(rng.integer(0, 100)).padStart(2, '0')}`);
  });
}

export function withdrawals(random: RandomStreams, count: number, coin: string, from: number, to: number): Intent[] {
  return Array.from({ length: count }, (_, i) => {
    const rng = random.at(`withdrawals:${coin}`, i);
    return { do: 'withdraw', time: Math.floor(rng.between(from, to)), coin, share: rng.between(0.005, 0.03) };
  });
}

export function empty(): MemberPlan {
  return { style: CALM, history: [], symbolOrder: [], life: {}, hidden: [] };
}
