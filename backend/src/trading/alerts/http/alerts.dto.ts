import { z } from 'zod';
import { limitQuery } from '../../../platform/http/index.js';
import { Decimal } from '../../../platform/domain/index.js';
import { pairOf, priceOf, signalSentences } from '../../signals/index.js';
import { ways } from '../alert.rules.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
/** Digits that a double holds exactly. */
const MAX_DIGITS = 15;
const PERCENT = 'Enter a distance from 0.1 to 20 percent with at most two decimals';
const LIMIT = `Ask for 1 to ${MAX_LIMIT} alerts`;
const LEVEL = `Enter a price above zero in digits with a point, such as 64250.5: at most ${MAX_DIGITS} digits`;

const asset = z.string(signalSentences.asset).transform((typed, context) => {
  const pair = pairOf(typed.trim().toUpperCase());
  if (pair === null) context.addIssue({ code: 'custom', message: signalSentences.asset });
  return pair ?? z.NEVER;
});

const level = z.string(LEVEL).transform((typed, context) => {
  const price = priceOf(typed);
  if (price === null || new Decimal(price).precision() > MAX_DIGITS) {
    context.addIssue({ code: 'custom', message: LEVEL });
    return z.NEVER;
  }
  return price;
});

/** A percentage below 100 with at most two decimals. */
export const typedPercent = (sentence: string) =>
  z
    .string(sentence)
    .regex(/^(0|[1-9]\d?)(\.\d{1,2})?$/, sentence)
    .transform((typed) => new Decimal(typed).toFixed());

const percent = typedPercent(PERCENT).refine((typed) => Number(typed) >= 0.1 && Number(typed) <= 20, PERCENT);

const WAY = 'Choose up or down';
const SIGNAL = 'signalId must be an id';
const ofPrice = ['asset', 'way', 'level'] as const;
const ofSignal = ['signalId', 'percent'] as const;
const missing: Record<(typeof ofPrice | typeof ofSignal)[number], string> = {
  asset: signalSentences.asset,
  way: WAY,
  level: LEVEL,
  signalId: SIGNAL,
  percent: PERCENT,
};

/** POST /me/alerts: `asset`, `way` and `level` of a price; `signalId` and `percent` of a signal. */
export const alertBody = z
  .strictObject({
    kind: z.enum(['price', 'signal-entry', 'signal-stop'], 'Choose price, signal-entry or signal-stop'),
    asset: asset.optional(),
    way: z.enum(ways, WAY).optional(),
    level: level.optional(),
    signalId: z
      .uuid(SIGNAL)
      .transform((id) => id.toLowerCase())
      .optional(),
    percent: percent.optional(),
    repeats: z.boolean('Say whether the alert repeats').default(false),
  })
  .transform(({ kind, repeats, ...given }, context) => {
    const [wanted, others] = kind === 'price' ? [ofPrice, ofSignal] : [ofSignal, ofPrice];
    const flaw = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    for (const name of wanted) if (given[name] === undefined) flaw(name, missing[name]);
    for (const name of others) if (given[name] !== undefined) flaw(name, `An alert of the kind ${kind} has no ${name}`);
    if (kind === 'price') return { kind, ...given.asset!, way: given.way!, level: given.level!, repeats };
    return { kind, signalId: given.signalId!, percent: given.percent!, repeats };
  });
export type AlertBody = z.output<typeof alertBody>;

/** PATCH /me/alerts/:id */
export const alertChange = z.strictObject({ state: z.enum(['active', 'paused'], 'Choose active or paused') });
export type AlertChange = z.output<typeof alertChange>;

/** GET /me/alerts/firings: `?before=&limit=` */
export const firingsQuery = z.object({
  before: z.uuid('before must be an id of the list').optional(),
  limit: limitQuery(LIMIT, MAX_LIMIT).default(DEFAULT_LIMIT),
});
export type FiringsQuery = z.output<typeof firingsQuery>;
