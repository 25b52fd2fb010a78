import { z } from 'zod';

const MAX_HEADS = 1000;
/** A leaf that is revealed may hold a message of 4,000 letters. */
const MAX_LEAVES = 500;
const UNLESS_TOLD = 100;
/** Far beyond what a tree in memory could hold, and exact as a double. */
const MOST = 1_000_000_000;

const whole = (name: string, min: number, max: number) =>
  z.coerce
    .number(`${name} must be a whole number`)
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`);

export const headsQuery = z.object({ from: whole('from', 1, MOST).default(1), limit: whole('limit', 1, MAX_HEADS).default(UNLESS_TOLD) });
export const leavesQuery = z.object({
  from: whole('from', 0, MOST).default(0),
  limit: whole('limit', 1, MAX_LEAVES).default(UNLESS_TOLD),
});
export const inclusionQuery = z.object({ index: whole('index', 0, MOST), size: whole('size', 1, MOST) });
export const consistencyQuery = z.object({ from: whole('from', 1, MOST), to: whole('to', 1, MOST) });

export type PageQuery = z.output<typeof headsQuery>;
export type InclusionQuery = z.output<typeof inclusionQuery>;
export type ConsistencyQuery = z.output<typeof consistencyQuery>;
