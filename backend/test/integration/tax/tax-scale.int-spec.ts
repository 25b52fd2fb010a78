import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaxReportWire } from '../../../src/platform/wire/index.js';
import { readAccountState } from '../../../src/trading/tax/tax-account.repository.js';
import { TaxComputation } from '../../../src/trading/tax/tax-computation.service.js';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { storedAccount } from '../portfolio/stored-portfolio.js';

const FILLS = 100_000;
const MAX_HEAP = 120 * 2 ** 20;

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

describe('a tax report of 100,000 fills', () => {
  it('is computed and written within bounded memory', async () => {
    const state = await readAccountState(api.em(), account);
    const before = process.memoryUsage().heapUsed;
    let [most, lines] = [0, 0];
    const pass = new TaxComputation(api.em()).lines(state, { year: 2025, method: 'fifo' });
    for await (const batch of pass) {
      lines += batch.length;
      most = Math.max(most, process.memoryUsage().heapUsed);
    }
    expect(most - before).toBeLessThan(MAX_HEAP);
    const response = await call(api, 'GET', '/me/tax/report?year=2025', undefined, { token: member.token });
    const { totals, disposals } = response.json<{ data: TaxReportWire }>().data;
    expect(disposals).toHaveLength(50);
    expect([totals.disposals > 20_000, totals.unknownDisposals > 40_000]).toEqual([true, true]);
    expect(lines).toBe(totals.disposals + totals.unknownDisposals);
    const csv = await call(api, 'GET', '/me/tax/report.csv?year=2025', undefined, { token: member.token });
    expect(csv.body.split('\r\n').length).toBeGreaterThan(totals.disposals + totals.unknownDisposals);
    const pdf = await call(api, 'GET', '/me/tax/report.pdf?year=2025', undefined, { token: member.token });
    expect(pdf.statusCode).toBe(200);
    expect(pdf.rawPayload.length).toBeLessThan(3_000_000);
  }, 180_000);
});
