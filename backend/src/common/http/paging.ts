import { z } from 'zod';

/** What a list route answers unpaged at most; more rows are reached with `?page=&perPage=`. */
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

/** Rows of one page with the true total. */
export interface PageOf<T> {
  rows: T[];
  total: number;
}

/** Marks an answer with the total that `X-Total-Count` carries. */
export const TOTAL = Symbol('total');

export function withTotal<T extends object>(body: T, total: number): T {
  return Object.assign(body, { [TOTAL]: total });
}
