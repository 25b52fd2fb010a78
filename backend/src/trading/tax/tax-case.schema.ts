import { z } from 'zod';
import { taxMethods } from './engine/index.js';

/** Field types of a case file: a decimal as an integer of 10^-18, and a time in milliseconds since 1970. */
export interface CaseFields {
  decimal: z.ZodType<bigint>;
  instant: z.ZodType<number>;
}

/** Builds the schema of a case file (docs/tax-report.md, "Check a report"). */
export function taxCaseSchema({ decimal, instant }: CaseFields) {
  const name = z.string().min(1, 'Give the name of a coin').max(40);
  const positive = decimal.refine((value) => value > 0n, 'Give more than 0');
  const id = z.string().max(200).default('');
  const base = { time: instant, id };
  return z.strictObject({
    year: z
      .number('Give a year, like 2026')
      .int('Give a year, like 2026')
      .min(2009, 'Give 2009 or later')
      .max(2100, 'Give 2100 or earlier'),
    method: z.enum(taxMethods, 'Give "fifo", "lifo" or "average"'),
    prices: z.array(z.strictObject({ asset: name, at: instant, price: positive })).default([]),
    rows: z.array(
      z.discriminatedUnion('kind', [
        z.strictObject({
          ...base,
          kind: z.literal('trade'),
          base: name,
          quote: name,
          side: z.enum(['buy', 'sell'], 'Give "buy" or "sell"'),
          qty: positive,
          quoteQty: positive,
          fee: decimal.default(0n),
          feeAsset: name.optional(),
        }),
        z.strictObject({
          ...base,
          kind: z.literal('conversion'),
          how: z.enum(['convert', 'dust']).default('convert'),
          from: name,
          fromQty: positive,
          to: name,
          toQty: positive,
        }),
        z.strictObject({
          ...base,
          kind: z.literal('deposit'),
          asset: name,
          qty: positive,
          cost: decimal.nullable().default(null),
          acquiredAt: instant.nullable().default(null),
        }),
        z.strictObject({ ...base, kind: z.literal('withdrawal'), asset: name, qty: positive }),
        z.strictObject({ ...base, kind: z.literal('unexplained'), asset: name, qty: decimal }),
        z.strictObject({ ...base, kind: z.literal('reward'), asset: name, qty: positive }),
        z.strictObject({
          ...base,
          kind: z.literal('futures'),
          entry: z.enum(['realised', 'fee', 'funding', 'other', 'conversion']),
          contract: z.string().max(60).default(''),
          side: z.enum(['BOTH', 'LONG', 'SHORT']).default('BOTH'),
          asset: name,
          amount: decimal,
        }),
      ]),
    ),
  });
}
