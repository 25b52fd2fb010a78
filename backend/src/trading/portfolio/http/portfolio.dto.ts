import { z } from 'zod';

const YEARS = 20;
const DAY_MS = 86_400_000;

const isDay = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

const day = (name: string) =>
  z
    .string(`${name} must be a day as YYYY-MM-DD`)
    .regex(/^[12]\d{3}-\d{2}-\d{2}$/, `${name} must be a day as YYYY-MM-DD`)
    .refine(isDay, `${name} is no day of the calendar`);

/** `?from=&to=`, both inclusive, and both may be left out. */
export const rangeQuery = z
  .object({ from: day('from').optional(), to: day('to').optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['from'], message: 'from must not lie after to' })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(to) - Date.parse(from) <= YEARS * 366 * DAY_MS, {
    path: ['from'],
    message: `A period can have up to ${YEARS} years`,
  });
export type RangeQuery = z.output<typeof rangeQuery>;

const MONTH = 'month must be a month as YYYY-MM';
export const monthQuery = z.object({ month: z.string(MONTH).regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, MONTH) });
export type MonthQuery = z.output<typeof monthQuery>;
