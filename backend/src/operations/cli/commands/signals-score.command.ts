import { z } from 'zod';
import { ONE, toDecimal } from '../../../platform/domain/scaled.js';
import {
  score,
  summedFunding,
  SURE_DIGITS,
  type CandleSeries,
  type FundingRow,
  type Score,
  type ScoreTerms,
  type Trail,
} from '../../../trading/signals/index.js';
import { badField, decimal, readCase } from '../case-file.input.js';
import { defineCommand } from '../command.js';

const seconds = z.number('Give a time in seconds since 1970').int('Give a time in whole seconds since 1970').min(0).max(1e11);
const positive = decimal.refine((value) => value > 0n, 'Give a price above zero');
const digits = (value: string | number) =>
  String(value)
    .replace(/^0*\.?0*|\./g, '')
    .replace(/0+$/, '').length;
/** A price as venues send it: with no more digits than a double keeps. */
const candlePrice = z
  .union([z.string(), z.number()], 'Give a decimal string, like "100.5"')
  .refine((value) => digits(value) <= SURE_DIGITS, `Give a price of at most ${SURE_DIGITS} digits`)
  .pipe(positive);
const candle = z.strictObject({ t: seconds, o: candlePrice, h: candlePrice, l: candlePrice, c: candlePrice });
const candles = z.array(candle);
type Candle = z.output<typeof candle>;

const amendment = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('cancel'), at: seconds }),
    z.strictObject({ kind: z.literal('move_stop'), at: seconds, stop: positive }),
    z.strictObject({ kind: z.literal('close_now'), at: seconds, price: positive }),
  ],
  'Give cancel, move_stop or close_now',
);

const signal = z.strictObject({
  side: z.enum(['long', 'short'], 'Give long or short'),
  entry: positive,
  stop: positive,
  targets: z.array(positive).min(1, 'Give one target at least').max(10),
  weights: z.array(decimal.refine((value) => value > 0n, 'Give a share above zero')).optional(),
  trail: z
    .string('Give none, breakeven, moving or percent:3')
    .regex(/^(none|breakeven|moving|percent:\d{1,2}(\.\d{1,8})?)$/, 'Give none, breakeven, moving or percent:3')
    .default('none'),
  publishedAt: seconds,
  closesAt: seconds,
  feeRate: decimal.refine((value) => value >= 0n && value < ONE, 'Give a share of one, like "0.0005"'),
  amendments: z.array(amendment).max(1000).default([]),
});
/** A funding settlement as venues publish it: a share of the position, and its mark price where the venue reports it. */
const settlement = z.strictObject({
  t: seconds,
  rate: decimal.refine((value) => value > -ONE && value < ONE, 'Give a share of one, like "0.0001"'),
  mark: positive.nullable().default(null),
});
const scoringCase = z.strictObject({
  id: z.union([z.string(), z.number()]),
  signal,
  candles,
  through: seconds.optional(),
  funding: z.array(settlement).optional(),
  detail: z.record(z.string().regex(/^\d{1,11}$/, 'Give the second at which a minute opens'), candles).default({}),
});
/** A list, or an object whose `cases` are one. */
const schema = z.preprocess(
  (given) => (given !== null && typeof given === 'object' && 'cases' in given ? given.cases : given),
  z.array(scoringCase, 'Give a list of cases'),
);
type ScoringCase = z.output<typeof scoringCase>;

export const command = defineCommand({
  summary: 'Scores signals in a file against candles in it, as the track record does',
  options: {
    file: {
      value: 'FILE',
      required: true,
      help:
        'JSON: [{"id", "signal": {"side", "entry", "stop", "targets", "weights"?, "trail", "publishedAt", "closesAt", ' +
        '"feeRate", "amendments"?: [{"kind", "at", "stop"?, "price"?}]}, "candles": [{"t", "o", "h", "l", "c"}], "through"?, ' +
        '"detail"?: {"<t>": [candles]}, "funding"?: [{"t", "rate", "mark"?}]}], times in seconds, prices as decimal strings',
    },
  },
  async run({ options }) {
    const cases = await readCase(options.file, schema);
    const data = cases.map((one, n) => answerOf(one, scored(one, `[${n}]`)));
    return { data, lines: [JSON.stringify(data, null, 2)] };
  },
});

function scored({ signal: terms, candles: minutes, through, detail, funding }: ScoringCase, path: string): Score {
  const known = inOrder(minutes, `${path}.candles`);
  const series = through === undefined ? known : { ...known, through };
  const finer = new Map(Object.entries(detail).map(([minute, pieces]) => [Number(minute), inOrder(pieces, `${path}.detail.${minute}`)]));
  const paid = funding && { funding: summedFunding(settlements(funding, `${path}.funding`), known) };
  return score({ ...termsOf(terms, `${path}.signal`), ...paid }, series, (minute) => finer.get(minute));
}

function settlements(list: readonly z.output<typeof settlement>[], path: string): FundingRow[] {
  for (const [n, { t }] of list.entries())
    if (n > 0 && t <= list[n - 1]!.t) throw badField(`${path}[${n}].t`, 'funding must be in order of time, each once');
  return list.map(({ t, rate, mark }) => ({ time: t, rate, mark }));
}

function termsOf({ trail, weights, ...terms }: ScoringCase['signal'], path: string): ScoreTerms {
  const direction = terms.side === 'long' ? 1n : -1n;
  const ladder = [terms.stop, terms.entry, ...terms.targets].map((price) => direction * price);
  const names = [`${path}.stop`, `${path}.entry`, ...terms.targets.map((_, n) => `${path}.targets[${n}]`)];
  for (let n = 1; n < ladder.length; n++)
    if (ladder[n]! <= ladder[n - 1]!)
      throw badField(
        names[n]!,
        `${terms.side === 'long' ? 'above' : 'below'} ${names[n - 1]!.slice(path.length + 1)} it must be, for a ${terms.side} signal`,
      );
  if (weights && weights.length !== terms.targets.length) throw badField(`${path}.weights`, 'as many as there are targets');
  if (weights && weights.reduce((sum, weight) => sum + weight, 0n) !== ONE) throw badField(`${path}.weights`, 'together they must be 1');
  return { ...terms, weights: weights ?? terms.targets.map(() => 1n), trail: trailOf(trail) };
}

function trailOf(trail: string): Trail {
  const share = /^percent:(.+)$/.exec(trail)?.[1];
  if (share === undefined) return { kind: trail as 'none' | 'breakeven' | 'moving' };
  return { kind: 'percent', share: decimal.parse(share) / 100n };
}

function inOrder(list: readonly Candle[], path: string): CandleSeries {
  const column = (of: (one: Candle) => number) => Float64Array.from(list, of);
  for (const [n, { t, o, h, l, c }] of list.entries()) {
    if (n > 0 && t <= list[n - 1]!.t) throw badField(`${path}[${n}].t`, 'candles must be in order of time, each once');
    if (h < l || o > h || o < l || c > h || c < l)
      throw badField(`${path}[${n}]`, 'its high must be its highest and its low its lowest price');
  }
  const number = (price: bigint) => Number(toDecimal(price));
  return {
    size: list.length,
    time: column(({ t }) => t),
    open: column(({ o }) => number(o)),
    high: column(({ h }) => number(h)),
    low: column(({ l }) => number(l)),
    close: column(({ c }) => number(c)),
  };
}

function answerOf(
  { id, signal: { weights, targets }, funding }: ScoringCase,
  { status, exits, rGross, rNet, rFunding, rOptimistic, ambiguous }: Score,
) {
  const told = (value: bigint | null) => (value === null ? null : toDecimal(value));
  const whole = weights ? ONE : BigInt(targets.length);
  return {
    id,
    status,
    fills: exits.map(({ reason, price, weight, time }) => ({
      reason,
      price: toDecimal(price),
      weight: toDecimal((weight * ONE) / whole),
      t: time,
    })),
    rGross: told(rGross),
    rNet: told(rNet),
    ...(funding && { funding: told(rFunding) }),
    rOptimistic: told(rOptimistic),
    ambiguous,
  };
}
