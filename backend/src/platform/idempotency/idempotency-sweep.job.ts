import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineJob, HandlesJob, type JobHandler } from '../queue/index.js';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';

const HOUR_MS = 3_600_000;

export const sweepIdempotencyKeys = defineJob({
  name: 'idempotency.sweep',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: HOUR_MS, payload: {} },
});

/** Deletes expired keys: the stored answers hold personal data. */
@Injectable()
@HandlesJob(sweepIdempotencyKeys)
export class IdempotencySweep implements JobHandler<Record<string, never>> {
  constructor(private readonly keys: IdempotencyKeyRepository) {}

  handle(): Promise<void> {
    return this.keys.removeExpired();
  }
}
