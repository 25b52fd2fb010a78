import { describe, expect, it } from '@jest/globals';
import type { Clock } from '../../platform/domain/index.js';
import { RateLimitedError, type JobQueue } from '../../platform/queue/index.js';
import type { SyncOutcome, SyncService } from './sync.service.js';
import { SyncAccountHandler } from './sync-account.handler.js';

const runId = '0198f000-0000-7000-8000-000000000001';

function handled(outcome: SyncOutcome, attempt = 1) {
  const added: unknown[][] = [];
  const attempts: unknown[] = [];
  const sync = {
    run: (_: string, { last }: { last: boolean }) => (attempts.push(last), Promise.resolve(outcome)),
  } as unknown as SyncService;
  const queue = { enqueue: (...job: unknown[]) => (added.push(job.slice(1)), Promise.resolve()) } as unknown as JobQueue;
  const clock = { now: () => new Date(1_700_000_000_000) } satisfies Clock;
  const work = new SyncAccountHandler(sync, queue, clock).handle({ runId }, { attempt, signal: new AbortController().signal });
  return { work, added, attempts };
}

describe('the job that reads an account', () => {
  it('ends with a run that has failed', async () => {
    const { work, added } = handled({ outcome: 'failed' });
    await work;
    expect(added).toEqual([]);
  });

  it('says, once, that a run has read its account', async () => {
    const { work, added } = handled({ outcome: 'done' });
    await work;
    expect(added).toEqual([[{ v: 1, runId }, { jobId: `read-${runId}` }]]);
  });

  it('goes on as a new job, behind all who wait: put back, it would stand before them', async () => {
    const { work, added } = handled({ outcome: 'reschedule', afterMs: 0, spent: 30 });
    await work;
    expect(added).toEqual([
      [
        { v: 1, runId },
        { jobId: `sync-${runId}-1700000000000`, priority: 2 },
      ],
    ]);
  });

  it('lets those before who have had less', async () => {
    const [less, more] = [
      handled({ outcome: 'reschedule', afterMs: 0, spent: 300 }),
      handled({ outcome: 'reschedule', afterMs: 0, spent: 2000 }),
    ];
    await Promise.all([less.work, more.work]);
    const priority = ({ added }: { added: unknown[][] }) => (added[0]![1] as { priority: number }).priority;
    expect(priority(less)).toBeLessThan(priority(more));
  });

  it('lets them into the queue a moment before, when a limit opens for all', async () => {
    const delays: number[] = [];
    for (const spent of [0, 300, 100_000]) {
      const { work, added } = handled({ outcome: 'reschedule', afterMs: 30_000, spent });
      await work;
      delays.push((added[0]![1] as { delayMs: number }).delayMs);
    }
    expect(delays).toEqual([30_000, 31_500, 33_000]);
  });

  it('goes on no sooner than the exchange allows, and looks after five minutes at the latest', async () => {
    for (const [afterMs, delayMs] of [
      [7000, 7000],
      [3_600_000, 300_000],
    ] as const) {
      const { work, added } = handled({ outcome: 'reschedule', afterMs, spent: 0 });
      await work;
      expect(added).toEqual([
        [
          { v: 1, runId },
          { jobId: expect.any(String), priority: 1, delayMs },
        ],
      ]);
    }
  });

  it('comes back soon, and uses up no attempt, where somebody else works on the account', async () => {
    await expect(handled({ outcome: 'locked' }).work).rejects.toThrow(RateLimitedError);
  });

  it('tells the sync which attempt is the last', async () => {
    const first = handled({ outcome: 'done' }, 1);
    const sixth = handled({ outcome: 'done' }, 6);
    await Promise.all([first.work, sixth.work]);
    expect([first.attempts, sixth.attempts]).toEqual([[false], [true]]);
  });
});
