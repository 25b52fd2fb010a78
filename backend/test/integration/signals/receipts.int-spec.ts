import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { memberSets } from '../../../src/club/privacy/export/export-contents.sql.js';
import type { SignalReceiptWire, SignalWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { aSignal } from './a-signal.js';

describe('signals that were seen', () => {
  let api: TestApi;
  let admin: SignedIn;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
  });
  afterAll(() => api.close());

  const publish = async (overrides: Record<string, unknown> = {}) =>
    (await call(api, 'POST', '/createsignal', aSignal(overrides), { token: admin.token })).json<{ data: SignalWire }>().data;
  const paidMember = async (overrides: Record<string, unknown> = {}) => {
    const member = await signedInMember(api, 'trade club', overrides);
    await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    return member;
  };
  const look = (member: SignedIn, query = '') => call(api, 'GET', `/getsignal${query}`, undefined, { token: member.token });
  const seenBy = async ({ userId }: SignedIn) =>
    (
      await api
        .em()
        .execute<{ signal_id: string }[]>('select signal_id from signal_receipts where user_id = ? order by signal_id', [userId])
    ).map(({ signal_id }) => signal_id);
  const list = async (filter: object, query = '', token = admin.token) => {
    const response = await call(
      api,
      'GET',
      `/admin/signal-receipts?filter=${encodeURIComponent(JSON.stringify(filter))}${query}`,
      undefined,
      { token },
    );
    return {
      status: response.statusCode,
      headers: response.headers,
      rows: response.statusCode === 200 ? response.json<SignalReceiptWire[]>() : [],
      body: response.json<object>(),
    };
  };

  it('are written down for the member who was shown them, and for nobody else', async () => {
    const [first, second] = [await publish(), await publish({ asset: 'ETHUSDT' })];
    const [reader, other] = [await paidMember(), await paidMember()];
    expect((await look(reader)).statusCode).toBe(200);
    expect(await seenBy(reader)).toEqual([first.id, second.id].toSorted());
    expect(await seenBy(other)).toEqual([]);
    expect((await look(admin)).statusCode).toBe(200);
    expect(await seenBy(admin)).toEqual([]);
  });

  it('are those of the page that was shown', async () => {
    const newest = await publish();
    const reader = await paidMember();
    await look(reader, '?page=1&perPage=1');
    expect(await seenBy(reader)).toEqual([newest.id]);
    await look(reader, '?page=1&perPage=1&q=nothing%20has%20these%20words');
    expect(await seenBy(reader)).toEqual([newest.id]);
    await look(reader, '?page=2&perPage=1');
    expect(await seenBy(reader)).toHaveLength(2);
  });

  it('keep the moment of the first time', async () => {
    const { id } = await publish();
    const reader = await paidMember();
    await look(reader);
    await api.em().execute(`update signal_receipts set seen_at = '2026-11-01T10:00:00Z' where user_id = ?`, [reader.userId]);
    await look(reader);
    expect((await list({ userId: reader.userId, signalId: id })).rows).toEqual([
      expect.objectContaining({ signalId: id, seenAt: '2026-11-01T10:00:00.000Z' }),
    ]);
  });

  it('are written once, however many requests come at once', async () => {
    for (let i = 0; i < 5; i += 1) await publish();
    const reader = await paidMember();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => look(reader, i % 2 === 0 ? '' : '?page=1&perPage=3')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await seenBy(reader)).toHaveLength(answers[0]!.json<{ data: object[] }>().data.length);
  });

  it('are not written for whoever is refused', async () => {
    const unpaid = await signedInMember(api);
    expect((await look(unpaid)).statusCode).toBe(403);
    expect(await seenBy(unpaid)).toEqual([]);
  });

  it('are not written while their member waits to be erased', async () => {
    const reader = await paidMember();
    await api.em().execute(
      `insert into erasure_requests (id, user_id, state, answer_due_at) values (gen_random_uuid(), ?, 'restricted', now() + interval
          '30 days')`,
      [reader.userId],
    );
    const shown = await look(reader);
    expect([shown.statusCode, shown.json<{ data: object[] }>().data.length > 0]).toEqual([200, true]);
    expect(await seenBy(reader)).toEqual([]);
  });

  it('are shown all the same where they can not be written down', async () => {
    const reader = await paidMember();
    await api.em().execute('alter table signal_receipts rename to signal_receipts_away');
    try {
      const shown = await look(reader);
      expect([shown.statusCode, shown.json<{ data: object[] }>().data.length > 0]).toEqual([200, true]);
    } finally {
      await api.em().execute('alter table signal_receipts_away rename to signal_receipts');
    }
    await look(reader);
    expect((await seenBy(reader)).length).toBeGreaterThan(0);
  });

  it("are in the copy of their member's data", async () => {
    const signal = await publish({ asset: 'BNBUSDT' });
    const [reader, other] = [await paidMember(), await paidMember()];
    await look(reader, '?page=1&perPage=1');
    await look(other);
    const { sql } = memberSets.find(({ path }) => path === 'signals.json')!;
    expect(await api.em().execute(sql.replace('$1', '?'), [reader.userId])).toEqual([
      expect.objectContaining({ signal: signal.id, asset: 'BNBUSDT', tradeType: 'Buy' }),
    ]);
  });

  describe('in the console', () => {
    it('say who saw what and when, the latest first', async () => {
      const signal = await publish({ asset: 'SOL/USDC', tradeType: 'Long' });
      const readers = [await paidMember({ surname: 'Obi', otherName: 'Ngozi' }), await paidMember()];
      for (const reader of readers) await look(reader, '?page=1&perPage=1');
      const { status, headers, rows } = await list({ signalId: signal.id });
      expect([status, headers['content-range'], headers['cache-control']]).toEqual([200, 'signal-receipts 0-1/2', 'no-store']);
      expect(rows.map(({ userId }) => userId)).toEqual(readers.map(({ userId }) => userId).toReversed());
      const [reader] = readers as [SignedIn];
      expect(rows[1]).toEqual({
        id: `${signal.id}.${reader.userId}`,
        signalId: signal.id,
        userId: reader.userId,
        fullName: 'Ngozi Obi',
        asset: 'SOL/USDC',
        tradeType: 'Long',
        publishedAt: signal.publishedAt,
        seenAt: expect.any(String),
      });
    });

    it('are found by member and turned around', async () => {
      for (let i = 0; i < 3; i += 1) await publish();
      const reader = await paidMember();
      for (const page of [3, 2, 1]) await look(reader, `?page=${page}&perPage=1`);
      const latestFirst = await list({ userId: reader.userId });
      expect(latestFirst.headers['content-range']).toBe('signal-receipts 0-2/3');
      expect((await list({ userId: reader.userId }, '&sort=["seenAt","ASC"]')).rows).toEqual(latestFirst.rows.toReversed());
      expect((await list({ userId: reader.userId }, '&range=[1,1]')).rows).toEqual([latestFirst.rows[1]]);
      expect((await list({ userId: reader.userId.toUpperCase() })).rows).toHaveLength(3);
    });

    it.each([
      [{ userId: 'x' }, 'filter.userId'],
      [{ signalId: { $ne: null } }, 'filter.signalId'],
      [{ seenAt: '2026' }, 'filter.seenAt'],
    ])('refuse the filter %p', async (filter, field) => {
      expect(await list(filter)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    });

    it('are for admins alone, and nobody writes them by hand', async () => {
      const reader = await paidMember();
      expect((await list({ userId: reader.userId }, '', reader.token)).status).toBe(403);
      for (const method of ['POST', 'DELETE', 'PUT'] as const)
        expect([404, 405]).toContain(
          (await call(api, method, '/admin/signal-receipts', method === 'DELETE' ? undefined : {}, { token: admin.token })).statusCode,
        );
    });
  });
});
