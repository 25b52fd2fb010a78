import { describe } from '@jest/globals';
import { startOwnRedis } from '../e2e/support/servers.js';

/** Where the queues and counters stand. */
export interface Store {
  /** REDIS_URL, where they stand there. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** The same suite on PostgreSQL alone and, where there is a `redis-server`, with Redis beside it. */
export function onEachStore(about: string, suite: (start: () => Promise<Store>) => void): void {
  const program = process.env['TEST_REDIS_SERVER'];
  describe(`${about}, on PostgreSQL`, () => {
    suite(() => Promise.resolve({ env: {}, stop: () => Promise.resolve() }));
  });
  (program ? describe : describe.skip)(`${about}, with Redis`, () => {
    suite(async () => {
      const { url, stop } = await startOwnRedis(program!);
      return { env: { REDIS_URL: url }, stop };
    });
  });
}
