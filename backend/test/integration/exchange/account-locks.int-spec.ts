import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { AccountLocksService } from '../../../src/trading/exchange-accounts/account-locks.service.js';
import { FaultProxy } from '../../faults/fault-proxy.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

const LONGER_THAN_PATIENCE_MS = 60_000;

let api: TestApi;
let proxy: FaultProxy;
let here: AccountLocksService;
let elsewhere: AccountLocksService;
beforeAll(async () => {
  api = await createTestApi();
  const before = await FaultProxy.before(api.config.databaseUrl);
  proxy = before.proxy;
  here = new AccountLocksService({ ...api.config, databaseUrl: before.url } as typeof api.config);
  elsewhere = new AccountLocksService(api.config);
});
afterAll(async () => {
  await Promise.all([here.onApplicationShutdown(), elsewhere.onApplicationShutdown()]);
  await proxy.close();
  await api.close();
});

/** Lets every deadline pass that `asked` waits for, and returns how it ended. */
async function afterDeadlines(asked: Promise<unknown>): Promise<string> {
  let end: string | null = null;
  asked.then(
    () => (end = 'answered'),
    (error: Error) => (end = error.message),
  );
  while (end === null) {
    await jest.advanceTimersByTimeAsync(LONGER_THAN_PATIENCE_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return end;
}

it('a silent database: held locks are lost, calls fail after their deadline, and locks are granted again afterwards', async () => {
  const held = (await here.tryLock('one'))!;
  expect(await elsewhere.tryLock('one')).toBeNull();
  proxy.set('silence');
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
  try {
    expect(await afterDeadlines(here.tryLock('two'))).toBe('Query read timeout');
    expect(held.signal.aborted).toBe(true);
    // A new connection is not answered either.
    expect(await afterDeadlines(here.tryLock('two'))).toMatch(/timeout/);
  } finally {
    jest.useRealTimers();
  }
  proxy.set('pass');
  await held.release();
  const again = (await here.tryLock('two'))!;
  expect(await elsewhere.tryLock('two')).toBeNull();
  await again.release();
  const taken = (await elsewhere.tryLock('two'))!;
  await taken.release();
});
