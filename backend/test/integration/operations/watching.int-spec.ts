import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { parse } from 'yaml';
import { collectProcessMetrics, metricsRegistry } from '../../../src/platform/observability/metrics.js';
import { BacklogMetrics } from '../../../src/operations/monitoring/backlog.metrics.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';

interface Rule {
  alert: string;
  expr: string;
}

interface Panel {
  title: string;
  targets: { expr: string }[];
}

const alerts = (parse(readFileSync('deploy/observability/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const { panels } = JSON.parse(readFileSync('deploy/observability/dashboard.json', 'utf8')) as { panels: Panel[] };
/** Names of series, without what Prometheus itself brings along. */
const namesIn = (expr: string) => [...expr.matchAll(/\b(?:tidemark|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);

describe('what is watched', () => {
  let api: TestApi;
  let worker: INestApplicationContext;
  beforeAll(async () => {
    collectProcessMetrics();
    api = await createTestApi();
    // One whose turn comes later, and one that was given up: no worker takes either.
    await api.em().execute(`insert into outbox (id, kind, dedupe_key, payload, available_at, dead_at) values
      (gen_random_uuid(), 'watched', 'a', '\\xe1026b32', now() + interval '1 hour', null),
        (gen_random_uuid(), 'watched', 'b', '\\xe1026b32', now(), now())`);
    worker = await startTestWorker(api.config);
  }, 180_000);
  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  const series = async (name: string) =>
    (await metricsRegistry.getSingleMetric(name)!.get()).values.map(({ labels, value }) => ({
      ...Object.fromEntries(Object.entries(labels).filter(([label]) => label !== 'service')),
      value,
    }));

  it('asks for nothing that is not measured', async () => {
    const known = new Set(
      (await metricsRegistry.getMetricsAsJSON()).flatMap(({ name, type }) =>
        String(type) === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
      ),
    );
    const asked = [...alerts, ...panels.flatMap(({ targets }) => targets)].flatMap(({ expr }) => namesIn(expr));
    expect(asked.length).toBeGreaterThan(30);
    expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('says of every alarm what to do', () => {
    const runbook = readFileSync('docs/operations.md', 'utf8');
    expect(alerts.filter(({ alert }) => !runbook.includes(`\`${alert}\``)).map(({ alert }) => alert)).toEqual([]);
  });

  it('measures pools, queues, syncs, keys, the audit chain, the disk and the version', async () => {
    await api
      .em()
      .execute(`insert into audit_events (id, action, detail) values (gen_random_uuid(), 'audit.verify', '{"fault": "altered"}')`);
    await worker.get(BacklogMetrics, { strict: false }).set();
    const metrics = await series('tidemark_pool_used');
    expect(metrics.map((one) => ('pool' in one ? one.pool : null)).sort()).toEqual(['database', 'queue']);
    for (const name of ['tidemark_pool_connections', 'tidemark_pool_waiting', 'tidemark_pool_limit'])
      expect(await series(name)).toHaveLength(2);
    expect(await series('tidemark_pool_limit')).toContainEqual({ pool: 'queue', value: expect.any(Number) });
    expect(await series('tidemark_queue_jobs')).toEqual(
      ['outbox', 'exchange', 'system'].flatMap((queue) =>
        ['waiting', 'active', 'delayed', 'failed'].map((state) => ({ queue, state, value: expect.any(Number) })),
      ),
    );
    expect(await series('tidemark_queue_misconfigured')).toEqual([{ value: 0 }]);
    expect(await series('tidemark_exchange_keys')).toEqual(
      ['unchecked', 'valid', 'too_powerful', 'invalid'].map((state) => ({ state, value: 0 })),
    );
    expect(await series('tidemark_sync_age_seconds')).toEqual([]);
    expect(await series('tidemark_audit_chain_broken')).toEqual([{ value: 1 }]);
    expect(await series('tidemark_audit_verified_seconds')).toEqual([{ value: expect.any(Number) }]);
    expect(await series('tidemark_database_refuses_writes')).toEqual([{ value: 0 }]);
    const [[free], [size]] = [await series('tidemark_data_folder_free_bytes'), await series('tidemark_data_folder_size_bytes')];
    expect(free!.value).toBeGreaterThan(0);
    expect(size!.value).toBeGreaterThanOrEqual(free!.value);
    expect(await series('tidemark_build_info')).toEqual([{ version: expect.stringMatching(/^\d/), node: process.version, value: 1 }]);
    expect(await series('tidemark_audit_events_total')).toContainEqual({ action: 'kyc.reveal', value: expect.any(Number) });
  });

  it('measures the age of the newest backup, or of the installation where there is none', async () => {
    await api.em().execute(`update mikro_orm_migrations set executed_at = now() - interval '3 hours'`);
    const age = async () => {
      worker.get(BacklogMetrics, { strict: false }).onApplicationBootstrap(); // forgets what it measured a moment ago
      return Math.round(((await series('tidemark_backup_age_seconds')) as { value: number }[])[0]!.value / 3600);
    };
    expect(await age()).toBe(3);
    await api.em().execute(`insert into backup_runs (id, at, rows, files, bytes) values
      (gen_random_uuid(), now() - interval '90 hours', 1, 0, 1), (gen_random_uuid(), now() - interval '27 hours', 1, 0, 1)`);
    expect(await age()).toBe(27);
    const rule = alerts.find(({ alert }) => alert === 'BackupOld')!;
    expect(27 * 3600).toBeGreaterThan(Number(/> (\d+)/.exec(rule.expr)![1]));
  });

  it('counts what waits in all of the product', async () => {
    const ofKind = async (name: string) => (await series(name)).find((one) => 'kind' in one && one.kind === 'watched')?.value;
    expect([
      await ofKind('tidemark_outbox_waiting'),
      await ofKind('tidemark_outbox_dead'),
      await ofKind('tidemark_outbox_lag_seconds'),
    ]).toEqual([1, 1, 0]);
    expect(await series('tidemark_processes')).toEqual([
      { role: 'api', value: expect.any(Number) },
      { role: 'worker', value: expect.any(Number) },
    ]);
    for (const name of ['tidemark_sync_accounts', 'tidemark_sync_overdue_seconds', 'tidemark_audit_unsealed_seconds'])
      expect(await series(name)).toEqual([{ value: expect.any(Number) }]);
  });
});
