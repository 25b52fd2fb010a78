import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { collectProcessMetrics } from '../../platform/observability/metrics.js';
import type { Readiness } from './readiness-probe.service.js';
import { WorkerHealthServer } from './worker-health.server.js';

describe('what a worker tells over HTTP', () => {
  const checks = { database: 'ok', migrations: 'ok', queue: 'ok' };
  let readiness: Readiness;
  let server: WorkerHealthServer;
  let url: string;
  beforeEach(async () => {
    readiness = { ready: true, checks };
    server = new WorkerHealthServer({ check: async () => readiness });
    url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  });
  afterEach(() => server.close());

  it('is alive, ready and measured', async () => {
    collectProcessMetrics();
    expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'ok' });
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, ready.headers.get('cache-control'), await ready.json()]).toEqual([200, 'no-store', { ready: true, checks }]);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_resident_memory_bytes');
  });

  it('answers 503 where it is not ready, and says what is wrong', async () => {
    readiness = { ready: false, checks: { ...checks, queue: 'the queue does not answer' } };
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, readiness]);
  });

  it('has nothing else, and changes nothing', async () => {
    expect((await fetch(`${url}/api/v1/users`)).status).toBe(404);
    expect((await fetch(`${url}/health/live`, { method: 'POST' })).status).toBe(405);
  });

  it('says where it cannot listen', async () => {
    const second = new WorkerHealthServer({ check: async () => readiness });
    await expect(second.listen(Number(new URL(url).port), '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
