import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { KeepLogHandler } from '../../../src/transparency/log.handlers.js';
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
