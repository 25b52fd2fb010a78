import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { SettableClock } from './settable-clock.js';
import { FxRefreshService } from '../../../src/money/fx/fx-refresh.service.js';
import { metricsRegistry } from '../../../src/platform/observability/metrics.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { testConfig } from '../../support/test-config.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';

describe('the stored reference rates', () => {
  let sandbox: OwnSandbox;
  let api: TestApi;
  const clock = new SettableClock();
  beforeAll(async () => {
    sandbox = await OwnSandbox.start();
    api = await createTestApi();
  }, 180_000);
  afterAll(async () => {
    await api.close();
    await sandbox.stop();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await sandbox.control('POST', 'reset', {});
    await api.em().execute('delete from fx_rates');
  });

  /** Sets the clock of both sides. */
  const at = async (time: string) => {
    clock.set(new Date(time));
    await sandbox.control('POST', 'clock', { freeze: Date.parse(time) });
  };
  const service = (file = 'eurofxref-daily.xml') =>
    new FxRefreshService(
      testConfig(api.config.databaseUrl, { DATA_DIR: api.config.dataDir, FX_URL: `${sandbox.url}/fx/${file}` }),
      api.app.get(MikroORM),
      clock,
    );
  const stored = (currency = 'USD') =>
    api
      .em()
      .execute<{ day: string; rate: string }[]>('select day::text, rate::text from fx_rates where currency = ? order by day', [currency]);
  const asked = async () => (await sandbox.control<unknown[]>('GET', 'log?path=/fx/')).length;
  const failures = async () =>
    (await metricsRegistry.getSingleMetric('tidemark_fx_failures_total')!.get()).values.reduce((sum, { value }) => sum + value, 0);
  const age = async () => (await metricsRegistry.getSingleMetric('tidemark_fx_age_seconds')!.get()).values.map(({ value }) => value);
  const answerOnce = (text: string) => sandbox.control('POST', 'faults', [{ path: '/fx/*', times: 1, do: { text } }]);

  it('store the newest day once, however often the document is read', async () => {
    await at('2026-11-25T16:00:00Z');
    const refresh = service();
    await refresh.refresh();
    const [first] = await stored();
    expect(first).toEqual({ day: '2026-11-25', rate: expect.stringMatching(/^1\.\d{4}$/) });
    await refresh.refresh();
    await Promise.all([service().refresh(), service().refresh()]);
    expect(await stored()).toEqual([first]);
    // The rates of today are stored: the bank is not asked again before tomorrow.
    expect(await asked()).toBe(1);
    expect(await age()).toEqual([16 * 3600]);
    await at('2026-11-26T16:00:00Z');
    await Promise.all([service().refresh(), service().refresh()]);
    expect((await stored()).map(({ day }) => day)).toEqual(['2026-11-25', '2026-11-26']);
  });

  it('cover 90 days with the longer file', async () => {
    await at('2026-11-25T16:00:00Z');
    await service('eurofxref-hist-90d.xml').refresh();
    expect(await stored('JPY')).toHaveLength(64);
  });

  it('stay as they are while the bank has no new day', async () => {
    await at('2026-11-29T12:00:00Z');
    await service().refresh();
    await service().refresh();
    expect((await stored()).map(({ day }) => day)).toEqual(['2026-11-27']);
  });

  it('stay as they are when the answer is nonsense: logged once, counted every time', async () => {
    await at('2026-11-25T16:00:00Z');
    const before = await failures();
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const refresh = service();
    const body = await (await fetch(`${sandbox.url}/fx/eurofxref-daily.xml`)).text();
    for (const nonsense of ['<html></html>', body.replace(/<Cube currency='USD'[^>]*>/, ''), body.replace('2026-11-25', '2026-11-27')]) {
      await answerOnce(nonsense);
      await refresh.tick();
    }
    await sandbox.control('POST', 'faults', [{ path: '/fx/*', times: 1, do: { status: 503 } }]);
    await refresh.tick();
    await sandbox.control('POST', 'faults', [{ path: '/fx/*', times: 1, do: { text: `<!--${'-'.repeat(900_000)}` } }]);
    await refresh.tick();
    expect([await stored(), warn.mock.calls.length, (await failures()) - before]).toEqual([[], 1, 5]);
    await refresh.tick();
    expect(await stored()).toHaveLength(1);
  });

  it('leave out a currency that jumps, and say so', async () => {
    await at('2026-11-24T16:00:00Z');
    await service().refresh();
    await at('2026-11-25T16:00:00Z');
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const before = await failures();
    const body = await (await fetch(`${sandbox.url}/fx/eurofxref-daily.xml`)).text();
    await answerOnce(body.replace(/(currency='TRY' rate=')[\d.]+/, '$1999.5'));
    await service().refresh();
    expect((await stored('TRY')).map(({ day }) => day)).toEqual(['2026-11-24']);
    expect((await stored()).map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-25']);
    expect([warn.mock.calls.flat().join(), (await failures()) - before]).toEqual([expect.stringContaining('TRY'), 1]);
  });

  it('end with the process: a reading that is under way is given up', async () => {
    await at('2026-11-25T16:00:00Z');
    const before = await failures();
    await sandbox.control('POST', 'faults', [{ path: '/fx/*', do: { delayMs: 60_000 } }]);
    const refresh = service();
    const run = refresh.tick();
    await refresh.onApplicationShutdown();
    await run;
    expect([await stored(), (await failures()) - before]).toEqual([[], 0]);
  });

  it('are not read where the setting says off', async () => {
    await new FxRefreshService(
      testConfig(api.config.databaseUrl, { DATA_DIR: api.config.dataDir }),
      api.app.get(MikroORM),
      clock,
    ).refresh();
    expect([await asked(), await stored()]).toEqual([0, []]);
  });
});
