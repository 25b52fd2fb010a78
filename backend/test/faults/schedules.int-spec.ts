import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AppConfig } from '../../src/platform/config/index.js';
import { definedJobs, queues, type QueueName } from '../../src/platform/queue/index.js';
import { createQueueBackend, type QueueBackend } from '../../src/platform/queue/queue-backend.provider.js';
import '../../src/worker.module.js';
import { onEachStore, type Store } from './backends.js';
import { Fleet, reached, type FleetProcess } from './fleet.js';

const WORKER = fileURLToPath(new URL('ticking-worker.mjs', import.meta.url));
const SKEWED = fileURLToPath(new URL('injection/skewed-clock.mjs', import.meta.url));
/** Far more than the test takes: no schedule comes back to the present by waiting. */
const AHEAD_MS = 3_600_000;
/** By how much clocks may differ. */
const TOLERATED_MS = 60_000;
const TICK_MS = 200;
const TICKS = 15;

onEachStore('a schedule, with three workers', (startStore) => {
  let store: Store;
  let fleet: Fleet;
  let backend: QueueBackend;
  let board: ReturnType<QueueBackend['queue']>[];
  let workers: FleetProcess[];

  beforeAll(async () => {
    store = await startStore();
    fleet = await Fleet.start({ ...store.env, LOG_LEVEL: 'debug', TICK_MS: String(TICK_MS) });
    await fleet.rows('create table ticks (n int generated always as identity)');
    backend = createQueueBackend({ databaseUrl: fleet.database.url, redisUrl: store.env['REDIS_URL'] } as AppConfig, () => undefined);
    board = (Object.keys(queues) as QueueName[]).map((name) => backend.queue(name));
    // One after the other: each enters the schedules as it starts.
    workers = [await fleet.worker({}, WORKER), await fleet.worker({}, WORKER), await fleet.worker({}, WORKER)];
  }, 900_000);
  afterAll(async () => {
    await Promise.all(board?.map((queue) => queue.close()) ?? []);
    await backend?.close();
    await fleet?.close();
    await store?.stop();
  }, 120_000);

  const ticks = async () => (await fleet.rows<{ n: number }>('select count(*)::int as n from ticks'))[0]!.n;
  const ticking = (more: number) => async () => {
    const from = await ticks();
    return reached(`${more} ticks`, async () => (await ticks()) >= from + more);
  };
  const done = (name: string) =>
    workers.flatMap(({ log }) => log.filter(({ msg, job }) => msg === 'job done' && job === name).map(({ jobId }) => jobId!));
  const schedulers = async () => {
    const found = await Promise.all(board.map((queue) => queue.getJobSchedulers()));
    return found
      .flat()
      .map(({ key, every }) => `${key} ${every}`)
      .toSorted();
  };
  const expected = [
    ...definedJobs().flatMap(({ name, schedule }) => (schedule ? [`${name} ${schedule.everyMs}`] : [])),
    `test.tick ${TICK_MS}`,
  ].toSorted();

  it('stands once, and fires once, however many workers entered it', async () => {
    expect(await schedulers()).toEqual(expected);
    await ticking(TICKS)();
    for (const entry of expected) {
      const [name, every] = [entry.split(' ')[0]!, Number(entry.split(' ')[1])];
      // A job of a schedule is named after the moment it is for.
      const slots = done(name)
        .map((id) => Number(id.split(':').at(-1)))
        .toSorted((a, b) => a - b);
      const gaps = slots.slice(1).map((slot, i) => slot - slots[i]!);
      expect({ name, runs: slots.length, tooSoon: gaps.filter((gap) => gap < every || gap % every !== 0) }).toEqual({
        name,
        runs: slots.length,
        tooSoon: [],
      });
    }
  }, 600_000);

  it('goes on when a worker is killed, and when one ends', async () => {
    workers[0]!.kill('SIGKILL');
    await workers[0]!.ended;
    await ticking(TICKS)();
    workers[1]!.kill('SIGTERM');
    expect(await workers[1]!.ended).toBe(0);
    await ticking(TICKS)();
    expect(await schedulers()).toEqual(expected);
  }, 600_000);

  it('comes back to the present when a worker leaves whose clock was ahead', async () => {
    const next = async () => {
      const found = await Promise.all(board.map((queue) => queue.getJobSchedulers()));
      return found.flat().map(({ key, every, next: at }) => ({ key, waits: at! - Date.now() - Number(every) }));
    };
    const ahead = await fleet.worker({ NODE_OPTIONS: `--import=${SKEWED}`, CLOCK_SKEW_MS: String(AHEAD_MS) }, WORKER);
    await reached('a schedule in the future', async () => (await next()).some(({ waits }) => waits > AHEAD_MS / 2));
    ahead.kill('SIGKILL');
    await ahead.ended;
    workers.push(await fleet.worker({}, WORKER));
    // A run that the clock ahead had made due may still move its schedule on by one interval; the workers look again every minute.
    await reached('every schedule in the present', async () => (await next()).every(({ waits }) => waits <= TOLERATED_MS));
    await ticking(TICKS)();
    expect(await schedulers()).toEqual(expected);
  }, 600_000);
});
