import type { JobType, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { readInfo } from './redis-info.query.js';
import { MAX_FAILED, type FailedJob, type StoredCount, type StoredJobs, type StoredState } from './stored-jobs.port.js';

/** Upper bound of jobs read from one list to count their kinds. */
const SAMPLE = 1000;
const lists: readonly (readonly [StoredState, JobType])[] = [
  ['waiting', 'waiting'],
  ['waiting', 'prioritized'],
  ['active', 'active'],
  ['delayed', 'delayed'],
  ['failed', 'failed'],
];

/** Redis has one list for each queue and state; the kind is stored in each job. */
export class RedisJobs implements StoredJobs {
  constructor(private readonly redis: Redis) {}

  async counts(queues: readonly Queue[]): Promise<{ rows: StoredCount[]; complete: boolean }> {
    const found = await Promise.all(queues.flatMap((queue) => lists.map(([state, list]) => this.kinds(queue, state, list))));
    const rows = new Map<string, StoredCount>();
    for (const one of found.flatMap(({ names }) => names)) {
      const key = `${one.queue} ${one.name} ${one.state}`;
      const row = rows.get(key);
      if (row) row.count += 1;
      else rows.set(key, { ...one, count: 1 });
    }
    return { rows: [...rows.values()], complete: found.every(({ complete }) => complete) };
  }

  async failed(queues: readonly Queue[]): Promise<FailedJob[]> {
    const found = await Promise.all(
      queues.map(async (queue) => {
        const jobs = await queue.getJobs(['failed'], 0, MAX_FAILED - 1);
        return jobs.map(({ id = '', name, attemptsMade, timestamp, finishedOn, failedReason }) => ({
          queue: queue.name,
          id,
          name,
          attempts: attemptsMade,
          addedAt: new Date(timestamp),
          failedAt: new Date(finishedOn ?? timestamp),
          reason: failedReason ?? '',
        }));
      }),
    );
    return found.flat();
  }

  async version(): Promise<string> {
    const info = await readInfo(this.redis, 'server');
    return `Redis ${/^redis_version:(\S+)/m.exec(info)?.[1] ?? ''}`;
  }

  private async kinds(
    queue: Queue,
    state: StoredState,
    list: JobType,
  ): Promise<{ names: Omit<StoredCount, 'count'>[]; complete: boolean }> {
    const ids = await queue.getRanges([list], 0, SAMPLE - 1);
    if (ids.length === 0) return { names: [], complete: true };
    const pipeline = this.redis.pipeline();
    for (const id of ids) pipeline.hget(queue.toKey(id), 'name');
    const answers = (await pipeline.exec()) ?? [];
    // A job may be gone since its id was read.
    const names = answers.flatMap(([, name]) => (typeof name === 'string' ? [{ queue: queue.name, name, state }] : []));
    return { names, complete: ids.length < SAMPLE };
  }
}
