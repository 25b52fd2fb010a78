import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AlertFiringsWire, AlertFiringWire, AlertsWire, AlertWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { aSignal } from '../signals/a-signal.js';
import { endSignals } from '../signals/end-signals.js';
import { AlertStand } from './alert-stand.js';

let stand: AlertStand;
let member: SignedIn;
beforeAll(async () => {
  stand = await AlertStand.start();
  member = await stand.reader();
}, 180_000);
afterAll(() => stand.stop(), 180_000);
beforeEach(() => stand.rows('delete from alerts'));

const price = { kind: 'price', asset: 'BTCUSDT', way: 'up', level: '900000' };
const post = (body: object, who = member) => call(stand.api, 'POST', '/me/alerts', body, who);
const patch = (id: string, state: string, who = member) => call(stand.api, 'PATCH', `/me/alerts/${id}`, { state }, who);
const list = async (who = member) => (await call(stand.api, 'GET', '/me/alerts', undefined, who)).json<{ data: AlertsWire }>().data.items;
const set = async (body: object = price, who = member) => {
  const response = await post(body, who);
  expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([201, 'The alert is set']);
  return response.json<{ data: AlertWire }>().data;
};
const publish = async (changes: Record<string, unknown> = {}) => {
  const admin = await signedInAdmin(stand.api);
  const response = await call(stand.api, 'POST', '/createsignal', aSignal({ trailingStopLoss: 'none', ...changes }), {
    token: admin.token,
  });
  return response.json<{ data: { id: string } }>().data.id;
};

describe('setting an alert', () => {
  it('starts at the price of now, from the next whole minute', async () => {
    const before = Date.now();
    const alert = await set({ ...price, asset: 'btc/usdt', repeats: true });
    expect(alert).toMatchObject({
      kind: 'price',
      venue: 'binance',
      market: 'spot',
      symbol: 'BTC/USDT',
      level: '900000',
      way: 'up',
      percent: null,
      signalId: null,
      repeats: true,
      state: 'active',
      endReason: null,
      isArmed: true,
      firedAt: null,
    });
    expect(Number(alert.lastPrice)).toBeGreaterThan(0);
    const starts = Date.parse(alert.checkedTo);
    expect([starts % 60_000, starts > before, starts <= Date.now() + 60_000]).toEqual([0, true, true]);
    expect(await list()).toEqual([alert]);
  });

  it('waits where the price is at its side already', async () => {
    expect(await set({ ...price, level: '1' })).toMatchObject({ isArmed: false, state: 'active' });
    expect(await set({ ...price, way: 'down', level: '900000' })).toMatchObject({ isArmed: false });
  });

  it('takes entry and stop of a signal from the signal, on its market', async () => {
    const signalId = await publish();
    expect(await set({ kind: 'signal-entry', signalId, percent: '1.50' })).toMatchObject({
      level: '64000',
      percent: '1.5',
      way: null,
      market: 'futures',
      symbol: 'BTC/USDT',
      signalId,
    });
    expect(await set({ kind: 'signal-stop', signalId, percent: '0.5' })).toMatchObject({ level: '62500', percent: '0.5' });
  });

  it('refuses a stop that moves by itself, signals that ended and signals that are none', async () => {
    const [trailing, ended] = [await publish({ trailingStopLoss: 'breakeven' }), await publish()];
    const refused = async (body: object) => {
      const { statusCode, json } = await post({ percent: '1', ...body });
      const { message, errors } = json<{ message: string; errors: { field: string }[] }>();
      return [statusCode, errors.map(({ field }) => field), message];
    };
    expect(await refused({ kind: 'signal-stop', signalId: trailing })).toEqual([
      400,
      ['kind'],
      'The stop of this signal moves by itself, so it cannot have an alert',
    ]);
    expect(await set({ kind: 'signal-entry', signalId: trailing, percent: '1' })).toMatchObject({ level: '64000' });
    await endSignals(stand);
    expect(await refused({ kind: 'signal-stop', signalId: ended })).toMatchObject([400, ['signalId'], 'This signal has ended']);
    expect(await refused({ kind: 'signal-stop', signalId: randomUUID() })).toMatchObject([400, ['signalId'], 'There is no such signal']);
  });

  it.each<[object, string[]]>([
    [{}, ['kind']],
    [{ ...price, kind: 'moon' }, ['kind']],
    [{ ...price, level: '0' }, ['level']],
    [{ ...price, level: '1.2345678901234567' }, ['level']],
    [{ ...price, level: 60_000 }, ['level']],
    [{ ...price, way: 'sideways' }, ['way']],
    [{ ...price, asset: 'BTC' }, ['asset']],
    [{ ...price, repeats: 'yes' }, ['repeats']],
    [{ ...price, userId: randomUUID() }, ['userId']],
    [{ kind: 'signal-stop', signalId: 'x', percent: '1' }, ['signalId']],
    [{ kind: 'signal-stop', signalId: randomUUID(), percent: '0.05' }, ['percent']],
    [{ kind: 'signal-stop', signalId: randomUUID(), percent: '20.01' }, ['percent']],
  ])('names what is wrong: %j', async (body, fields) => {
    const response = await post(body);
    expect([response.statusCode, response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)]).toEqual([400, fields]);
  });

  it('names a pair that is not traded', async () => {
    const response = await post({ ...price, asset: 'NOCOINUSDT' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: 'The exchange does not trade NOCOIN/USDT', errors: [{ field: 'asset' }] });
  });

  it('is for members who may see signals; the others may still look and delete', async () => {
    const [unpaid, client, id] = [await signedInMember(stand.api), await signedInMember(stand.api, 'hedge fund'), (await set()).id];
    for (const who of [unpaid, client]) {
      expect((await post(price, who)).statusCode).toBe(403);
      expect(await list(who)).toEqual([]);
    }
    await stand.rows('update alerts set user_id = ? where id = ?', [unpaid.userId, id]);
    expect((await patch(id, 'active', unpaid)).statusCode).toBe(403);
    expect((await patch(id, 'paused', unpaid)).statusCode).toBe(200);
    expect((await call(stand.api, 'DELETE', `/me/alerts/${id}`, undefined, unpaid)).statusCode).toBe(200);
  });

  it('allows 50, also at the same time', async () => {
    const other = await stand.reader();
    await stand.alerts(Array.from({ length: 48 }, () => ({ userId: other.userId, level: 9, way: 'up' as const, last: 1, checkedTo: 0 })));
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(price, other)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409]);
    expect(await list(other)).toHaveLength(50);
  });
});

describe('an alert of one’s own', () => {
  it('is paused, and starts anew from the price of now', async () => {
    const { id } = await set();
    expect((await patch(id, 'paused')).json()).toMatchObject({ message: 'The alert is paused', data: { state: 'paused', isArmed: false } });
    await stand.rows(`update alerts set state = 'fired', checked_to = '2020-01-01', fired_at = now() where id = ?`, [id]);
    const { data } = (await patch(id, 'active')).json<{ data: AlertWire }>();
    expect(data).toMatchObject({ state: 'active', isArmed: true, firedAt: null });
    expect(Date.parse(data.checkedTo)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('does not start again once it has ended', async () => {
    const { id } = await set();
    await stand.rows(`update alerts set state = 'ended', end_reason = 'not-traded' where id = ?`, [id]);
    for (const state of ['active', 'paused']) expect((await patch(id, state)).statusCode).toBe(409);
  });

  it('is nobody else’s', async () => {
    const [{ id }, other] = [await set(), await stand.reader()];
    expect((await patch(id, 'paused', other)).statusCode).toBe(404);
    expect((await call(stand.api, 'DELETE', `/me/alerts/${id}`, undefined, other)).statusCode).toBe(404);
    expect((await call(stand.api, 'DELETE', `/me/alerts/${id}`, undefined, member)).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });
});

describe('what fired', () => {
  it('is listed in pages, newest first, for its member alone', async () => {
    const { id } = await set();
    await stand.rows(
      `insert into alert_firings (id, alert_id, user_id, minute, way, level, high, low)
       select ('0190a1f0-0000-7000-8000-00000000000' || n)::uuid, ?, ?, timestamptz '2026-11-29 10:40Z' + n * interval '1 minute',
         'up', 60000, 60000 + n, 59000
       from generate_series(1, 3) n`,
      [id, member.userId],
    );
    const page = async (query: string, who = member) =>
      (await call(stand.api, 'GET', `/me/alerts/firings${query}`, undefined, who)).json<{ data: AlertFiringsWire }>().data;
    const first = await page('?limit=2');
    expect((first.items as AlertFiringWire[]).map(({ high }) => high)).toEqual(['60003', '60002']);
    expect(first.items[0]).toMatchObject({
      id: '0190a1f0-0000-7000-8000-000000000003',
      alertId: id,
      kind: 'price',
      signalId: null,
      venue: 'binance',
      market: 'spot',
      symbol: 'BTC/USDT',
      level: '60000',
      percent: null,
      way: 'up',
      minute: '2026-11-29T10:43:00.000Z',
      high: '60003',
      low: '59000',
    });
    expect(await page(`?limit=2&before=${first.next}`)).toMatchObject({ items: [{ high: '60001' }], next: null });
    expect(await page('', await stand.reader())).toEqual({ items: [], next: null });
    for (const query of ['?limit=0', '?limit=51', '?before=x'])
      expect([query, (await call(stand.api, 'GET', `/me/alerts/firings${query}`, undefined, member)).statusCode]).toEqual([query, 400]);
  });
});
