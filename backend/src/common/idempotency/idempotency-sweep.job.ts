import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { defineJob, HandlesJob, type JobHandler } from '../queue/index.js';

const HOUR_MS = 3_600_000;

export const sweepIdempotencyKeys = defineJob({
  name: 'idempotency.sweep',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: HOUR_MS, payload: {} },
});

/** Forgets keys a day after their first use, by the database's clock: their answers hold names. */
@Injectable()
@HandlesJob(sweepIdempotencyKeys)
export class IdempotencySweep implements JobHandler<Record<string, never>> {
  constructor(private readonly em: EntityManager) {}

  async handle(): Promise<void> {
    await this.em.execute(`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
  }
}
