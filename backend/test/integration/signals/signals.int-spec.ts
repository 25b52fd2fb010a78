import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignalWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { aSignal, signalFields } from './a-signal.js';

describe('signals', () => {
  let api: TestApi;
  let admin: SignedIn;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
  });
  afterAll(() => api.close());

  const publish = (body: object, token = admin.token, headers: Record<string, string> = {}) =>
    call(api, 'POST', '/createsignal', body, { token, headers });
  const published = async (overrides: Record<string, unknown> = {}) => {
    const response = await publish(aSignal(overrides));
    expect([response.statusCode, response.json<{ errors?: object }>().errors]).toEqual([201, undefined]);
    return response.json<{ message: string; data: SignalWire }>().data;
  };
  const refusedFields = async (overrides: Record<string, unknown>) => {
    const response = await publish(aSignal(overrides));
    const { errors = [] } = response.json<{ errors?: { field: string }[] }>();
    return [response.statusCode, ...errors.map(({ field }) => field)];
  };
  const countOf = async () => (await api.em().execute<{ n: number }[]>('select count(*)::int as n from signals'))[0]!.n;
  const setPayment = (userId: string, status: string | null) =>
    api.em().execute('update users set payment_status = ? where id = ?', [status, userId]);

  it('come back with exactly the fields that were sent, as they were typed', async () => {
    const sent = aSignal();
    const before = Date.now();
    const { id, symbol, side, publishedAt, createdAt, outcome, amendments, ...rest } = await published();
    expect(rest).toEqual(sent);
    expect({ symbol, side, outcome, amendments }).toEqual({ symbol: 'BTC/USDT', side: 'long', outcome: null, amendments: [] });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Date.parse(publishedAt)).toBeGreaterThan(before - 1000);
    expect(Date.parse(publishedAt)).toBeLessThan(Date.now() + 1000);
    expect(createdAt).toBe(publishedAt);
    const list = await call(api, 'GET', '/getsignal', undefined, { token: admin.token });
    expect(list.json<{ data: SignalWire[] }>().data[0]).toEqual({
      id,
      symbol,
      side,
      publishedAt,
      createdAt,
      outcome,
      amendments,
      mark: null,
      ...sent,
    });
  });

  it('keep emoji, right-to-left text, combining marks and markup as typed', async () => {
    const texts = {
      riskLevel: '🟢 منخفض',
      marketCondition: '<b>צד</b> \u200fe\u0301 \u202eabc',
      signalMessage: `  =1+1 👩‍👩‍👧‍👦\r\n\t'; drop table signals; -- ${'漢'.repeat(500)}  `,
    };
    expect(await published(texts)).toMatchObject(texts);
  });

  it('keep every digit of a price, and take a number as well as a string', async () => {
    const prices = {
      stopLoss: '0.000000000000000001',
      entryPrice: '1.000000000000000001',
      takeProfit1: '1.000000000000000002',
      takeProfit2: 2.5,
      takeProfit3: '99999999999999999999.999999999999999999',
      currentPrice: 0.00000123,
    };
    // With more, the position would be liquidated before a stop so far away.
    expect(await published({ ...prices, leverage: 1 })).toMatchObject({
      ...prices,
      takeProfit2: '2.5',
      currentPrice: '0.00000123',
      leverage: '1',
    });
  });

  it.each([
    ['Sell', 'short'],
    ['SHORT', 'short'],
    ['long', 'long'],
  ])('of the type %s are %s', async (tradeType, side) => {
    const prices = side === 'short' ? { stopLoss: '66000', takeProfit1: '62000', takeProfit2: '60000', takeProfit3: '58000' } : {};
    expect(await published({ tradeType, ...prices })).toMatchObject({ tradeType, side });
  });

  it('need every one of the nineteen fields', async () => {
    const before = await countOf();
    for (const field of signalFields) {
      expect([field, await refusedFields({ [field]: undefined })]).toEqual([field, [400, field]]);
      for (const wrong of [null, '', '   ', {}, [], true, { $ne: null }])
        expect([field, wrong, await refusedFields({ [field]: wrong })]).toEqual([field, wrong, [400, field]]);
    }
    const nothing = await publish({});
    expect(
      nothing
        .json<{ errors: { field: string }[] }>()
        .errors.map(({ field }) => field)
        .toSorted(),
    ).toEqual(signalFields.toSorted());
    expect(await countOf()).toBe(before);
  });

  it.each([
    ['a stop above the entry', { stopLoss: '64000.1' }, ['stopLoss']],
    ['a stop at the entry', { stopLoss: '64000' }, ['stopLoss']],
    ['a first target below the entry', { takeProfit1: '63999' }, ['takeProfit1']],
    ['targets that do not rise', { takeProfit2: '65500' }, ['takeProfit2']],
    ['a third target below the second', { takeProfit3: '66999.999999999999999999' }, ['takeProfit3']],
    ['the prices of a long signal for a short one', { tradeType: 'Sell' }, ['stopLoss', 'takeProfit1', 'takeProfit2', 'takeProfit3']],
    ['an unknown direction', { tradeType: 'Hold' }, ['tradeType']],
    ['an asset that is no pair', { asset: 'Bitcoin' }, ['asset']],
    ['a leverage of 200', { leverage: '200x' }, ['leverage']],
    ['a stop behind the liquidation', { leverage: '20x', stopLoss: '61120' }, ['stopLoss']],
    [
      'a stop behind the liquidation of a short one',
      { tradeType: 'Sell', leverage: '20x', stopLoss: '66880', takeProfit1: '62000', takeProfit2: '60000', takeProfit3: '58000' },
      ['stopLoss'],
    ],
    ['a trailing stop of 100%', { trailingStopLoss: '100%' }, ['trailingStopLoss']],
    ['a day that does not exist', { date: '2026-02-30' }, ['date']],
    ['a time that does not exist', { time: '25:00' }, ['time']],
    ['a closure before its beginning', { projectedDateOfClosure: '2026-11-20' }, ['projectedDateOfClosure']],
    ['a separated price', { entryPrice: '64,000' }, ['entryPrice']],
    ['an exponent', { entryPrice: '6.4e4' }, ['entryPrice']],
    ['a price of nothing', { currentPrice: '0' }, ['currentPrice']],
    ['a negative number', { stopLoss: -1 }, ['stopLoss']],
    ['a control character', { signalMessage: 'a\u0007b' }, ['signalMessage']],
    ['a NUL', { riskLevel: 'a\u0000b' }, ['riskLevel']],
    ['an endless text', { duration: 'x'.repeat(101) }, ['duration']],
  ])('are refused with %s', async (_, overrides, fields) => {
    const before = await countOf();
    expect(await refusedFields(overrides)).toEqual([400, ...fields]);
    expect(await countOf()).toBe(before);
  });

  it('ask for a string where a number has more digits than JSON carries safely', async () => {
    const body = JSON.stringify(aSignal()).replace('"currentPrice":"64250.5"', '"currentPrice":64250.1234567890123');
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/v1/createsignal',
      headers: { authorization: admin.token, 'content-type': 'application/json' },
      payload: body,
    });
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      [{ field: 'currentPrice', message: 'currentPrice has more than 15 digits: send it as a string, so that none is lost' }],
    ]);
  });

  it("ignore surplus keys on the specification's route and refuse them by name on the console's", async () => {
    const surplus = {
      ...aSignal(),
      side: 'short',
      createdBy: admin.userId,
      publishedAt: '2020-01-01T00:00:00Z',
      id: '00000000-0000-4000-8000-000000000000',
    };
    const { data } = (await publish(surplus)).json<{ data: SignalWire }>();
    expect(data).toMatchObject({ side: 'long' });
    expect(data.id).not.toBe(surplus.id);
    expect(data.publishedAt > '2026').toBe(true);
    const refused = await call(api, 'POST', '/admin/signals', surplus, { token: admin.token });
    expect([
      refused.statusCode,
      refused
        .json<{ errors: { field: string }[] }>()
        .errors.map(({ field }) => field)
        .toSorted(),
    ]).toEqual([400, ['createdBy', 'id', 'publishedAt', 'side']]);
  });

  it('are audited in the act', async () => {
    const { id } = await published();
    expect(
      await api
        .em()
        .execute(`select actor_id, actor_role, target_type, detail from audit_events where action = 'signal.create' and target_id = ?`, [
          id,
        ]),
    ).toEqual([
      {
        actor_id: admin.userId,
        actor_role: 'admin',
        target_type: 'signal',
        detail: { symbol: 'BTC/USDT', side: 'long', bracket: 'assumed' },
      },
    ]);
    expect(await api.em().execute('select created_by from signals where id = ?', [id])).toEqual([{ created_by: admin.userId }]);
  });

  it.each(['update signals set stop_loss = 1', 'delete from signals', 'truncate signals cascade', 'delete from signals where false'])(
    'stand as they were published, whoever says: %s',
    async (statement) => {
      const { id } = await published();
      await expect(api.em().execute(statement)).rejects.toThrow('signals is append-only');
      expect(await api.em().execute('select 1 as there from signals where id = ?', [id])).toEqual([{ there: 1 }]);
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE'] as const)('have no %s', async (method) => {
    const { id } = await published();
    const response = await call(api, method, `/admin/signals/${id}`, method === 'DELETE' ? undefined : aSignal({ entryPrice: '64001' }), {
      token: admin.token,
    });
    expect([404, 405]).toContain(response.statusCode);
    expect((await call(api, 'GET', `/admin/signals/${id}`, undefined, { token: admin.token })).json()).toMatchObject({
      entryPrice: '64000',
    });
  });

  it('are published once by a double click with one key, and twice without', async () => {
    const key = { 'idempotency-key': 'signal-7d1c4f0e' };
    const before = await countOf();
    const twins = await Promise.all([1, 2, 3].map(() => publish(aSignal({ riskLevel: 'Twice clicked' }), admin.token, key)));
    expect(new Set(twins.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect([twins[0]!.statusCode, await countOf()]).toEqual([201, before + 1]);
    const other = await publish(aSignal({ riskLevel: 'Another one' }), admin.token, key);
    expect([other.statusCode, await countOf()]).toEqual([422, before + 1]);
    await Promise.all([publish(aSignal()), publish(aSignal())]);
    expect(await countOf()).toBe(before + 3);
  });

  describe('are seen by', () => {
    const see = async (token?: string) => (await call(api, 'GET', '/getsignal', undefined, { ...(token && { token }) })).statusCode;

    it('admins and paid trade club members, and by nobody else', async () => {
      const [club, fund] = [await signedInMember(api), await signedInMember(api, 'hedge fund')];
      await setPayment(fund.userId, 'approved');
      expect([await see(), await see(admin.token), await see(club.token), await see(fund.token)]).toEqual([401, 200, 403, 403]);
    });

    it('a member from the approval of the payment on, and no longer than that', async () => {
      const club = await signedInMember(api);
      const seen: number[] = [];
      for (const status of [null, 'pending', 'approved', 'rejected', 'approved'] as const) {
        await setPayment(club.userId, status);
        seen.push(await see(club.token));
      }
      expect(seen).toEqual([403, 403, 200, 403, 200]);
      await api.em().execute(`update users set status = 'deactivated' where id = ?`, [club.userId]);
      expect(await see(club.token)).toBe(401);
    });

    it('members, who publish none', async () => {
      const club = await signedInMember(api);
      await setPayment(club.userId, 'approved');
      const before = await countOf();
      for (const path of ['/createsignal', '/admin/signals']) {
        expect((await call(api, 'POST', path, aSignal(), { token: club.token })).statusCode).toBe(403);
        expect((await call(api, 'POST', path, aSignal())).statusCode).toBe(401);
      }
      expect(await countOf()).toBe(before);
    });
  });

  describe('in lists', () => {
    let ids: string[];
    beforeAll(async () => {
      ids = [];
      for (const [asset, riskLevel] of [
        ['ETH/USDT', 'First'],
        ['ETHUSDT', 'Second'],
        ['SOLUSDC', 'Third'],
      ])
        ids.push((await published({ asset, riskLevel, signalMessage: `Marked 100%_${riskLevel}` })).id);
    });
    const admins = async (query: string) => {
      const response = await call(api, 'GET', `/admin/signals?${query}`, undefined, { token: admin.token });
      return {
        status: response.statusCode,
        range: response.headers['content-range'],
        ids: response.statusCode === 200 ? response.json<SignalWire[]>().map(({ id }) => id) : [],
        body: response.json(),
      };
    };
    const filter = (value: object) => `filter=${encodeURIComponent(JSON.stringify(value))}`;

    it('come newest first, in pages that carry the total', async () => {
      const total = String(await countOf());
      const all = await call(api, 'GET', '/getsignal', undefined, { token: admin.token });
      expect(all.headers).toMatchObject({ 'x-total-count': total, 'cache-control': 'no-store' });
      expect(
        all
          .json<{ data: SignalWire[] }>()
          .data.slice(0, 3)
          .map(({ id }) => id),
      ).toEqual(ids.toReversed());
      const second = await call(api, 'GET', '/getsignal?page=2&perPage=1', undefined, { token: admin.token });
      expect([second.json<{ data: SignalWire[] }>().data.map(({ id }) => id), second.headers['x-total-count']]).toEqual([[ids[1]], total]);
    });

    it('are filtered for members too, by side and by words, and counted so', async () => {
      const found = async (query: string) => {
        const response = await call(api, 'GET', `/getsignal?page=1&perPage=25&${query}`, undefined, { token: admin.token });
        return [response.json<{ data: SignalWire[] }>().data.map(({ id }) => id), response.headers['x-total-count']];
      };
      expect(await found('q=ETHUSDT&side=long')).toEqual([[ids[1], ids[0]], '2']);
      expect(await found('q=eth/usdt&side=short')).toEqual([[], '0']);
      expect(await found(`q=${encodeURIComponent('100%_third')}`)).toEqual([[ids[2]], '1']);
    });

    it('are sorted, ranged and counted for the console', async () => {
      const total = await countOf();
      expect(await admins('sort=["createdAt","DESC"]&range=[0,1]')).toMatchObject({ ids: [ids[2], ids[1]], range: `signals 0-1/${total}` });
      expect((await admins('sort=["publishedAt","ASC"]&range=[0,999]')).ids.slice(-3)).toEqual(ids);
      expect((await admins(`sort=["id","ASC"]&${filter({ id: ids })}`)).ids).toEqual(ids.toSorted());
    });

    it('are filtered by asset in either spelling, by side, by ids and by words', async () => {
      for (const asset of ['ETHUSDT', 'ETH/USDT']) expect((await admins(filter({ asset }))).ids).toEqual([ids[1], ids[0]]);
      expect((await admins(filter({ side: 'short', asset: 'ETHUSDT' }))).ids).toEqual([]);
      for (const q of ['sol/usdc', 'SOLUSDC', '100%_third']) expect([q, (await admins(filter({ q }))).ids]).toEqual([q, [ids[2]]]);
      expect((await admins(filter({ id: [ids[0]], q: 'eth' }))).ids).toEqual([ids[0]]);
    });

    it.each([
      ['sort=["stop_loss","ASC"]', 'sort'],
      [filter({ createdBy: 'x' }), 'filter.createdBy'],
      [filter({ asset: 'Bitcoin' }), 'filter.asset'],
      [filter({ side: 'up' }), 'filter.side'],
      [filter({ id: 'x' }), 'filter.id'],
      [filter({ q: 'a\u0000b' }), 'filter.q'],
      [filter({ q: { $ne: null } }), 'filter.q'],
    ])('refuse %s', async (query, field) => {
      expect(await admins(query)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    });

    it('are bare records one by one, and a console that creates one gets it', async () => {
      expect((await call(api, 'GET', `/admin/signals/${ids[0]}`, undefined, { token: admin.token })).json()).toMatchObject({
        id: ids[0],
        asset: 'ETH/USDT',
        symbol: 'ETH/USDT',
      });
      const created = await call(api, 'POST', '/admin/signals', aSignal({ asset: 'BNB/USDT' }), { token: admin.token });
      expect([created.statusCode, created.json()]).toEqual([201, expect.objectContaining({ asset: 'BNB/USDT', id: expect.any(String) })]);
      for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '%00'])
        expect((await call(api, 'GET', `/admin/signals/${id}`, undefined, { token: admin.token })).statusCode).toBe(404);
    });
  });
});
