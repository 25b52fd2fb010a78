import { z } from 'zod';

/** A leap year and a month: a fiscal year of any length fits. */
const MAX_DAYS = 400;
const DAY_MS = 86_400_000;
/** Years that every date type here can hold, the day after the last included. */
const YEAR = /^2\d{3}-/;

const day = (name: string) => {
  const wrong = { error: `${name} must be a day, YYYY-MM-DD`, abort: true };
  return z.iso.date(wrong).regex(YEAR, wrong);
};

const time = (of: string) => Date.parse(`${of}T00:00:00.000Z`);

/** A period of UTC days, `from` and `to` included. */
export const ledgerPeriod = z
  .object({ from: day('from'), to: day('to') })
  .refine(({ from, to }) => to >= from, { error: 'to must not be before from', path: ['to'] })
  .refine(({ from, to }) => time(to) - time(from) < MAX_DAYS * DAY_MS, {
    error: `A period has ${MAX_DAYS} days at most`,
    path: ['to'],
  });

export type LedgerPeriod = z.output<typeof ledgerPeriod>;

/** Start of the first day. */
export const startOf = ({ from }: LedgerPeriod): Date => new Date(time(from));
/** End of the last day, not included. */
export const endOf = ({ to }: LedgerPeriod): Date => new Date(time(to) + DAY_MS);
