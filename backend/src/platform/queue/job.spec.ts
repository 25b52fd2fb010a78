import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { sweepIdempotencyKeys } from '../idempotency/idempotency-sweep.job.js';
import { defineJob, definedJobs } from './job.js';

describe('the jobs that are defined', () => {
  it('have each name once: a second definition is refused and changes nothing', () => {
    const before = definedJobs();
    const { name, queue } = sweepIdempotencyKeys;
    expect(() => defineJob({ name, queue, payload: z.object({ v: z.literal(2) }) })).toThrow(`the job ${name} is defined twice`);
    expect(definedJobs()).toEqual(before);
    expect(definedJobs()).toContain(sweepIdempotencyKeys);
  });
});
