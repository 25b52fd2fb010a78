import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { VenueGateway } from '../../../src/trading/venues/adapters/index.js';
import { failure, interactive } from './adapter-stand.js';
import { CountingBudget } from './counting-budget.js';
import { ExchangeDouble } from './exchange-double.js';
import { OwnSandbox, sandboxKey, type LoggedCall } from './own-sandbox.js';

const PATH = '/fapi/v1/leverageBracket';

describe('brackets of Binance', () => {
  let sandbox: OwnSandbox;
  const gateways: VenueGateway[] = [];
  beforeAll(async () => {
    sandbox = await OwnSandbox.start();
  });
  afterEach(async () => {
    await Promise.all(gateways.splice(0).map((gateway) => gateway.onApplicationShutdown()));
    await sandbox.control('DELETE', 'faults');
  });
  afterAll(() => sandbox.stop());

  /** A process of its own, with the operator's key of a kind. */
  const started = (key?: { apiKey: string; secretKey: string }, url = sandbox.url) => {
    const gateway = new VenueGateway(new CountingBudget(), url, {}, new Map(key && [['binance', key]]));
    gateways.push(gateway);
    return (symbol = 'BTCUSDT') => gateway.market('binance', interactive).brackets(symbol);
  };
  const asked = async () => (await sandbox.control<LoggedCall[]>('GET', `log?path=${PATH}`)).length;

  it("are told with the operator's key, the smallest positions first, and asked once for a contract", async () => {
    const brackets = started(sandboxKey('empty'));
    const before = await asked();
    const [told, again] = await Promise.all([brackets(), brackets()]);
    expect(told).toEqual(
      [
        { maxLeverage: '50', maintenanceRatio: '0.004', maxNotional: '50000' },
        { maxLeverage: '25', maintenanceRatio: '0.01', maxNotional: '250000' },
        { maxLeverage: '10', maintenanceRatio: '0.025', maxNotional: '1000000' },
        { maxLeverage: '5', maintenanceRatio: '0.05', maxNotional: '25000000' },
      ].map((bracket) => ({ ...bracket, maxQuantity: null, deduction: '0' })),
    );
    expect([again, await brackets(), await asked()]).toEqual([told, told, before + 1]);
    await brackets('ETHUSDT');
    expect(await asked()).toBe(before + 2);
  });

  it('are not told without a key, and nothing is asked', async () => {
    const before = await asked();
    expect([await started()(), await asked()]).toEqual([null, before]);
  });

  it.each([
    ['can-trade', 'KeyTooPowerful'],
    ['can-withdraw', 'KeyTooPowerful'],
    ['wrong-secret', 'KeyRejected'],
    ['ip-locked', 'KeyRejected'],
  ])('are not asked with a key that is %s', async (kind, name) => {
    const before = await asked();
    expect(await failure(started(sandboxKey('empty', kind))())).toMatchObject({ name });
    expect(await asked()).toBe(before);
  });

  it('are refused where the key does not reach futures', async () => {
    expect(await failure(started(sandboxKey('empty', 'read-only-no-futures'))())).toMatchObject({ name: 'KeyRejected', scope: 'futures' });
  });

  it('are told as gone where the venue knows no such contract', async () => {
    expect(await failure(started(sandboxKey('empty'))('NOSUCHUSDT'))).toMatchObject({ name: 'SymbolGone', symbol: 'NOSUCHUSDT' });
  });

  it('are asked again after a question that failed', async () => {
    const brackets = started(sandboxKey('empty'));
    await sandbox.control('POST', 'faults', [{ path: PATH, skip: 0, times: 1, do: { status: 503, code: -1008 } }]);
    expect(await failure(brackets())).toMatchObject({ name: 'VenueUnavailable' });
    expect(await brackets()).toHaveLength(4);
  });

  describe('of another server', () => {
    let double: ExchangeDouble;
    const key = { apiKey: 'key-of-the-operator', secretKey: 'secret-of-the-operator' };
    const row = (brackets: unknown[], symbol = 'BTCUSDT') => ({ symbol, notionalCoef: 1.5, brackets });
    const bracket = (notionalCap: number, initialLeverage: number, maintMarginRatio: number) => ({
      bracket: 1,
      initialLeverage,
      notionalCap,
      notionalFloor: 0,
      maintMarginRatio,
      cum: 0,
    });
    beforeAll(async () => {
      double = await ExchangeDouble.start();
      double.accounts.push({ ...key, account: {} });
    });
    afterAll(() => double.stop());
    const telling = (body: unknown) => {
      double.instead = (call) => (call.path === PATH ? { body } : null);
      return started(key, double.url);
    };

    it('are read from a list of one as well, in whatever order they come', async () => {
      expect(await telling([row([{ ...bracket(600_000, 100, 0.005), cum: 50 }, bracket(50_000, 125, 0.004)])])()).toEqual([
        { maxLeverage: '125', maintenanceRatio: '0.004', maxNotional: '50000', maxQuantity: null, deduction: '0' },
        { maxLeverage: '100', maintenanceRatio: '0.005', maxNotional: '600000', maxQuantity: null, deduction: '50' },
      ]);
    });

    it.each([
      ['of another contract', row([bracket(50_000, 125, 0.004)], 'ETHUSDT')],
      ['of all contracts', [row([bracket(50_000, 125, 0.004)]), row([bracket(50_000, 100, 0.004)], 'ETHUSDT')]],
      ['of nothing', row([])],
      ['without leverage', row([bracket(50_000, 0, 0.004)])],
      ['that want more than everything', row([bracket(50_000, 125, 1)])],
      ['that want nothing', row([bracket(50_000, 125, 0)])],
    ])('are nothing to believe %s', async (_, body) => {
      expect(await failure(telling(body)())).toMatchObject({ name: 'WireShape' });
    });
  });
});
