import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReconciliationService } from '../../../src/trading/reconciliation/index.js';
import type { ReconciliationRecord, ReconciliationWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const READ_AT = new Date('2026-11-20T12:00:00Z');

let api: TestApi;
let worker: INestApplicationContext;
let admin: SignedIn;
let member: SignedIn;
let other: SignedIn;
let newcomer: SignedIn;
const accounts = new Map<SignedIn, string>();

const get = (path: string, who?: SignedIn) => call(api, 'GET', path, undefined, who ? { token: who.token } : {});
const inJson = (query: Record<string, unknown>) =>
  Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
const list = (query: Record<string, unknown> = {}, who = admin) => get(`/admin/reconciliations?${new URLSearchParams(inJson(query))}`, who);
const records = async (query: Record<string, unknown>) => (await list(query)).json<ReconciliationRecord[]>();

/** An account with deposits and balances, reconciled. */
async function account(who: SignedIn, balances: Record<string, [expected: string, reported: string]>, current = true): Promise<string> {
  const id = randomUUID();
  const em = api.em();
  await em.execute(
    `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state, is_current) values (?, ?, 'binance', 'ey-1', ?,
      'valid', ?)`,
    [id, who.userId, Buffer.from(id), current],
  );
  for (const dataset of ['deposits', 'withdrawals']) {
    await em.execute(
      `insert into sync_cursors (account_id, dataset, symbol, state, covered) values (?, ?, '', 'complete', '{[2017-07-01,2030-01-01)}')`,
      [id, dataset],
    );
  }
  for (const [coin, [expected, reported]] of Object.entries(balances)) {
    await em.execute(`insert into deposits values (?, ?, ?, 'X', ?, 0, 1, true, '', '2026-01-01')`, [id, coin, coin, expected]);
    await em.execute('insert into asset_balances values (?, ?, ?, 0, ?)', [
      id,
      coin,
      reported,
      coin === 'BTC' ? Number(reported) * 50_000 : null,
    ]);
  }
  await new ReconciliationService().reconcile(em, id, { readAt: READ_AT });
  return id;
}

beforeAll(async () => {
  api = await createTestApi();
  worker = await startTestWorker(api.config);
  admin = await signedInAdmin(api);
  [member, other, newcomer] = [await signedInMember(api), await signedInMember(api, 'hedge fund'), await signedInMember(api)];
  await account(member, { GONE: ['1', '9'] }, false);
  accounts.set(member, await account(member, { USDT: ['100', '100'], BTC: ['2', '1.5'], JUP: ['7', '8'] }));
  accounts.set(other, await account(other, { USDT: ['50', '51.5'] }));
}, 180_000);

afterAll(async () => {
  await worker.close();
  await api.close();
});

describe('the console’s list', () => {
  it('has one record an asset of the accounts in use, the dearest residual first', async () => {
    const response = await list();
    expect(response.headers['content-range']).toBe('reconciliations 0-3/4');
    expect(response.headers['cache-control']).toBe('no-store');
    const rows = response.json<ReconciliationRecord[]>();
    expect(rows.map(({ userId, asset, residual, residualWorth }) => [userId, asset, residual, residualWorth])).toEqual([
      [member.userId, 'BTC', '-0.5', '25000'],
      [other.userId, 'USDT', '1.5', '1.5'],
      [member.userId, 'USDT', '0', '0'],
      [member.userId, 'JUP', '1', null],
    ]);
    expect(rows[0]).toEqual({
      id: `${accounts.get(member)!}:spot:BTC`,
      userId: member.userId,
      fullName: 'Ann Walker',
      venue: 'binance',
      kind: 'spot',
      asset: 'BTC',
      opening: '0',
      buys: '0',
      sells: '0',
      fees: '0',
      deposits: '2',
      withdrawals: '0',
      transfers: '0',
      converts: null,
      dust: null,
      dividends: null,
      earn: '0',
      realizedPnl: '0',
      funding: '0',
      other: '0',
      expected: '2',
      reported: '1.5',
      residual: '-0.5',
      residualWorth: '25000',
      status: 'open',
      reasons: [],
      hints: [{ code: 'lists-not-read', text: expect.any(String) }],
      income: {},
      fundingWallet: '0',
      openingAt: null,
      checkedSince: null,
      residualSince: READ_AT.toISOString(),
      readAt: READ_AT.toISOString(),
      methodologyVersion: 2,
    });
  });

  it('is filtered by member, status, kind and asset', async () => {
    const assets = async (filter: object) => (await records({ filter, sort: ['asset', 'ASC'] })).map(({ asset }) => asset);
    expect(await assets({ userId: member.userId })).toEqual(['BTC', 'JUP', 'USDT']);
    expect(await assets({ status: 'open' })).toEqual(['BTC', 'JUP', 'USDT']);
    expect(await assets({ status: 'balanced' })).toEqual(['USDT']);
    expect(await assets({ kind: 'futures' })).toEqual([]);
    expect(await assets({ asset: 'USDT', userId: other.userId.toUpperCase() })).toEqual(['USDT']);
    expect(await assets({ userId: newcomer.userId })).toEqual([]);
  });

  it('is sorted both ways by each of its sorts, in pages that neither overlap nor leave anything out', async () => {
    for (const sort of ['residualWorth', 'asset', 'status', 'readAt', 'residualSince', 'id']) {
      for (const order of ['ASC', 'DESC']) {
        const whole = (await records({ sort: [sort, order] })).map(({ id }) => id);
        const paged: string[] = [];
        for (const first of [0, 1, 2, 3])
          paged.push(...(await records({ sort: [sort, order], range: [first, first] })).map(({ id }) => id));
        expect({ sort, order, ids: paged }).toEqual({ sort, order, ids: whole });
        expect(new Set(whole).size).toBe(4);
      }
    }
  });

  it.each([
    [{ filter: { status: 'fine' } }, 'filter.status'],
    [{ filter: { kind: 'margin' } }, 'filter.kind'],
    [{ filter: { userId: 'x' } }, 'filter.userId'],
    [{ filter: { asset: '' } }, 'filter.asset'],
    [{ filter: { residual: '1' } }, 'filter.residual'],
    [{ sort: ['reported', 'ASC'] }, 'sort'],
    [{ range: [0, 5000] }, 'range'],
  ])('refuses %j', async (query, field) => {
    const response = await list(query);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { field: string }[] }>().errors[0]!.field).toBe(field);
  });
});

describe('one member’s reconciliation', () => {
  it('has every asset, counts, notes and days', async () => {
    const response = await get(`/admin/members/${member.userId}/reconciliation`, admin);
    const { data } = response.json<{ data: ReconciliationWire }>();
    expect(data).toMatchObject({
      userId: member.userId,
      venue: 'binance',
      readAt: READ_AT.toISOString(),
      counts: { balanced: 1, explained: 0, open: 2, unavailable: 0 },
      notes: [],
    });
    expect(data.assets.map(({ asset }) => asset)).toEqual(['BTC', 'USDT', 'JUP']);
    expect(data.days).toEqual([
      {
        day: '2026-11-20',
        readAt: READ_AT.toISOString(),
        balanced: 1,
        explained: 0,
        open: 2,
        unavailable: 0,
        residualWorth: '25000',
        residuals: [
          { kind: 'spot', asset: 'BTC', residual: '-0.5', status: 'open' },
          { kind: 'spot', asset: 'JUP', residual: '1', status: 'open' },
        ],
      },
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('is shown to that member, and to nobody else', async () => {
    const own = (await get('/me/reconciliation', member)).json<{ data: ReconciliationWire }>().data;
    expect(own).toEqual((await get(`/admin/members/${member.userId}/reconciliation`, admin)).json<{ data: ReconciliationWire }>().data);
    expect((await get('/me/reconciliation', other)).json<{ data: ReconciliationWire }>().data.assets.map(({ userId }) => userId)).toEqual([
      other.userId,
    ]);
    expect((await get(`/admin/members/${member.userId}/reconciliation`, other)).statusCode).toBe(403);
    expect((await get(`/admin/members/${member.userId}/reconciliation`, member)).statusCode).toBe(403);
    expect((await list({}, member)).statusCode).toBe(403);
    expect((await get('/me/reconciliation')).statusCode).toBe(401);
  });

  it('is empty before there was one, and unknown for nobody', async () => {
    const empty = (await get('/me/reconciliation', newcomer)).json<{ data: ReconciliationWire }>().data;
    expect(empty).toEqual({
      userId: newcomer.userId,
      venue: null,
      readAt: null,
      reconciledAt: null,
      counts: { balanced: 0, explained: 0, open: 0, unavailable: 0 },
      notes: [],
      assets: [],
      days: [],
    });
    expect((await get(`/admin/members/${NOBODY}/reconciliation`, admin)).statusCode).toBe(404);
    expect((await get('/admin/members/nonsense/reconciliation', admin)).statusCode).toBe(404);
  });
});

describe('an admin’s demand', () => {
  const demand = (userId: string, who: SignedIn) => call(api, 'POST', `/admin/members/${userId}/reconcile`, {}, { token: who.token });

  it('has the balances counted again by the worker, at the time they were read, and is written down', async () => {
    const id = accounts.get(other)!;
    const headAt = '2026-11-20T13:00:00.000Z';
    await api
      .em()
      .execute(`insert into sync_runs (id, account_id, user_id, trigger, state, steps) values (?, ?, ?, 'schedule', 'done', ?::jsonb)`, [
        randomUUID(),
        id,
        other.userId,
        JSON.stringify({ account: headAt }),
      ]);
    await api.em().execute(`update asset_balances set free = 50 where account_id = ?`, [id]);
    expect((await demand(other.userId, admin)).statusCode).toBe(202);
    const again = await eventually(async () => {
      const { data } = (await get('/me/reconciliation', other)).json<{ data: ReconciliationWire }>();
      expect(data.readAt).toBe(headAt);
      return data;
    }, 60_000);
    expect(again.assets[0]).toMatchObject({ asset: 'USDT', reported: '50', residual: '0', residualSince: null, status: 'balanced' });
    const events = await api.em().execute(`select actor_id, target_id, detail from audit_events where action = 'exchange.reconcile'`);
    expect(events).toEqual([{ actor_id: admin.userId, target_id: other.userId, detail: { accountId: id } }]);
  });

  it('is for admins, and for members with an account', async () => {
    expect((await demand(other.userId, other)).statusCode).toBe(403);
    expect((await demand(NOBODY, admin)).statusCode).toBe(404);
    expect((await demand(newcomer.userId, admin)).statusCode).toBe(409);
    expect((await api.em().execute<unknown[]>(`select 1 from audit_events where action = 'exchange.reconcile'`)).length).toBe(1);
  });
});
