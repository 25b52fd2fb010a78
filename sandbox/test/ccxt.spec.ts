import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startSandbox } from '../src/index.ts';
import type { Sandbox } from '../src/index.ts';
import { control } from './support/client.ts';
import type { Fields } from './support/client.ts';

const script = fileURLToPath(new URL('./support/ccxt-client.mjs', import.meta.url));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  await control(sandbox, 'POST', 'clock', { freeze: true });
});
afterAll(() => sandbox.close());

it('is an exchange to the real ccxt: every implicit call the product needs, and the unified ones on top', async () => {
  const truth = await control(sandbox, 'GET', 'truth/typical-1');
  // A process of its own: ccxt brings its own HTTP client, which should meet a real socket.
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    sandbox.url,
    'sbx_typical_read-only_1',
    'sbs_typical_read-only_1',
  ]);
  const report = JSON.parse(stdout) as Record<string, { rows?: number; keys: string[] }> & { unified: Fields };
  const of = (list: string): Fields[] => truth[list] as Fields[];
  const bitcoin = of('spotTrades').filter((t) => t['symbol'] === 'BTCUSDT');
  expect(report['trades']?.rows).toBe(Math.min(1000, bitcoin.length));
  expect(report['trades']?.keys).toEqual(Object.keys(bitcoin[0] ?? {}));
  expect(report['futuresTrades']?.rows).toBe(of('futuresTrades').filter((t) => t['symbol'] === 'BTCUSDT').length);
  expect(report['openOrders']?.rows).toBe(of('openOrders').length);
  expect(report['openAlgoOrders']?.rows).toBe(of('openAlgoOrders').length);
  expect(report['wallets']).toMatchObject({ rows: of('wallets').length, keys: ['activate', 'balance', 'walletName'] });
  expect(report['apiRestrictions']?.keys).toContain('enableReading');
  expect(report['income']?.rows).toBeGreaterThan(0);
  expect(report.unified).toMatchObject({
    openOrders: of('openOrders').length,
    positions: of('positions').length,
    trades: 500,
    ticker: true,
    candles: 5,
  });
  // Nothing of it was refused.
  expect(Object.keys((await control(sandbox, 'GET', 'totals'))['statuses'] as Fields)).toEqual(['200']);
}, 180_000);
