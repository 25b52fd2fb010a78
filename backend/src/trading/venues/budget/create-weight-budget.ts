import { Logger } from '@nestjs/common';
import type { AppConfig } from '../../../platform/config/index.js';
import { PostgresWeightStore } from './postgres-weight.store.js';
import { RedisWeightStore } from './redis-weight.store.js';
import { SharedWeightBudget, type BudgetSettings } from './shared-weight-budget.js';

/** Where nobody told our address, all processes of this installation are taken to share one. */
const UNNAMED_ADDRESS = 'default';

/** The budget of this process's egress address: counted in Redis where the queues are there, else in PostgreSQL. */
export function createWeightBudget(
  { redisUrl, databaseUrl, egressAddress }: Pick<AppConfig, 'redisUrl' | 'databaseUrl' | 'egressAddress'>,
  settings: BudgetSettings = {},
): SharedWeightBudget {
  const log = new Logger('Exchange');
  const address = egressAddress ?? UNNAMED_ADDRESS;
  // A lost connection is no news of its own: the question that needs it fails and says so.
  const onError = (error: Error) => log.debug({ err: error }, 'a connection to the counters of the exchange limits is lost');
  const store = redisUrl ? new RedisWeightStore(redisUrl, address, onError) : new PostgresWeightStore(databaseUrl, address, onError);
  return new SharedWeightBudget(store, settings);
}
