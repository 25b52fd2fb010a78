import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { JobQueue } from '../../../src/platform/queue/index.js';
import { KeepLogHandler, SignFirstHead } from '../../../src/trading/transparency/log.handlers.js';
import { LOG_LOCK } from '../../../src/trading/transparency/log.repository.js';
import { startTestWorker } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { LogWorld } from './log-world.js';

describe('a worker', () => {
  let world: LogWorld;
  const workers: INestApplicationContext[] = [];
  beforeAll(async () => {
    world = await LogWorld.start();
  });
  afterAll(async () => {
    for (const worker of workers) await worker.close();
    await world.stop();
  });

  const heads = () => world.rows<{ size: string }>('select size from log_heads order by number');

  it('records what was published before there was a log, and signs, by itself', async () => {
    await world.publishMany(3);
    await world.tamper('delete from log_leaves');
    workers.push(await startTestWorker(world.api.config), await startTestWorker(world.api.config));
    await until('head', async () => (await heads())[0] ?? null);
    expect(await heads()).toEqual([{ size: '3' }]);
    expect(await world.verify()).toMatchObject({ leaves: 3, recordedLater: 3, heads: 1, faults: [] });
  }, 180_000);

  it('does nothing the second time, and what several do at once is done once', async () => {
    const handlers = workers.map((worker) => worker.get(KeepLogHandler, { strict: false }));
    await Promise.all([...handlers, ...handlers].map((handler) => handler.handle()));
    expect(await heads()).toHaveLength(1);
    await world.publish();
    await Promise.all(handlers.map((handler) => handler.handle()));
    expect(await heads()).toHaveLength(1); // the next is due within the hour
    expect(await world.faults()).toEqual([]);
  });
});

describe('the first head', () => {
  let world: LogWorld;
  const workers: INestApplicationContext[] = [];
  const heads = () => world.rows<{ number: string; size: string }>('select number, size from log_heads order by number');
  /** The job's first round is over, and the next one is minutes away. */
  const betweenRounds = (worker: INestApplicationContext) =>
    until('the first round', async () => {
      const jobs = await worker.get(JobQueue).queue('system').getJobs(['waiting', 'active', 'delayed']);
      const kept = jobs.filter(({ name }) => name === 'log.keep');
      return kept.length === 1 && (await kept[0]!.getState()) === 'delayed' ? kept : null;
    });

  beforeEach(async () => {
    world = await LogWorld.start();
    workers.push(await startTestWorker(world.api.config));
    await betweenRounds(workers[0]!);
  }, 60_000);
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
    await world.stop();
  });

  it('is signed as soon as the first leaf is there, between two rounds of the job', async () => {
    await world.publish();
    await until('the head', async () => (await heads())[0] ?? null);
    // More leaves wait for the next head.
    await world.publish();
    await workers[0]!.get(SignFirstHead, { strict: false }).handle();
    expect(await heads()).toEqual([{ number: '1', size: '1' }]);
    expect(await world.faults()).toEqual([]);
  });

  it('is signed by a worker that starts and finds leaves without one', async () => {
    for (const worker of workers.splice(0)) await worker.close();
    await world.publishMany(2);
    await world.rows('delete from outbox');
    workers.push(await startTestWorker(world.api.config), await startTestWorker(world.api.config));
    await until('the head', async () => (await heads())[0] ?? null);
    expect(await heads()).toEqual([{ number: '1', size: '2' }]);
    expect(await world.faults()).toEqual([]);
  });

  it('waits for a transaction that publishes instead of giving up', async () => {
    for (const worker of workers.splice(0)) await worker.close();
    await world.publish();
    let signing: Promise<number | null> | undefined;
    await world.api.em().transactional(async (tx) => {
      await world.log().moment(tx);
      signing = world.signer().sign();
      await until('the signer waiting', async () => {
        const [row] = await world.rows<{ n: number }>(
          `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ? and not granted and database = (select oid
            from pg_database where datname = current_database())`,
          [LOG_LOCK],
        );
        return row!.n > 0 ? row : null;
      });
    });
    expect(await signing).toBe(1);
  });
});
