import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TruthStand } from './truth-stand.js';

const HOUR = 3_600_000;
const LINKED = Date.UTC(2026, 10, 21, 15, 7, 13);

let stand: TruthStand;

beforeAll(async () => {
  stand = await TruthStand.start();
});

afterAll(() => stand.stop());

describe('every figure of a member', () => {
  it.each(['small', 'mover', 'futures-only'])(
    'is what the exchange itself knows: %s',
    async (profile) => {
      expect(await stand.differences(await stand.shown(profile, 1, LINKED, [26 * HOUR]))).toEqual([]);
    },
    240_000,
  );

  it('is what the exchange itself knows: a member with any mix of activities', async () => {
    expect(await stand.differences(await stand.shown('any', 1, LINKED - 7 * HOUR, [26 * HOUR]))).toEqual([]);
  }, 240_000);
});

describe('the demo fund', () => {
  it('has 30,000 in, nothing out, and the funding that its exchange provides', async () => {
    const { performance, overview } = await stand.shown('futures-only', 2, LINKED);
    expect(performance.lifetime).toMatchObject({ inflow: { value: '30000' }, outflow: { value: '0' } });
    expect(Number(performance.lifetime.result.value)).toBeCloseTo(Number(overview.last!.equity) - 30_000, 6);
    expect(performance.inflow).toEqual({ value: '0', reason: null });
    expect(performance.outflow).toEqual({ value: '0', reason: null });
    expect(Number(performance.funding.value)).not.toBe(0);
    expect(performance.complete.reason).toEqual({ id: 'portfolio.funding-window', exchange: 'Binance' });
  }, 240_000);
});
