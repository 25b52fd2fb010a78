import { z } from 'zod';
import { decimal, instant } from '../../platform/domain/case-fields.schema.js';
import { caseSchema } from '../../platform/domain/case-problems.schema.js';
import { ONE } from '../../platform/domain/scaled.js';
import { parseDay } from './fund-calendar.rules.js';
import { fundCaseProblems, fundCaseOf } from './fund-case.rules.js';
import { dealingDates, feeMethods, type FundCase } from './fund-fees.types.js';

const MAX_NOTICE_DAYS = 366n;
const CENT = ONE / 100n;

const rate = decimal.refine((value) => value >= 0n && value < ONE, 'Give a share of one, like "0.025"');
const aboveZero = decimal.refine((value) => value > 0n, 'Give more than 0');
const name = z.string('Give a text').min(1, 'Give a text').max(200);
const wholeDays = decimal
  .refine((value) => value >= 0n && value % ONE === 0n && value <= MAX_NOTICE_DAYS * ONE, 'Give a whole number of days, like 30')
  .transform((value) => Number(value / ONE));
const day = z.string('Give a day, like "2026-12-31"').transform((text, context) => {
  const parsed = parseDay(text);
  if (parsed !== null) return parsed;
  context.addIssue('Give a day, like "2026-12-31"');
  return z.NEVER;
});

const terms = z.strictObject({
  version: name,
  managementRate: rate,
  performanceRate: rate,
  dayCount: z.literal('ACT/365F', 'Give "ACT/365F"').default('ACT/365F'),
  method: z.enum(feeMethods, 'Give "cumulative-profit" or "gross-high-water-mark"').default('cumulative-profit'),
  minimum: decimal.refine((value) => value >= 0n, 'Give 0 or more').default(10_000n * ONE),
  noticeDays: wholeDays.default(30),
  dealingDays: z
    .array(z.enum(dealingDates, 'Give the end of a quarter, like "06-30"'), 'Give ends of quarters, like ["06-30", "12-31"]')
    .min(1, 'Give one dealing day at least')
    .default(['06-30', '12-31']),
});

/** A client's terms and history as JSON. */
const fileSchema = z.strictObject({
  terms,
  mandate: z.strictObject({ countersignedAt: instant, currency: name.default('USD') }),
  valuations: z.array(
    z.strictObject({
      at: instant,
      equity: decimal.nullish(),
      state: z.enum(['known', 'estimated', 'missing'], 'Give "known", "estimated" or "missing"').default('known'),
    }),
  ),
  flows: z
    .array(
      z.strictObject({
        at: instant,
        amount: decimal.refine((value) => value !== 0n, 'Give an amount other than 0'),
        equityBefore: decimal.nullish(),
      }),
    )
    .default([]),
  payments: z
    .array(z.strictObject({ at: instant, amount: aboveZero, from: z.enum(['account', 'outside'], 'Give "account" or "outside"') }))
    .default([]),
  redemptions: z
    .array(
      z.strictObject({
        id: name,
        requestedAt: instant,
        amount: z.union([z.literal('all'), aboveZero], 'Give a decimal string above 0, or "all"'),
        cancelledAt: instant.nullish(),
      }),
    )
    .default([]),
  crystallisations: z.array(day).nullish(),
  issued: z
    .array(
      z.strictObject({
        kind: z.enum(['management', 'performance'], 'Give "management" or "performance"'),
        period: name,
        amount: decimal.refine((value) => value % CENT === 0n, 'Give whole cents, like "21.21"'),
      }),
    )
    .default([]),
  until: instant.nullish(),
});

export type FundCaseFile = z.output<typeof fileSchema>;

/** Parses a case of `fund fees` (docs/fund-fees.md, "Check the fees"). */
export const fundCaseSchema: z.ZodType<FundCase> = caseSchema(fileSchema, fundCaseProblems, fundCaseOf);
