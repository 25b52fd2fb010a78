import type { Side } from '../../../trading/signals/index.js';
import { Draws } from './draws.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 18 months. */
const HISTORY_DAYS = 548;
/** Period at the end that contains the open signals. */
const RECENT_DAYS = 3;

/**
 * Seed of the draws. They are deterministic and depend on the calendar, not on the day of the seeding, so that two starts on the sandbox's
 * market have the same history. This seed yields a win rate of 40 to 50 % on the sandbox's default market.
 */
const SEED = 'tidemark-demo-84';

export const frames = {
  '1 Hour': { hours: [20, 44], range: 12, risk: 0.75, least: '0.009', durations: ['12 to 24 hours', '1 to 2 days', 'About a day'] },
  '4 Hours': { hours: [48, 110], range: 36, risk: 0.65, least: '0.013', durations: ['2 to 4 days', '3 to 5 days', 'A few days'] },
  '1 Day': { hours: [120, 200], range: 96, risk: 0.55, least: '0.02', durations: ['About a week', '1 to 2 weeks', '6 to 10 days'] },
} as const;
export type Frame = keyof typeof frames;

/** Choice of the entry: at the market, on a pullback, or far from the market. */
export type Style = 'momentum' | 'pullback' | 'deep';
/** A later amendment, if it applies to the trade's state. */
export type Plan = 'none' | 'protect' | 'tighten' | 'close' | 'cancel';

/** A trade idea without prices. Distances are multiples of the risk. */
export interface Idea {
  at: Date;
  base: string;
  side: Side | 'trend';
  frame: Frame;
  style: Style;
  /** Distance from the market to the entry, against the trade. */
  pullback: number;
  targets: readonly [number, number, number];
  trail: 'none' | 'breakeven' | 'moving' | 'percent';
  leverage: number;
  hours: number;
  plan: Plan;
  /** Time of the amendment. */
  planAt: Date;
  draws: Draws;
}

const bases = [
  ['BTC', 20],
  ['ETH', 18],
  ['SOL', 14],
  ['BNB', 9],
  ['XRP', 8],
  ['LINK', 8],
  ['AVAX', 7],
  ['ADA', 6],
  ['DOGE', 5],
  ['DOT', 5],
] as const;

/** Returns `count` ideas of the last 18 months in order of time, a few of them from the last days. */
export function ideasUntil(now: Date, count: number): Idea[] {
  const recent = recentIdeas(now);
  const past = count - recent.length;
  const slot = (HISTORY_DAYS * DAY_MS) / past;
  const last = Math.floor((now.getTime() - RECENT_DAYS * DAY_MS) / slot);
  const ideas = Array.from({ length: past }, (_, n) => {
    const number = last - past + n;
    const draws = new Draws(`${SEED}|${past}|${number}`);
    return ideaOf(draws, new Date(Math.floor((number + draws.between('at', 0.05, 0.95)) * slot)));
  });
  return [...ideas, ...recent].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Returns ideas that are pending or open now, with wide stops and late closures, and a cancelled one. */
function recentIdeas(now: Date): Idea[] {
  const day = Math.floor(now.getTime() / DAY_MS);
  const idea = (name: string, hoursAgo: number, more: Partial<Idea>) => {
    const draws = new Draws(`${SEED}|recent|${name}|${day}`);
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
    return { ...ideaOf(draws, at), frame: '1 Day' as const, hours: 220, plan: 'none' as const, trail: 'breakeven' as const, ...more };
  };
  const waiting = { style: 'deep', pullback: 1.3, targets: [2.2, 3.2, 4.5] } as const;
  const running = { style: 'momentum', pullback: -0.03, targets: [1.3, 2.2, 3.4] } as const;
  return [
    idea('cancelled', 51, { base: 'DOT', ...waiting, plan: 'cancel', planAt: new Date(now.getTime() - 38 * HOUR_MS) }),
    idea('open-2', 31, { base: 'SOL', ...running }),
    idea('open-3', 11, { base: 'BTC', ...running }),
    idea('waiting-1', 19, { base: 'LINK', ...waiting }),
    idea('waiting-2', 2.2, { base: 'BNB', ...waiting }),
  ];
}

function ideaOf(draws: Draws, at: Date): Idea {
  const frame = draws.weighted<Frame>('frame', [
    ['1 Hour', 35],
    ['4 Hours', 45],
    ['1 Day', 20],
  ]);
  const style = draws.weighted<Style>('style', [
    ['momentum', 56],
    ['pullback', 36],
    ['deep', 8],
  ]);
  const first = style === 'deep' ? draws.between('first', 1.7, 2.1) : draws.between('first', 0.85, 1.15);
  const second = first + draws.between('second', 0.5, 0.75);
  const hours = Math.round(draws.between('hours', ...(frames[frame].hours as unknown as [number, number])));
  // An entry at the market is filled too soon for a cancellation.
  const waits = style !== 'momentum';
  const plan = draws.weighted<Plan>('plan', [
    ['none', 56],
    ['protect', 20],
    ['close', 12],
    ['tighten', waits ? 8 : 0],
    ['cancel', waits ? 16 : 0],
  ]);
  const when = { none: 0, protect: 0.3, tighten: 0.06, close: 0.45, cancel: 0.25 }[plan];
  return {
    at,
    base: draws.weighted('base', bases),
    side: draws.weighted<Side | 'trend'>('side', [
      ['trend', 64],
      ['long', 22],
      ['short', 14],
    ]),
    frame,
    style,
    pullback: { momentum: -0.03, pullback: draws.between('pullback', 0.1, 0.35), deep: draws.between('pullback', 0.8, 1.15) }[style],
    targets: [first, second, second + draws.between('third', 0.45, 0.85)],
    trail: draws.weighted<Idea['trail']>('trail', [
      ['breakeven', 48],
      ['moving', 24],
      ['none', 16],
      ['percent', 12],
    ]),
    leverage: leverageOf(draws, frame),
    hours,
    plan,
    planAt: new Date(at.getTime() + hours * HOUR_MS * when * draws.between('when', 0.8, 1.2)),
    draws,
  };
}

/** Low leverage, often spot, for long time frames; contracts for short ones. */
function leverageOf(draws: Draws, frame: Frame): number {
  if (frame === '1 Hour') return draws.one('leverage', [3, 5, 5, 8, 10]);
  if (frame === '4 Hours') return draws.one('leverage', [1, 1, 2, 3, 5]);
  return draws.one('leverage', [1, 1, 1, 2]);
}
