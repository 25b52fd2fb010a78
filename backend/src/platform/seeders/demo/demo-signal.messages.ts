import type { Side } from '../../../trading/signals/index.js';
import type { Idea, Plan, Style } from './demo-ideas.js';
import type { Draws } from './draws.js';

/** Figures for the texts, as displayed on a chart. */
export interface Figures {
  base: string;
  /** Distance from the ten-day mean in percent: `3.1`. */
  distance: string;
  isAbove: boolean;
  high: string;
  low: string;
  entry: string;
  stop: string;
  first: string;
  second: string;
}

type Words = (figures: Figures) => string;

const trends: Record<'above' | 'below', Record<Side, readonly Words[]>> = {
  above: {
    long: [
      (f) => `${f.base} trades ${f.distance} % above its ten-day average, and dips are bought`,
      (f) => `Higher lows for ten days, resistance at ${f.high}`,
      (f) => `Uptrend intact while ${f.low} holds; ${f.distance} % above the ten-day mean`,
      () => 'Buyers have been in control since the last pullback; momentum is positive on the daily chart',
      (f) => `${f.base} leads the market and holds above its ten-day average`,
      (f) => `Price accepted above the middle of the ${f.low} to ${f.high} range`,
    ],
    short: [
      (f) => `Stretched: ${f.distance} % above the ten-day average, close to the range high at ${f.high}`,
      (f) => `Sellers have defended ${f.high} so far; the rally is losing pace`,
      (f) => `${f.base} runs into resistance below ${f.high}, with lower highs on the hourly chart`,
      (f) => `Late in the move: ${f.distance} % over the ten-day mean without a real pullback`,
    ],
  },
  below: {
    long: [
      (f) => `${f.distance} % under the ten-day average, with support at ${f.low}`,
      (f) => `${f.base} sold off to the lower end of its range and has stopped falling`,
      (f) => `Sellers look tired above ${f.low}; we expect a move back to the average`,
      () => 'Oversold on the four-hour chart after a fast drop; looking for a bounce to the average',
      (f) => `Range trade: the lower third of ${f.low} to ${f.high}`,
    ],
    short: [
      (f) => `${f.base} trades ${f.distance} % below its ten-day average, and rallies are sold`,
      (f) => `Lower highs for ten days; the next support is ${f.low}`,
      (f) => `Downtrend intact below ${f.high}; ${f.distance} % under the ten-day mean`,
      () => 'Weak bounces since the last breakdown; momentum is negative on the daily chart',
      (f) => `${f.base} lags the market and cannot hold its average`,
      (f) => `Price rejected from the middle of the ${f.low} to ${f.high} range`,
    ],
  },
};

const entries: Record<Style, Record<Side, readonly Words[]>> = {
  momentum: {
    long: [
      (f) => `Buying strength here, around ${f.entry}.`,
      (f) => `We enter at the market: waiting for a dip to buy ${f.base} has not paid lately.`,
      (f) => `Entry at ${f.entry}, close to the market. If you are late, do not chase by more than a quarter of the risk.`,
      (f) => `${f.base} is breaking out of its last consolidation, so we go with it.`,
      (f) => `Long at market. The trade is wrong below ${f.stop}, so the risk is clear.`,
      (f) => `We join the move near ${f.entry} rather than wait for a retest that may not come.`,
    ],
    short: [
      (f) => `Selling weakness here, around ${f.entry}.`,
      (f) => `We enter at the market: bounces in ${f.base} have been too small to wait for.`,
      (f) => `Entry at ${f.entry}, close to the market. If you are late, do not chase by more than a quarter of the risk.`,
      (f) => `${f.base} is losing its last support, so we go with the break.`,
      (f) => `Short at market. The trade is wrong above ${f.stop}, so the risk is clear.`,
      (f) => `We join the move near ${f.entry} rather than wait for a bounce that may not come.`,
    ],
  },
  pullback: {
    long: [
      (f) => `Limit order at ${f.entry}, a small dip below the market.`,
      (f) => `Wait for the pullback to ${f.entry}. No fill, no trade.`,
      (f) => `We bid ${f.entry}, where the last leg up began.`,
      (f) => `Better price first: the order rests at ${f.entry}.`,
      (f) => `The retest of ${f.entry} is our entry. Let the price come to you.`,
      (f) => `Place the limit at ${f.entry} and leave it until the signal closes.`,
    ],
    short: [
      (f) => `Limit order at ${f.entry}, a small bounce above the market.`,
      (f) => `Wait for the bounce to ${f.entry}. No fill, no trade.`,
      (f) => `We offer ${f.entry}, where the last leg down began.`,
      (f) => `Better price first: the order rests at ${f.entry}.`,
      (f) => `The retest of ${f.entry} from below is our entry. Let the price come to you.`,
      (f) => `Place the limit at ${f.entry} and leave it until the signal closes.`,
    ],
  },
  deep: {
    long: [
      (f) => `A patient bid: ${f.entry} is well below the market and may not be reached.`,
      (f) => `Only interesting on a flush to ${f.entry}. We are happy to miss it.`,
      (f) => `Resting order at ${f.entry} for a spike into support near ${f.low}.`,
    ],
    short: [
      (f) => `A patient offer: ${f.entry} is well above the market and may not be reached.`,
      (f) => `Only interesting on a squeeze to ${f.entry}. We are happy to miss it.`,
      (f) => `Resting order at ${f.entry} for a spike into resistance near ${f.high}.`,
    ],
  },
};

const stops: readonly Words[] = [
  (f) => `Stop at ${f.stop}, no averaging.`,
  (f) => `The idea is invalid beyond ${f.stop}.`,
  (f) => `If ${f.stop} trades we are out, no second attempt.`,
  (f) => `Keep the stop at ${f.stop} on the exchange, not in your head.`,
  (f) => `The stop at ${f.stop} sits behind the last swing.`,
  (f) => `Risk is fixed at ${f.stop}; set it with the entry.`,
];

const trails: Record<Idea['trail'], readonly Words[]> = {
  breakeven: [
    (f) => `After ${f.first} the stop goes to the entry.`,
    (f) => `Take a third at ${f.first}, then the rest is free.`,
    () => 'Stop to breakeven after the first target.',
  ],
  moving: [
    (f) => `The stop follows one target behind: at ${f.second} it moves to ${f.first}.`,
    () => 'We trail the stop from target to target.',
    (f) => `At ${f.first} the stop goes to the entry, at ${f.second} to the first target.`,
  ],
  none: [
    () => 'The stop stays where it is until we say otherwise.',
    () => 'No trailing on this one: give it room.',
    () => 'Hold the original stop; the targets do the work.',
  ],
  percent: [
    () => 'A trailing stop protects the position from the fill on.',
    () => 'The stop trails the best price, so let it run.',
    () => 'We trail by a fixed distance and do not guess the top or bottom.',
  ],
};

const plans: Partial<Record<Plan, readonly Words[]>> = {
  protect: [
    () => 'We may move the stop early if it goes our way quickly.',
    () => 'Watch for an update: we want to take the risk off early.',
  ],
  close: [() => 'If it goes nowhere we will close it by hand.', () => 'Time matters here: no follow-through, no trade.'],
  cancel: [() => 'We cancel the order if the setup changes before the fill.', () => 'The order does not stay open for long.'],
  tighten: [() => 'We may tighten the stop before the fill.'],
};

const sizes: Record<'Low' | 'Medium' | 'High', readonly Words[]> = {
  Low: [() => 'Normal size.', () => 'A calm setup; full size is fine.', () => 'Suited to a slower account.'],
  Medium: [() => 'Normal size, no more.', () => 'Check your total exposure first.', (f) => `Mind other ${f.base} positions you hold.`],
  High: [
    () => 'Half the usual size.',
    () => 'Fast market: keep it small.',
    () => 'Leverage cuts both ways here; keep the size small.',
    () => 'Skip it if you cannot watch it.',
  ],
};

export type Risk = keyof typeof sizes;

const pick = (draws: Draws, name: string, words: readonly Words[], figures: Figures) => draws.one(name, words)(figures);

export function conditionOf({ draws }: Idea, side: Side, figures: Figures): string {
  return pick(draws, 'condition', trends[figures.isAbove ? 'above' : 'below'][side], figures);
}

export function messageOf({ draws, style, trail, plan }: Idea, side: Side, risk: Risk, figures: Figures): string {
  const sentences = [
    pick(draws, 'entry words', entries[style][side], figures),
    draws.share('says stop') < 0.7 ? pick(draws, 'stop words', stops, figures) : '',
    draws.share('says trail') < 0.75 || trail === 'percent' ? pick(draws, 'trail words', trails[trail], figures) : '',
    plans[plan] ? pick(draws, 'plan words', plans[plan], figures) : '',
    draws.share('says size') < 0.5 ? pick(draws, 'size words', sizes[risk], figures) : '',
  ];
  return sentences.filter(Boolean).join(' ');
}
