import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../common/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../common/queue/index.js';
import { CHECK_IS_DUE, REFUSAL_COUNTS } from '../accounts/account-keys.js';
import { checkKeysDue, checkStoredKey } from './exchange.jobs.js';

/**
 * Keys of each kind that one minute begins to check: 57,600 a day, for about 1,000 of an address's 6,000 weight. What is due beyond it waits;
 * keys that were due together drift apart, because each is due a day after its own last check.
 */
const A_MINUTE = 40;

const held = `a.is_current and a.api_key is not null and u.status = 'active' and u.rejected_at is null`;
/** Given while the exchange was out of reach. */
const unchecked = `a.key_state = 'unchecked' and a.updated_at < now() - interval '30 seconds'`;
/** However often, or whether at all, the account is synced. */
const due = `a.key_state = 'valid' and case when key_refused_at is null then ${CHECK_IS_DUE} else ${REFUSAL_COUNTS} end`;

/** Finds work and queues it; does none itself. */
@Injectable()
@HandlesJob(checkKeysDue)
export class CheckKeysDueHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    for (const state of [unchecked, due]) await this.enqueue(state);
  }

  /** In no order: where one venue is out of reach, its keys must not stand before everybody else's for ever. */
  private async enqueue(state: string): Promise<void> {
    const found = await this.em.execute<{ id: string }[]>(
      `select a.id from exchange_accounts a join users u on u.id = a.user_id where ${held} and ${state} order by random() limit ${A_MINUTE}`,
    );
    // A job that failed is remembered under its id, so every minute has ids of its own.
    const minute = Math.floor(this.clock.now().getTime() / 60_000);
    await this.queue.enqueueAll(
      checkStoredKey,
      found.map(({ id }) => ({ payload: { v: 1 as const, accountId: id }, options: { jobId: `check-key-${id}-${minute}` } })),
    );
  }
}
