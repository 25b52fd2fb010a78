import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../platform/queue/index.js';
import { dueCheckKinds, findDueChecks } from './key-upkeep.query.js';
import { checkKeysDue, checkStoredKey } from './exchange-account.jobs.js';

/**
 * Keys of each kind that are checked a minute: 57,600 a day, for about 1,000 of an address's 6,000 weight. Further due keys wait. Keys that
 * were due together spread out, because each is due a day after its own last check.
 */
const MAX_A_MINUTE = 40;

/** Queues the checks that are due. */
@Injectable()
@HandlesJob(checkKeysDue)
export class CheckKeysDueHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    for (const kind of dueCheckKinds) await this.enqueue(kind);
  }

  private async enqueue(kind: (typeof dueCheckKinds)[number]): Promise<void> {
    const found = await findDueChecks(this.em, kind, MAX_A_MINUTE);
    // A failed job keeps its id, so each minute has its own ids.
    const minute = Math.floor(this.clock.now().getTime() / 60_000);
    await this.queue.enqueueAll(
      checkStoredKey,
      found.map((id) => ({ payload: { v: 1 as const, accountId: id }, options: { jobId: `check-key-${id}-${minute}` } })),
    );
  }
}
