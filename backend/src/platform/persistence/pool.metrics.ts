import { Gauge } from 'prom-client';
import type { Pool } from 'pg';
import { metricsRegistry } from '../observability/metrics.js';

const pools = new Map<string, Set<Pool>>();

const gauge = (name: string, help: string, of: (pool: Pool) => number) =>
  new Gauge({
    name: `tidemark_pool_${name}`,
    help,
    labelNames: ['pool'],
    registers: [metricsRegistry],
    collect() {
      for (const [label, members] of pools)
        this.set(
          { pool: label },
          openPools(members).reduce((sum, pool) => sum + of(pool), 0),
        );
    },
  });
gauge('connections', 'Open connections to PostgreSQL', (pool) => pool.totalCount);
gauge('used', 'Connections to PostgreSQL that run a statement or a transaction', (pool) => pool.totalCount - pool.idleCount);
gauge('waiting', 'Statements and transactions that wait for a connection', (pool) => pool.waitingCount);
gauge('limit', 'Connections that the pool may open', (pool) => pool.options.max ?? 0);

/** Includes a pool's connections in the metrics until it has ended. */
export function measurePool(name: string, pool: Pool): void {
  const members = pools.get(name) ?? new Set();
  pools.set(name, members.add(pool));
}

function openPools(members: Set<Pool>): Pool[] {
  for (const pool of members) if (pool.ended) members.delete(pool);
  return [...members];
}
