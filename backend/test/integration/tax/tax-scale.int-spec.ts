import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readAccountState } from '../../../src/trading/tax/tax-account.repository.js';
import { TaxComputationService } from '../../../src/trading/tax/tax-computation.service.js';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedAccount } from '../portfolio/stored-portfolio.js';

const FILLS = 100_000;
/** Mostly garbage that is not collected yet; the rows alone would need more. */
const MAX_HEAP = 200 * 2 ** 20;

let api: TestApi;
let member: SignedIn;
let account: string;

/** Buys and sells in turn, each with a fee in BNB, ten minutes apart. */
beforeAll(async () => {
  api = await createTestApi();
  member = await signedInMember(api);
  account = await storedAccount(api, member.userId);
  const em = api.em();
  await em.execute(
    `insert into venue_pairs (venue, symbol, base, quote, source, listed) values
      ('binance', 'BTCUSDT', 'BTC', 'USDT', 'listed', true), ('binance', 'BNBUSDT', 'BNB', 'USDT', 'listed', true)`,
  );
  await em.execute(
    `insert into market_closes (venue, market, symbol, at, price)
     select 'binance', 'spot', 'BNBUSDT', at, 500 from generate_series('2024-01-01'::timestamptz, '2026-01-01', '1 hour') as at`,
  );
  await em.execute(
    `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time)
     select ?, 'BTCUSDT', n::text, n % 2 = 1, n::text, false, 100, 1 + n % 2, 100 * (1 + n % 2), 0.0001, 'BNB',
       '2024-01-05'::timestamptz + n * interval '10 minutes' from generate_series(1, ?) as n`,
    [account, FILLS],
  );
}, 180_000);
afterAll(() => api.close());

const get = (file: string) => call(api, 'GET', `/me/tax/${file}?year=2025`, undefined, { token: member.token });

describe('a tax report of 100,000 fills', () => {
  it('is computed within bounded memory', async () => {
    const state = await readAccountState(api.em(), account);
    const before = process.memoryUsage().heapUsed;
    let [most, lines] = [0, 0];
    for await (const batch of new TaxComputationService(api.em()).lines(state, { year: 2025, method: 'fifo' })) {
      lines += batch.length;
      most = Math.max(most, process.memoryUsage().heapUsed);
    }
    expect(most - before).toBeLessThan(MAX_HEAP);
    expect(lines).toBeGreaterThan(60_000);
  }, 180_000);

  it('is a file of every line', async () => {
    const { body } = await get('report.csv');
    expect(body.split('\r\n').length).toBeGreaterThan(60_000);
  }, 180_000);

  it('is a PDF of the first lines', async () => {
    const { statusCode, rawPayload } = await get('report.pdf');
    expect(statusCode).toBe(200);
    expect(rawPayload.length).toBeLessThan(3_000_000);
  }, 180_000);
});
