import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DashboardCounterWire, DashboardTrendsWire, MailQueueWire, SyncHealthWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { aSignal } from '../signals/a-signal.js';
import { storedUser } from '../users/people.js';

const DAY_MS = 86_400_000;
const NOW = Date.now();
/** So many days before `last`: one day for all of this, though midnight may pass meanwhile. */
const day = (ago: number, last = NOW) => new Date(last - ago * DAY_MS).toISOString().slice(0, 10);

describe('the dashboard', () => {
  let api: TestApi;
  let admin: SignedIn;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
    await storedUser(api, { kycStatus: 'approved', paymentStatus: 'approved' });
    await storedUser(api, { kycStatus: 'approved', paymentStatus: 'pending' });
    await storedUser(api, { kycStatus: 'pending' });
    await storedUser(api, { kycStatus: 'pending', status: 'deactivated' });
    await storedUser(api, { kycStatus: 'rejected', paymentStatus: 'rejected' });
    // Nobody in the rejected list counts.
    for (const kycStatus of ['approved', 'pending', 'rejected'] as const)
      await storedUser(api, { kycStatus, paymentStatus: 'approved', rejectedAt: new Date() });
    for (const asset of ['BTCUSDT', 'ETHUSDT']) await call(api, 'POST', '/createsignal', aSignal({ asset }), { token: admin.token });
  });
  afterAll(() => api.close());

  const get = async <T>(path: string, as: SignedIn = admin) => {
    const response = await call(api, 'GET', path, undefined, { token: as.token });
    return { status: response.statusCode, headers: response.headers, data: response.json<{ data: T }>().data };
  };
  const lengthOf = async (resource: string, filter: object) => {
    const response = await call(
      api,
      'GET',
      `/admin/${resource}?range=[0,0]&filter=${encodeURIComponent(JSON.stringify(filter))}`,
      undefined,
      { token: admin.token },
    );
    expect(response.statusCode).toBe(200);
    return Number(String(response.headers['content-range']).split('/')[1]);
  };

  it('counts what the list behind each counter holds', async () => {
    const { data, headers } = await get<DashboardCounterWire[]>('/admin/dashboard/counters');
    expect(headers['cache-control']).toBe('no-store');
    expect(data.map(({ id, count }) => [id, count])).toEqual([
      ['users', 6],
      ['paid', 1],
      ['kyc-approved', 2],
      ['kyc-pending', 2],
      ['kyc-rejected', 1],
      ['signals', 2],
    ]);
    for (const { id, count, resource, filter } of data) expect([id, await lengthOf(resource, filter)]).toEqual([id, count]);
  });

  it('tells each day of UTC once, the present one the last, and what happened on it', async () => {
    await storedUser(api, { createdAt: new Date(`${day(3)}T00:00:00Z`) });
    await storedUser(api, { createdAt: new Date(`${day(3)}T23:59:59.999Z`) });
    // One moment before the first day that is shown.
    await storedUser(api, { createdAt: new Date(new Date(`${day(29)}T00:00:00Z`).getTime() - 1) });
    const payer = await storedUser(api);
    const file = '00000000-0000-4000-8000-0000000000f1';
    await api.em().execute(
      `insert into files (id, user_id, purpose, mime, byte_size, storage_key, sha256)
          values (?, ?, 'payment-proof', 'image/jpeg', 1, 'k1', '\\x00')`,
      [file, payer.id],
    );
    await api.em().execute(
      `insert into payments (id, user_id, membership, amount, currency, proof_file_id, status, submitted_at, decided_at) values
       (gen_random_uuid(), ?, 'trade club', 50, 'USD', ?, 'rejected', ?, ?),
         (gen_random_uuid(), ?, 'trade club', 50, 'USD', ?, 'approved', ?, ?)`,
      [payer.id, file, `${day(5)}T12:00:00Z`, `${day(4)}T12:00:00Z`, payer.id, file, `${day(4)}T13:00:00Z`, `${day(2)}T01:00:00Z`],
    );
    for (const days of [30, 90, 365]) {
      const { data } = await get<DashboardTrendsWire>(`/admin/dashboard/trends?days=${days}`);
      const last = data.days.at(-1)!;
      expect([day(0), day(0, Date.now())]).toContain(last);
      expect(data.days).toEqual(Array.from({ length: days }, (_, index) => day(days - 1 - index, Date.parse(last))));
      for (const values of [data.signUps, data.paymentsSubmitted, data.paymentsApproved, data.signals]) expect(values).toHaveLength(days);
      const on = (values: number[], ago: number) => values[data.days.indexOf(day(ago))];
      expect([
        on(data.signUps, 3),
        on(data.paymentsSubmitted, 5),
        on(data.paymentsSubmitted, 4),
        on(data.paymentsApproved, 4),
        on(data.paymentsApproved, 2),
      ]).toEqual([2, 1, 1, 0, 1]);
      // Today, or from midnight on yesterday.
      expect(data.signals.slice(data.days.indexOf(day(0))).reduce((sum, n) => sum + n, 0)).toBe(2);
      // The admin is nobody who signed up.
      expect(data.signUps.reduce((sum, n) => sum + n, 0)).toBe(days === 30 ? 11 : 12);
    }
    expect((await get<DashboardTrendsWire>('/admin/dashboard/trends')).data.days).toHaveLength(30);
  });

  it('tells the state of the keys and of the readings as the list of members has it', async () => {
    const [late, never, refused] = [
      await storedUser(api, { kycStatus: 'approved' }),
      await storedUser(api, { kycStatus: 'approved' }),
      await storedUser(api, { kycStatus: 'approved' }),
    ];
    const account = (user: { id: string }, state: string, synced: string | null) =>
      api.em().execute<{ id: string }[]>(
        `insert into exchange_accounts (id, user_id, venue, api_key, secret_key, key_hint, fingerprint, key_state, is_current,
          sync_enabled, last_synced_at, created_at)
         values (gen_random_uuid(), ?, 'binance', '\\xe1026b32', '\\xe1026b32', 'abcd', decode(md5(?), 'hex'), ?, true, true,
           ${synced ?? 'null'}, now() - interval '3 days') returning id`,
        [user.id, user.id, state],
      );
    const [lateAccount] = await account(late, 'valid', `now() - interval '2 days'`);
    await account(never, 'unchecked', null);
    await account(refused, 'invalid', 'now()');
    await api.em().execute(
      `insert into sync_runs (id, account_id, user_id, trigger, state, started_at, finished_at)
          values (?, ?, ?, 'schedule', 'failed', now(), now())`,
      [uuidOf(Date.now() - 60_000), lateAccount!.id, late.id],
    );
    await api.em().execute(
      `insert into sync_runs (id, account_id, user_id, trigger, state, started_at, finished_at)
          values (?, ?, ?, 'schedule', 'done', now(), now() - interval '2 hours')`,
      [uuidOf(Date.now() - 2 * 3_600_000), lateAccount!.id, late.id],
    );

    const { data } = await get<SyncHealthWire>('/admin/dashboard/sync');
    for (const { state, count } of data.keys) expect([state, count]).toEqual([state, await lengthOf('members', { keyState: state })]);
    expect(data.keys.map(({ state, count }) => [state, count])).toEqual([
      ['unchecked', 1],
      ['valid', 1],
      ['too_powerful', 0],
      ['invalid', 1],
      ['none', 2],
    ]);
    expect([data.behind, await lengthOf('members', { state: 'behind' })]).toEqual([2, 2]);
    expect(data.oldest.map(({ userId, lastSyncedAt }) => [userId, lastSyncedAt === null])).toEqual([
      [never.id, true],
      [late.id, false],
      [refused.id, false],
    ]);
    expect(data.runs).toEqual({
      waiting: 0,
      running: 0,
      doneLastHour: 0,
      failedLastHour: 1,
      lastDoneAt: expect.any(String),
      lastFailedAt: expect.any(String),
    });
  });

  it('tells the letters that have not left', async () => {
    await signedInMember(api);
    const letters = await api
      .em()
      .execute<{ id: string }[]>(`select id from outbox where kind = 'mail.send' and sent_at is null order by id`);
    expect(letters.length).toBeGreaterThan(0);
    const [{ id } = { id: '' }] = letters;
    await api
      .em()
      .execute(`update outbox set lease_until = now() + interval '1 minute', created_at = '2026-01-02T03:04:05Z' where id = ?`, [id]);
    expect((await get<MailQueueWire>('/admin/dashboard/mail')).data).toEqual({
      waiting: letters.length - 1,
      sending: 1,
      dead: 0,
      oldestAt: '2026-01-02T03:04:05.000Z',
      broadcastWaiting: 0,
    });
    await api.em().execute('update outbox set dead_at = now(), lease_until = null where id = ?', [id]);
    const after = (await get<MailQueueWire>('/admin/dashboard/mail')).data;
    expect([after.waiting, after.sending, after.dead, after.dead]).toEqual([
      letters.length - 1,
      0,
      1,
      await lengthOf('dead-letters', { kind: 'mail.send' }),
    ]);
    expect(after.oldestAt).not.toBe('2026-01-02T03:04:05.000Z');
  });

  it('is for admins alone', async () => {
    const member = await signedInMember(api);
    for (const part of ['counters', 'trends', 'sync', 'mail'])
      expect((await call(api, 'GET', `/admin/dashboard/${part}`, undefined, { token: member.token })).statusCode).toBe(403);
  });
});

/** A UUID version 7 of that moment. */
function uuidOf(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(milliseconds).slice(-12)}`;
}
