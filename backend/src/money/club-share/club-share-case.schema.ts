import { z } from 'zod';
import { decimal, instant } from '../../platform/domain/case-fields.schema.js';
import { caseSchema } from '../../platform/domain/case-problems.schema.js';
import { ONE } from '../../platform/domain/scaled.js';
import { clubShareProblems } from './club-share-case.rules.js';
import type { ClubShareCase, Dispute } from './club-share.types.js';
import { FOLLOW_SIZE } from './follow.rules.js';

const CENT = ONE / 100n;

const aboveZero = decimal.refine((value) => value > 0n, 'Give more than 0');
const fromZero = decimal.refine((value) => value >= 0n, 'Give 0 or more');
const cents = fromZero.refine((value) => value % CENT === 0n, 'Give an amount in cents').transform((value) => value / CENT);
const share = decimal.refine((value) => value >= 0n && value < ONE, 'Give a share of one, like "0.15"');
const name = z.string('Give a text').min(1, 'Give a text').max(200);
const marketType = z.enum(['spot', 'perpetual'], 'Give "spot" or "perpetual"');
const orNull = <T>(field: z.ZodType<T>) => field.nullish().transform((value) => value ?? null);

const fills = z.array(
  z.strictObject({
    id: name,
    at: instant,
    symbol: name,
    marketType,
    side: z.enum(['buy', 'sell'], 'Give "buy" or "sell"'),
    price: aboveZero,
    qty: aboveZero,
    fee: decimal.nullish().transform((value) => value ?? 0n),
  }),
);

/** Signals and the fills of members as JSON. */
const fileSchema = z.strictObject({
  config: z
    .strictObject({
      shareRate: share.default((15n * ONE) / 100n),
      entryBand: fromZero.default(ONE / 100n),
      followSize: fromZero.default(FOLLOW_SIZE),
      periods: z.array(z.strictObject({ name, from: instant, to: instant })).default([]),
    })
    .prefault({}),
  signals: z.array(
    z.strictObject({
      id: name,
      symbol: name,
      marketType,
      side: z.enum(['long', 'short'], 'Give "long" or "short"'),
      publishedAt: instant,
      entryUntil: instant,
      modelEntry: orNull(aboveZero),
      recommendedQty: orNull(aboveZero),
    }),
  ),
  members: z.array(
    z.strictObject({
      id: name,
      fills,
      disputes: z
        .array(
          z.strictObject({
            entry: name,
            exit: name,
            state: z.enum(['open', 'upheld', 'dropped'], 'Give "open", "upheld" or "dropped"'),
            resolvedAt: orNull(instant),
          }),
        )
        .default([]),
      issued: z.array(z.strictObject({ period: name, amount: cents })).default([]),
    }),
  ),
  manager: z.strictObject({ fills }).nullish(),
});

export type ClubShareFile = z.output<typeof fileSchema>;

/** Parses a case of `club share` (docs/club-share.md, "Check the share"). */
export const clubShareSchema: z.ZodType<ClubShareCase> = caseSchema(fileSchema, clubShareProblems, (file) => ({
  ...file,
  // An upheld dispute without its time is among the problems.
  members: file.members.map((member) => ({ ...member, disputes: member.disputes as Dispute[] })),
  manager: file.manager?.fills ?? null,
}));
