import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AmendmentsWire, AmendmentWire, SignalWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { OwnSandbox } from '../exchange/own-sandbox.js';
import { aSignal } from './a-signal.js';

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('a published signal', () => {
  let api: TestApi;
  let admin: SignedIn;
  let asked: TestApi;
  let sandbox: OwnSandbox;
  beforeAll(async () => {
    sandbox = await OwnSandbox.start();
    // What is offered here is compared with what the product noted a moment later.
    await sandbox.control('POST', 'clock', { freeze: Date.now() });
    api = await createTestApi({ EXCHANGE_URL: sandbox.url });
    asked = await createTestApi({ EXCHANGE_URL: sandbox.url, SIGNAL_ENTRY_BAND_PERCENT: '15' });
    admin = await signedInAdmin(api);
  });
  afterAll(async () => {
    await api.close();
    await asked.close();
    await sandbox.stop();
  });

  const publish = async (changes: Record<string, unknown> = {}) => {
    const response = await call(api, 'POST', '/createsignal', aSignal({ date: day(0), projectedDateOfClosure: day(7), ...changes }), {
      token: admin.token,
    });
    expect(response.statusCode).toBe(201);
    return response.json<{ data: SignalWire }>().data.id;
  };
  const amend = async (id: string, body: object, headers: Record<string, string> = {}) => {
    const response = await call(api, 'POST', `/admin/signals/${id}/amendments`, body, { token: admin.token, headers });
    return [response.statusCode, response.json<{ message: string; data: AmendmentWire; errors?: { field: string }[] }>()] as const;
  };
  const told = async (id: string) =>
    (await call(api, 'GET', `/admin/signals/${id}/amendments`, undefined, { token: admin.token })).json<{ data: AmendmentsWire }>().data;
  const scored = (id: string, status: string) =>
    api.em().execute(
      `insert into signal_scores (signal_id, methodology, status) values (?, 1, ?) on conflict (signal_id, methodology) do update set
          status = excluded.status`,
      [id, status],
    );

  it('gets entries that say what they change and when, in the audit log too', async () => {
    const id = await publish();
    expect(await told(id)).toEqual({ may: ['cancel', 'move_stop', 'close_now'], amendments: [] });
    const before = Date.now();
    const [status, { data }] = await amend(id, { kind: 'move_stop', stop: '63000.5' });
    expect([status, data]).toEqual([
      201,
      { id: expect.any(String), signalId: id, kind: 'move_stop', stop: '63000.5', price: null, at: expect.any(String) },
    ]);
    expect(Date.parse(data.at)).toBeGreaterThan(before - 1000);
    expect(Date.parse(data.at)).toBeLessThan(Date.now() + 1000);
    expect((await amend(id, { kind: 'move_stop', stop: '62900' }))[1]).toMatchObject({ errors: [{ field: 'stop' }] });
    expect((await amend(id, { kind: 'cancel' }))[0]).toBe(201);
    expect(await told(id)).toMatchObject({
      may: [],
      amendments: [
        { kind: 'move_stop', stop: '63000.5' },
        { kind: 'cancel', stop: null, price: null },
      ],
    });
    expect((await amend(id, { kind: 'move_stop', stop: '63500' }))[0]).toBe(409);
    const events = await api.em().execute<{ action: string }[]>(`select action from audit_events where target_id = ? order by id`, [id]);
    expect(events.map(({ action }) => action)).toEqual(['signal.create', 'signal.move-stop', 'signal.cancel']);
  });

  it('is closed at what the market offers for the way out, and cannot be cancelled once it was filled', async () => {
    const id = await publish({ leverage: '1' });
    await scored(id, 'open');
    expect(await amend(id, { kind: 'cancel' })).toMatchObject([
      409,
      { message: 'This signal was filled: it can be closed, not cancelled' },
    ]);
    const before = (await (await fetch(`${sandbox.url}/api/v3/ticker/bookTicker?symbol=BTCUSDT`)).json()) as { bidPrice: string };
    const [status, { data }] = await amend(id, { kind: 'close_now' });
    expect([status, data.kind, data.stop]).toEqual([201, 'close_now', null]);
    expect(Number(data.price)).toBe(Number(before.bidPrice));
    expect((await amend(id, { kind: 'close_now' }))[0]).toBe(409);
  });

  it('has ended where its score says so', async () => {
    const id = await publish();
    await scored(id, 'expired_unfilled');
    expect((await told(id)).may).toEqual([]);
    for (const body of [{ kind: 'cancel' }, { kind: 'close_now' }, { kind: 'move_stop', stop: '63000' }])
      expect((await amend(id, body))[0]).toBe(409);
  });

  it('is amended once by a request that comes twice, and once by ten at a time', async () => {
    const id = await publish();
    const key = { 'idempotency-key': 'amend-1' };
    const [first, again] = [
      await amend(id, { kind: 'move_stop', stop: '63000' }, key),
      await amend(id, { kind: 'move_stop', stop: '63000' }, key),
    ];
    expect(again).toEqual(first);
    const answers = await Promise.all(Array.from({ length: 10 }, () => amend(id, { kind: 'cancel' })));
    expect(answers.map(([status]) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect((await told(id)).amendments).toHaveLength(2);
  });

  it('keeps its entries whatever anybody tries in the database', async () => {
    const id = await publish();
    await amend(id, { kind: 'cancel' });
    for (const sql of [`update signal_amendments set kind = 'close_now'`, 'delete from signal_amendments', 'truncate signal_amendments'])
      await expect(api.em().execute(sql)).rejects.toThrow('signal_amendments is append-only');
  });

  it('is nobody’s to amend but an admin’s', async () => {
    const id = await publish();
    const member = await signedInMember(api);
    for (const method of ['GET', 'POST'] as const)
      expect(
        (
          await call(api, method, `/admin/signals/${id}/amendments`, method === 'POST' ? { kind: 'cancel' } : undefined, {
            token: member.token,
          })
        ).statusCode,
      ).toBe(403);
  });

  it('is refused where the market is far away or there is none, and keeps what the market offered', async () => {
    const somebody = await signedInAdmin(asked);
    const send = async (body: object) => {
      const response = await call(asked, 'POST', '/createsignal', body, { token: somebody.token });
      const { data, errors = [] } = response.json<{ data?: SignalWire; errors?: { field: string }[] }>();
      return { status: response.statusCode, id: data?.id, fields: errors.map(({ field }) => field) };
    };
    const { askPrice } = (await (await fetch(`${sandbox.url}/fapi/v1/ticker/bookTicker?symbol=BTCUSDT`)).json()) as { askPrice: string };
    const at = (share: number) => (Number(askPrice) * share).toFixed(2);
    const near = aSignal({
      date: day(0),
      projectedDateOfClosure: day(7),
      entryPrice: at(0.98),
      stopLoss: at(0.95),
      takeProfit1: at(1.01),
      takeProfit2: at(1.05),
      takeProfit3: at(1.2),
    });
    const published = await send(near);
    expect(published).toMatchObject({ status: 201, fields: [] });
    const [row] = await asked
      .em()
      .execute<{ venue: string; market: string; reference: string }[]>(
        `select venue, market, reference_price::text as reference from signals where id = ?`,
        [published.id],
      );
    expect(row).toMatchObject({ venue: 'binance', market: 'futures' });
    expect(Number(row!.reference)).toBe(Number(askPrice));
    expect(await send({ ...near, entryPrice: at(0.5), stopLoss: at(0.4) })).toMatchObject({ status: 400, fields: ['entryPrice'] });
    expect(await send({ ...near, entryPrice: at(1.08), stopLoss: at(1.05), takeProfit1: at(1.1), takeProfit2: at(1.15) })).toMatchObject({
      status: 400,
      fields: ['stopLoss'],
    });
    expect(
      await send({
        ...near,
        tradeType: 'Sell',
        entryPrice: at(0.92),
        stopLoss: at(0.95),
        takeProfit1: at(0.9),
        takeProfit2: at(0.85),
        takeProfit3: at(0.8),
      }),
    ).toMatchObject({ status: 400, fields: ['stopLoss'] });
    expect(await send({ ...near, asset: 'NOSUCHCOINUSDT' })).toMatchObject({ status: 400, fields: ['asset'] });
  });
});
