import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { divided, ONE, scaled, toDecimal } from '../../../../src/platform/domain/scaled.js';
import { removeDataFolders, testConfig } from '../../../support/test-config.js';
import { until } from '../../../support/until.js';
import { OwnSandbox, type LoggedCall } from '../../exchange/own-sandbox.js';
import { PAIR, ScoringStand } from './scoring-stand.js';

const MORTAL = fileURLToPath(new URL('./mortal-scorer.mjs', import.meta.url));
const PERPETUAL = { ...PAIR, market: 'futures' as const };
const PATH = '/fapi/v1/fundingRate';
const HOUR = 3600;

let stand: ScoringStand;
let sandbox: OwnSandbox;
let child: ChildProcess | null = null;
beforeAll(async () => {
  [stand, sandbox] = await Promise.all([ScoringStand.start(), OwnSandbox.start()]);
});
afterEach(() => void child?.kill('SIGKILL'));
afterAll(async () => {
  await sandbox.stop();
  await stand.stop();
  removeDataFolders();
});

function worker(): { gone: Promise<unknown>; reported: Promise<unknown> } {
  const { databaseUrl, dataDir, exchange } = testConfig(stand.databaseUrl, { EXCHANGE_URL: sandbox.url });
  const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    EXCHANGE_URL: exchange.url!,
    FX_URL: 'off',
    ENCRYPTION_KEYS: JSON.stringify({ current: 'k2', keys: { k1: key(1), k2: key(2) }, index: key(3) }),
    LOG_LEVEL: 'silent',
    SEED_DEMO: 'false',
    PAIR: JSON.stringify(PERPETUAL),
  };
  const mortal = fork(MORTAL, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child = mortal;
  const gone = new Promise((resolve) => mortal.once('exit', resolve));
  return { gone, reported: Promise.race([new Promise((resolve) => mortal.once('message', resolve)), gone.then(() => null)]) };
}

describe('a perpetual signal on the sandbox exchange', () => {
  it('has the funding of its life in its result, to the last digit, after a worker was killed that asked for it', async () => {
    const now = Date.now() / 1000;
    const json = async <T>(path: string) =>
      (await (await fetch(`${sandbox.url}${path}`, { headers: { host: 'fapi.binance.com' } })).json()) as T;
    const publishedAt = Math.floor(now - 30 * HOUR) + 0.5;
    const closesAt = Math.floor(now - 2 * HOUR);
    const [[, open]] = await json<[[number, string]]>(
      `/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1&startTime=${Math.floor(publishedAt * 1000)}`,
    );
    const price = Math.round(Number(open));
    // It opens below the entry, and nothing else is ever near.
    const ids = await Promise.all([
      stand.publish({
        entry: price * 2,
        stop: Math.round(price / 2),
        targets: [price * 3, price * 4, price * 5],
        publishedAt,
        closesAt,
        leverage: 3,
      }),
      stand.publish({
        side: 'short',
        entry: Math.round(price / 2),
        stop: price * 2,
        targets: [1000, 900, 800],
        publishedAt,
        closesAt,
        leverage: 3,
      }),
    ]);

    await sandbox.control('POST', 'faults', [{ path: PATH, times: 1, do: { delayMs: 600_000 } }]);
    const first = worker();
    await until('a question about funding', async () =>
      (await sandbox.control<LoggedCall[]>('GET', `log?path=${PATH}`)).length > 0 ||
      (await stand.em().execute('select 1 from candle_days where known_minutes > 0')).length > 0
        ? true
        : null,
    );
    child!.kill('SIGKILL');
    expect([await first.reported, await stand.scoreOf(ids[0])]).toEqual([null, undefined]);
    await first.gone;
    await sandbox.control('DELETE', 'faults');

    expect(await worker().reported).toEqual({ scored: 2, written: 2 });
    const told = await json<{ fundingTime: number; fundingRate: string; markPrice: string }[]>(
      `${PATH}?symbol=BTCUSDT&startTime=${Math.floor(publishedAt * 1000)}&limit=10`,
    );
    for (const [n, id] of ids.entries()) {
      const { status, entryPrice, entryAt, exits, rGross, rNet, rFunding } = (await stand.scoreOf(id))!;
      expect([status, exits.map(({ reason }) => reason)]).toEqual(['closed', ['expiry']]);
      const way = n === 0 ? 1n : -1n;
      const risk = way * (scaled(entryPrice!) - scaled(n === 0 ? String(Math.round(price / 2)) : String(price * 2)));
      const due = told.filter(
        ({ fundingTime }) => fundingTime / 1000 > entryAt!.getTime() / 1000 && Math.floor(fundingTime / 60_000) * 60 <= exits[0]!.t,
      );
      expect(due.length).toBeGreaterThanOrEqual(3);
      const paid = way * due.reduce((sum, { fundingRate, markPrice }) => sum + scaled(fundingRate) * scaled(markPrice), 0n);
      expect(rFunding).toBe(toDecimal(divided(paid, risk)));
      const fees = scaled('0.0005') * (scaled(entryPrice!) + scaled(exits[0]!.price));
      expect(rNet).toBe(toDecimal(divided(way * (scaled(exits[0]!.price) - scaled(entryPrice!)) * ONE - fees - paid, risk)));
      expect(rGross).not.toBe(rNet);
    }
    const [calls] = await stand.em().execute<{ rates: number }[]>('select count(*)::int as rates from funding_rates');
    expect(calls!.rates).toBeGreaterThanOrEqual(6);
    expect(await stand.rescoring().run()).toEqual({ signals: 2, fresh: 0, changed: 0, differing: [], waiting: 0 });
  }, 300_000);
});
