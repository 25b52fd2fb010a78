import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../platform/http/index.js';
import { scrub } from '../../platform/observability/logger.js';
import { QueueBoard, queues, type FailedJob, type QueueName } from '../../platform/queue/index.js';
import { lockFailedJob } from './monitoring.sql.js';

/** Separates queue and job id. No queue's name contains it. */
const SEPARATOR = '~';

/** A failed job as an operator sees it. */
export interface FailedJobView {
  /** `queue~id`. */
  id: string;
  queue: string;
  job: string;
  attempts: number;
  addedAt: Date;
  failedAt: Date;
  /** Without secrets. */
  failure: string;
}

export const failedJobSorts = ['failedAt', 'addedAt', 'job'] as const;
export type FailedJobSort = (typeof failedJobSorts)[number];

export interface FailedJobFilter {
  id?: string[];
  q?: string;
  job?: string;
  queue?: string;
}

type Act = 'retry' | 'drop';

const orders: Record<FailedJobSort, (one: FailedJobView, other: FailedJobView) => number> = {
  failedAt: (one, other) => one.failedAt.getTime() - other.failedAt.getTime(),
  addedAt: (one, other) => one.addedAt.getTime() - other.addedAt.getTime(),
  job: (one, other) => one.job.localeCompare(other.job),
};

/**
 * Lists, retries and drops failed jobs. Each queue keeps its last thousand for two weeks, few enough to sort and search in memory for
 * either queue backend.
 */
@Injectable()
export class FailedJobsService {
  constructor(
    private readonly em: EntityManager,
    private readonly board: QueueBoard,
    private readonly audit: AuditLog,
  ) {}

  async list({ sort, order, offset, limit, filter }: ListQuery<FailedJobSort, FailedJobFilter>): Promise<PageOf<FailedJobView>> {
    const found = (await this.board.failed()).map(viewOf).filter((job) => fits(job, filter));
    const turn = order === 'ASC' ? 1 : -1;
    const sorted = found.toSorted((one, other) => turn * (orders[sort](one, other) || one.id.localeCompare(other.id)));
    return { rows: sorted.slice(offset, offset + limit), total: sorted.length };
  }

  /** Throws NotFound. */
  async one(id: string): Promise<FailedJobView> {
    const job = (await this.board.failed()).map(viewOf).find((view) => view.id === id);
    if (!job) throw new NotFound('failed job');
    return job;
  }

  /** Puts a job back into its queue with all of its attempts. Throws NotFound, also if it is no longer failed. */
  retry(adminId: string, id: string): Promise<void> {
    return this.act('retry', adminId, id);
  }

  /** Deletes a failed job. Throws NotFound. */
  drop(adminId: string, id: string): Promise<void> {
    return this.act('drop', adminId, id);
  }

  /**
   * Acts first and then commits the record, so that a refusal of the queue leaves no record. A lock per job serializes admins: one cannot
   * drop what another is retrying.
   */
  private async act(act: Act, adminId: string, id: string): Promise<void> {
    const { queue, jobId } = parsed(id);
    await this.em.transactional(async (em) => {
      await lockFailedJob(em, id);
      const job = act === 'retry' ? await this.board.retry(queue, jobId) : await this.board.drop(queue, jobId);
      if (job === null) throw new NotFound('failed job');
      await this.audit.record(em, {
        action: `failed-job.${act}`,
        actorId: adminId,
        actorRole: 'admin',
        targetType: 'job',
        targetId: jobId.slice(0, 64),
        detail: { job, queue, jobId },
      });
    });
  }
}

function viewOf({ queue, id, name, attempts, addedAt, failedAt, reason }: FailedJob): FailedJobView {
  return {
    id: `${queue}${SEPARATOR}${id}`,
    queue,
    job: name,
    attempts,
    addedAt,
    failedAt,
    failure: scrub(reason)
      .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
      .slice(0, 500),
  };
}

function fits({ id, queue, job, failure }: FailedJobView, filter: FailedJobFilter): boolean {
  const text = filter.q?.toLowerCase() ?? '';
  return (
    (!filter.id || filter.id.includes(id)) &&
    (!filter.queue || filter.queue === queue) &&
    (!filter.job || filter.job === job) &&
    (text === '' || job.toLowerCase().includes(text) || failure.toLowerCase().includes(text))
  );
}

function parsed(id: string): { queue: QueueName; jobId: string } {
  const at = id.indexOf(SEPARATOR);
  const [queue, jobId] = [id.slice(0, Math.max(0, at)), id.slice(at + 1)];
  if (!Object.hasOwn(queues, queue) || jobId === '') throw new NotFound('failed job');
  return { queue: queue as QueueName, jobId };
}
