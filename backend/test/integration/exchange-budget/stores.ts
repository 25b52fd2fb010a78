import { Redis } from 'ioredis';
import pg from 'pg';
import { createWeightBudget, type BudgetSettings, type SharedWeightBudget } from '../../../src/trading/venues/budget/index.js';
import { PostgresWeightStore } from '../../../src/trading/venues/budget/postgres-weight.store.js';
import { RedisWeightStore } from '../../../src/trading/venues/budget/redis-weight.store.js';
import type { WeightStore } from '../../../src/trading/venues/budget/weight-store.js';
import { startOwnRedis } from '../../e2e/support/servers.js';
import { createTestDatabase } from '../../support/test-database.js';

const NOWHERE = 'postgresql://127.0.0.1:1/nowhere';

/** A server that keeps the counters, as several processes see it. */
export interface CounterServer {
  /** Another process's connection. */
  store(address?: string): WeightStore;
  /** Another process's budget, made as the product makes it. */
  budget(settings?: BudgetSettings, egressAddress?: string): SharedWeightBudget;
  /** Windows that are long over and still there, or would be for ever. */
  leftovers(): Promise<number>;
  /** All counters are lost. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

const unheard = () => undefined; // a lost connection shows in the question that needs it

export async function onPostgres(): Promise<CounterServer> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', unheard);
  await client.connect();
  return {
    store: (address = 'default') => new PostgresWeightStore(database.url, address, unheard),
    budget: (settings, egressAddress) =>
      createWeightBudget({ databaseUrl: database.url, ...(egressAddress && { egressAddress }) }, settings),
    leftovers: async () =>
      (await client.query<{ n: number }>('select count(*)::int as n from exchange_budget_windows where expires_at < now()')).rows[0]!.n,
    forget: async () => void (await client.query('truncate exchange_budget_windows, exchange_budget_paces, exchange_budget_closings')),
    stop: async () => {
      await client.end();
      await database.drop();
    },
  };
}

export async function onRedis(program: string): Promise<CounterServer> {
  const server = await startOwnRedis(program);
  const client = new Redis(server.url);
  client.on('error', unheard);
  return {
    store: (address = 'default') => new RedisWeightStore(server.url, address, unheard),
    budget: (settings, egressAddress) =>
      createWeightBudget({ databaseUrl: NOWHERE, redisUrl: server.url, ...(egressAddress && { egressAddress }) }, settings),
    leftovers: async () =>
      (await Promise.all((await client.keys('*')).map((key) => client.ttl(key)))).filter((seconds) => seconds < 0).length,
    forget: async () => {
      await client.flushall();
      await client.script('FLUSH');
    },
    stop: async () => {
      client.disconnect();
      await server.stop();
    },
  };
}
