import { z } from 'zod';

const MAX_HEADS = 1000;
const MAX_LEAVES = 500;
const DEFAULT_LIMIT = 100;
/** Upper bound of indexes and sizes: exact as a double, and larger than any tree in memory. */
const MAX_INDEX = 1_000_000_000;

const whole = (name: string, min: number, max: number) =>
  z.coerce
    .number(`${name} must be a whole number`)
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`);

export const headsQuery = z.object({
  from: whole('from', 1, MAX_INDEX).default(1),
  limit: whole('limit', 1, MAX_HEADS).default(DEFAULT_LIMIT),
});
export const leavesQuery = z.object({
  from: whole('from', 0, MAX_INDEX).default(0),
  limit: whole('limit', 1, MAX_LEAVES).default(DEFAULT_LIMIT),
});
export const inclusionQuery = z.object({ index: whole('index', 0, MAX_INDEX), size: whole('size', 1, MAX_INDEX) });
export const consistencyQuery = z.object({ from: whole('from', 1, MAX_INDEX), to: whole('to', 1, MAX_INDEX) });

export type PageQuery = z.output<typeof headsQuery>;
export type InclusionQuery = z.output<typeof inclusionQuery>;
export type ConsistencyQuery = z.output<typeof consistencyQuery>;
