import { describe, expect, it } from '@jest/globals';
import { metricsRegistry } from '../../../platform/observability/metrics.js';
import { memoryBudget } from '../../../../test/support/budget/memory-weight-store.js';
import { measureBudget } from './budget-metrics.js';
import type { ScopeStatus } from './weight-budget.js';

const scope = (some: Partial<ScopeStatus>): ScopeStatus => ({
  venue: 'binance',
  name: 'api',
  used: 120,
  limit: 6000,
  closedUntil: null,
  reason: null,
  ...some,
});

async function told(status: () => Promise<ScopeStatus[]>): Promise<string[]> {
  const budget = memoryBudget();
  budget.status = status;
  measureBudget(budget);
  return (await metricsRegistry.metrics()).split('\n').filter((line) => line.startsWith('tidemark_exchange_'));
}

describe('the metrics of the limits', () => {
  it('tell what is used, the limit, and how long something stays closed', async () => {
    const lines = await told(() =>
      Promise.resolve([scope({}), scope({ name: '*', used: 0, limit: 0, closedUntil: new Date(Date.now() + 60_000), reason: 'address' })]),
    );
    expect(lines).toContain('tidemark_exchange_weight_used{venue="binance",scope="api",service="tidemark"} 120');
    expect(lines).toContain('tidemark_exchange_weight_limit{venue="binance",scope="api",service="tidemark"} 6000');
    expect(lines).toContain('tidemark_exchange_closed_seconds{venue="binance",scope="api",service="tidemark"} 0');
    const closed = lines.find((line) => line.startsWith('tidemark_exchange_closed_seconds{venue="binance",scope="*"'))!;
    expect(Number(closed.split(' ')[1])).toBeGreaterThan(50);
  });

  it('have no series for a member', async () => {
    const lines = await told(() => Promise.resolve([scope({ name: 'sapi-uid:0123456789abcdef:/sapi/v1/convert/tradeFlow' })]));
    expect(lines).toEqual([]);
  });

  it('tell nothing of limits while the counters are out of reach, and everything else', async () => {
    expect(await told(() => Promise.reject(new Error('away')))).toEqual([]);
  });
});
