import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestApi, type TestApi } from '../../support/test-app.js';

describe('the fee calculator', () => {
  let api: TestApi;
  beforeAll(async () => void (api = await createTestApi()));
  afterAll(() => api.close());

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await api.app.inject({ method: 'GET', url: `/api/v1${path}`, headers });
    return {
      status: response.statusCode,
      body: response.json<{ data: unknown; errors?: { field: string; message: string }[] }>(),
      response,
    };
  };

  it('answers both fees of an assumed year', async () => {
    const { status, body } = await get('/fund-fees/projection?capital=10000&result=20');
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ capital: '10000.00', managementFee: '271.02', performanceFee: '518.69', remains: '11210.29' }),
    ]);
  });

  it('answers the rates, and the example of both methods', async () => {
    const { body } = await get('/fund-fees');
    expect(body.data).toMatchObject({
      managementRate: '0.025',
      performanceRate: '0.3',
      limits: { capital: { min: '10000', max: '1000000000' }, result: { min: '-99', max: '500' } },
      example: { fees: { cumulativeProfit: '1417.79', grossHighWaterMark: '1200.00' } },
    });
  });

  it('says what to enter in the language of the page', async () => {
    const { status, body } = await get('/fund-fees/projection?capital=1&result=x', { 'tidemark-language': 'es' });
    expect(status).toBe(400);
    expect(body.errors?.map(({ field, message }) => [field, message.split(' ')[0]])).toEqual([
      ['capital', 'Indique'],
      ['result', 'Indique'],
    ]);
  });

  it('sends away a network that asks without end', async () => {
    expect((await get('/fund-fees')).status).toBe(200);
    await api.em().execute(`update rate_limits set points = 300 where key like 'feeProjectionNetwork%'`);
    for (const path of ['/fund-fees', '/fund-fees/projection?capital=10000&result=20']) {
      const { status, response } = await get(path);
      expect([status, response.headers['cache-control'], Number(response.headers['retry-after']) > 0]).toEqual([429, 'no-store', true]);
    }
  });
});
