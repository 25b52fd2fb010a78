import { z } from 'zod';
import { isDecimalString } from '../../../platform/domain/index.js';
import { CLIENT_INPUT, pageQuery } from '../../../platform/http/index.js';
import { taxMethods } from '../engine/index.js';

const YEAR = 'year must be a year from 2009 to 2100';
const year = z.coerce.number(YEAR).int(YEAR).min(2009, YEAR).max(2100, YEAR);
const method = z.enum(taxMethods, 'method must be fifo, lifo or average').default('fifo');

/** `?year=&method=` */
export const reportQuery = z.object({ year, method });
export type ReportQuery = z.output<typeof reportQuery>;

/** `?year=&method=&list=&page=&perPage=` */
export const listQuery = z
  .object({
    year,
    method,
    list: z.enum(['disposal', 'unknown'], 'list must be disposal or unknown'),
    page: z.unknown().optional(),
    perPage: z.unknown().optional(),
  })
  .transform(({ page, perPage, ...request }, context) => {
    const parsed = pageQuery.safeParse({ page: page ?? '1', perPage: perPage ?? undefined }, CLIENT_INPUT);
    if (parsed.success) return { ...request, page: parsed.data };
    for (const issue of parsed.error.issues) context.addIssue({ code: 'custom', message: issue.message, path: issue.path });
    return z.NEVER;
  });
export type ListQuery = z.output<typeof listQuery>;

export const yearQuery = z.object({ year });
export type YearQuery = z.output<typeof yearQuery>;

const DAY = 'Enter a day as YYYY-MM-DD';
const isDay = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** What the coins of a deposit cost; `cost` null takes it back. */
export const depositCostBody = z.strictObject({
  depositId: z.string('depositId must name a deposit').min(1, 'depositId must name a deposit').max(200, 'depositId must name a deposit'),
  cost: z
    .string('Enter the cost in USDT, like 1500.50')
    .trim()
    .regex(/^\d{1,15}(\.\d{1,8})?$/, 'Enter the cost in USDT, like 1500.50')
    .refine(isDecimalString, 'Enter the cost in USDT, like 1500.50')
    .nullable(),
  acquiredOn: z
    .string(DAY)
    .regex(/^20\d{2}-\d{2}-\d{2}$/, DAY)
    .refine(isDay, 'This day does not exist')
    .nullable()
    .default(null),
});
export type DepositCostBody = z.output<typeof depositCostBody>;
