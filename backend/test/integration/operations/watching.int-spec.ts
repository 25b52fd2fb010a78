import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { parse } from 'yaml';
import { collectProcessMetrics, metricsRegistry } from '../../../src/common/observability/metrics.js';
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
      (gen_random_uuid(), 'watched', 'a', '\\xe1026b32', now() + interval '1 hour', null), (gen_random_uuid(), 'watched', 'b', '\\xe1026b32', now(), now())`);
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
