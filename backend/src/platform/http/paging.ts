import { z } from 'zod';

/** Totals above this are reported as COUNT_CAP + 1 and shown as "10,000+" (performance.md section 3). */
export const COUNT_CAP = 10_000;
/** Rows of a list route without `?page=&perPage=`; further rows need paging. */
export const UNPAGED_ROWS = 1000;
const MAX_PER_PAGE = 1000;

const whole = (name: string, max: number) =>
  z.coerce
    .number(`${name} must be a whole number`)
    .int(`${name} must be a whole number`)
    .min(1, `${name} must be at least 1`)
    .max(max, `${name} must be at most ${max}`);

/** `?page=&perPage=` of the specification's list routes; page counts from 1. */
export const pageQuery = z
  .object({ page: whole('page', 1_000_000).optional(), perPage: whole('perPage', MAX_PER_PAGE).optional() })
  .transform(({ page, perPage }) => {
    const limit = perPage ?? (page === undefined ? UNPAGED_ROWS : 25);
    return { offset: ((page ?? 1) - 1) * limit, limit };
  });

export interface Page {
  offset: number;
  limit: number;
}

/** `?limit=` of a list that goes on from a position: 1 to `max` (two or three digits). `message`: what a client may ask for. */
export const limitQuery = (message: string, max: number) =>
  z
    .string(message)
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= max, message);

/** Rows of one page and the total. */
export interface PageOf<T> {
  rows: T[];
  total: number;
}

/** Marks a response body with the total that is sent as `X-Total-Count`. */
export const TOTAL = Symbol('total');

export function withTotal<T extends object>(body: T, total: number): T {
  return Object.assign(body, { [TOTAL]: total });
}
