import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { startTestWorker } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { AccountSync } from '../../../src/trading/exchange-accounts/index.js';
import { OwnSandbox, sandboxKey } from '../exchange/own-sandbox.js';
import { PortfolioWorker } from './portfolio-worker.js';

let sandbox: OwnSandbox;
let stand: PortfolioWorker;
let worker: INestApplicationContext;

beforeAll(async () => {
  sandbox = await OwnSandbox.start();
  stand = await PortfolioWorker.start(sandbox.url);
  worker = await startTestWorker(stand.config);
});

afterAll(async () => {
  await worker.close();
  await stand.stop();
  await sandbox.stop();
});

it('computes an account after each reading of it', async () => {
  const { userId, accountId } = await stand.member(sandboxKey('small'));
  await stand.em().transactional((tx) => stand.get(AccountSync).request(tx, userId, 'approval'));
  const state = await until('portfolio', async () => {
    const [row] = await stand.rows<{ equity: string | null; read: boolean }>(
      `select s.equity::text, (select r.state = 'done' from sync_runs r where r.account_id = s.account_id order by r.id desc limit 1) as
        read from portfolio_states s where account_id = ? and computed_at is not null`,
      [accountId],
    );
    return row?.read ? row : null;
  });
  expect(Number(state.equity)).toBeGreaterThan(0);
}, 180_000);
