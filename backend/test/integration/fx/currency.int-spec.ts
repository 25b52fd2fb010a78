import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MyCurrencyWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

const DAY_MS = 86_400_000;
/** YYYY-MM-DD, so many days ago. */
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

describe('the currency of a member', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  }, 180_000);
  afterAll(() => api.close());
  afterEach(() => api.em().execute('delete from fx_rates'));

  const rates = async (day: string, pairs: Record<string, string>) => {
    for (const [currency, rate] of Object.entries(pairs))
      await api.em().execute('insert into fx_rates (currency, day, rate) values (?, ?, ?)', [currency, day, rate]);
  };
  const own = async ({ token }: SignedIn) =>
    (await call(api, 'GET', '/me/currency', undefined, { token })).json<{ data: MyCurrencyWire }>().data;
  const choose = ({ token }: SignedIn, body: object) => call(api, 'PUT', '/me/currency', body, { token });

  it('is the dollar without a choice, and nothing else can be chosen without rates', async () => {
    const member = await signedInMember(api);
    expect(await own(member)).toEqual({ currency: 'USD', currencies: ['USD'], conversion: null, problem: null });
    expect((await choose(member, { currency: 'EUR' })).json()).toMatchObject({
      errors: [{ field: 'currency', message: 'Choose a currency from the list' }],
    });
    expect((await choose(member, { currency: 'USD' })).statusCode).toBe(200);
  });

  it('is the chosen one, at the rate of the newest day, which is named', async () => {
    await rates(ago(2), { USD: '1.1000', GBP: '0.85000', JPY: '160.00', CHF: '0.9400' });
    await rates(ago(1), { USD: '1.0855', GBP: '0.84310', JPY: '162.40' });
    const [member, other] = [await signedInMember(api), await signedInMember(api)];
    expect((await own(member)).currencies).toEqual(['USD', 'EUR', 'CHF', 'GBP', 'JPY']);
    const chosen = async (currency: string) => (await choose(member, { currency })).json<{ data: MyCurrencyWire }>().data;
    const euro = { currency: 'EUR', rate: '0.921234', day: ago(1), source: 'ecb' };
    expect(await chosen('EUR')).toMatchObject({ currency: 'EUR', conversion: euro, problem: null });
    expect((await own(member)).conversion).toEqual(euro);
    expect((await own(other)).currency).toBe('USD');
    expect((await chosen('JPY')).conversion).toMatchObject({ rate: '149.608', day: ago(1) });
    // The newest day that has both.
    expect((await chosen('CHF')).conversion).toMatchObject({ rate: '0.854545', day: ago(2) });
    expect(await chosen('USD')).toMatchObject({ currency: 'USD', conversion: null, problem: null });
  });

  it('stays chosen while its rate is too old or gone; figures are shown in dollars, with the reason', async () => {
    await rates(ago(7), { USD: '1.0855', GBP: '0.84310' });
    const member = await signedInMember(api);
    expect((await choose(member, { currency: 'GBP' })).json()).toMatchObject({ data: { conversion: { day: ago(7) } } });
    await api.em().execute('update fx_rates set day = ?', [ago(8)]);
    expect(await own(member)).toEqual({ currency: 'GBP', currencies: ['USD'], conversion: null, problem: 'outdated' });
    await api.em().execute('delete from fx_rates');
    expect(await own(member)).toEqual({ currency: 'GBP', currencies: ['USD'], conversion: null, problem: 'missing' });
  });

  it('is one of the list', async () => {
    await rates(ago(1), { USD: '1.0855' });
    const member = await signedInMember(api);
    for (const body of [
      {},
      { currency: 'XAU' },
      { currency: 'eur' },
      { currency: 'EURO' },
      { currency: null },
      { currency: 'EUR', rate: '1' },
    ]) {
      const refused = await choose(member, body);
      expect(refused.statusCode).toBe(400);
    }
    expect((await own(member)).currency).toBe('USD');
  });

  it('belongs to members', async () => {
    const { token } = await signedInAdmin(api);
    expect((await call(api, 'GET', '/me/currency', undefined, { token })).statusCode).toBe(403);
    expect((await call(api, 'GET', '/me/currency')).statusCode).toBe(401);
  });
});
