import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { confirmedMember, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { fundForm } from '../kyc/documents.js';
import { anotherAdmin, auditOf, get, kycWithKey, post, send } from '../payments/paying.js';

const REASON = 'The member asked us which key they gave';

let api: TestApi;
/** Each test has an admin of its own: what is revealed is counted by admin. */
let admins: SignedIn[];
beforeAll(async () => {
  api = await createTestApi();
  admins = [await signedInAdmin(api)];
});
afterAll(() => api.close());

/** An admin who has just confirmed that it is them. */
async function freshAdmin(): Promise<SignedIn> {
  const admin = await anotherAdmin(api, (await confirmedMember(api)).email);
  admins.push(admin);
  await confirmJustNow(admin);
  return admin;
}
const confirmJustNow = ({ userId }: SignedIn, ago = '0 seconds') =>
  api.em().execute(`update sessions set confirmed_at = now() - ?::interval where user_id = ?`, [ago, userId]);

async function submitted() {
  const [member, key] = [await signedInMember(api), await kycWithKey()];
  expect((await send(api, 'createkyc', member.token, key.parts)).statusCode).toBe(201);
  const [row] = await api.em().execute<{ id: string }[]>('select id from kyc_submissions where user_id = ?', [member.userId]);
  return { member, id: row!.id, apiKey: key.apiKey, secretKey: key.secretKey };
}

const reveal = (admin: { token?: string }, id: string, body: object = { reason: REASON }) =>
  post(api, `/admin/kyc-reviews/${id}/reveal`, body, admin);
const reveals = async (id: string) => (await auditOf(api, id)).filter(({ action }) => action === 'kyc.reveal');

describe('POST /admin/kyc-reviews/{id}/reveal', () => {
  it('shows the key for half a minute to the admin who says why, and writes that down', async () => {
    const [admin, review] = [await freshAdmin(), await submitted()];
    const answer = await reveal(admin, review.id, { reason: `  ${REASON}  ` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      message: 'The key in clear',
      data: { apiKey: review.apiKey, secretKey: review.secretKey, shownForSeconds: 30 },
    });
    expect(await reveals(review.id)).toEqual([
      { action: 'kyc.reveal', actor_id: admin.userId, detail: { userId: review.member.userId, reason: REASON } },
    ]);
  });

  it('is the only answer that holds it', async () => {
    const [admin, review] = [await freshAdmin(), await submitted()];
    await reveal(admin, review.id);
    for (const path of [
      '/getpendingkyc',
      '/admin/kyc-reviews',
      `/admin/kyc-reviews/${review.id}`,
      '/admin/members',
      '/admin/audit-events',
    ]) {
      const { body } = await get(api, path, admin);
      expect(body).not.toContain(review.secretKey);
      expect(body).not.toContain(review.apiKey);
    }
    const stored = await api
      .em()
      .execute<{ row: string }[]>(
        'select to_jsonb(a)::text as row from audit_events a union all select to_jsonb(m)::text from mail_deliveries m',
      );
    for (const { row } of stored) expect(row).not.toContain(review.secretKey);
  });

  it('asks for a confirmation of its own: neither a fresh sign-in nor an old confirmation will do', async () => {
    const review = await submitted();
    const admin = await anotherAdmin(api, (await confirmedMember(api)).email);
    for (const confirmed of [false, true]) {
      if (confirmed) await confirmJustNow(admin, '6 minutes');
      const answer = await reveal(admin, review.id);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ stepUp: true });
      expect(answer.body).not.toContain(review.secretKey);
    }
    expect(await reveals(review.id)).toEqual([]);
    await confirmJustNow(admin, '4 minutes');
    expect((await reveal(admin, review.id)).statusCode).toBe(200);
  });

  it('is closed to members, the owner of the key included, and to strangers', async () => {
    const review = await submitted();
    await confirmJustNow(review.member);
    expect((await reveal(review.member, review.id)).statusCode).toBe(403);
    expect((await reveal({}, review.id)).statusCode).toBe(401);
    expect(await reveals(review.id)).toEqual([]);
  });

  it.each([
    [{}],
    [{ reason: '' }],
    [{ reason: '    a    ' }],
    [{ reason: 'four' }],
    [{ reason: 'x'.repeat(501) }],
    [{ reason: 7 }],
    [{ reason: REASON, shownForSeconds: 9999 }],
  ])('refuses %j and shows nothing', async (body) => {
    const [admin, review] = [await freshAdmin(), await submitted()];
    const answer = await reveal(admin, review.id, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toContain(review.secretKey);
    expect(await reveals(review.id)).toEqual([]);
  });

  it('answers 404 for no submission, and 409 where there is no key', async () => {
    const [admin, fund] = [await freshAdmin(), await signedInMember(api, 'hedge fund')];
    for (const id of [randomUUID(), 'nonsense']) expect((await reveal(admin, id)).statusCode).toBe(404);
    expect((await send(api, 'createkyc', fund.token, await fundForm())).statusCode).toBe(201);
    const [login] = await api.em().execute<{ id: string }[]>('select id from kyc_submissions where user_id = ?', [fund.userId]);
    expect((await reveal(admin, login!.id)).statusCode).toBe(409);
    expect(await reveals(login!.id)).toEqual([]);
  });

  it('shows nothing of a rejected submission, also where its member has given another key since', async () => {
    const [admin, review] = [await freshAdmin(), await submitted()];
    await get(api, `/rejectkyc/${review.member.userId}`, admin);
    expect((await reveal(admin, review.id)).statusCode).toBe(409);
    const next = await kycWithKey();
    expect((await send(api, 'createkyc', review.member.token, next.parts)).statusCode).toBe(201);
    const old = await reveal(admin, review.id);
    expect(old.statusCode).toBe(409);
    expect(old.body).not.toContain(next.secretKey);
  });

  it('tells nobody of five keys in an hour', async () => {
    const [admin, review] = [await freshAdmin(), await submitted()];
    for (let n = 0; n < 5; n++) expect((await reveal(admin, review.id)).statusCode).toBe(200);
    expect(await api.em().execute(`select 1 from outbox where dedupe_key like ?`, [`mail:reveal-alert:${admin.userId}:%`])).toEqual([]);
  });

  it('shows one admin ten keys an hour, and no eleventh', async () => {
    const [admin, other, review] = [await freshAdmin(), await freshAdmin(), await submitted()];
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push(await reveal(admin, review.id));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(Number(answers[10]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers[10]?.body).not.toContain(review.secretKey);
    expect(await reveals(review.id)).toHaveLength(10);
    expect((await reveal(other, review.id)).statusCode).toBe(200);
  });

  const alertsAbout = async ({ userId }: SignedIn) =>
    (
      await api
        .em()
        .execute<{ user_id: string }[]>(
          `select m.user_id from mail_deliveries m join outbox o on o.id = m.outbox_id where o.dedupe_key like ?`,
          [`mail:reveal-alert:${userId}:%`],
        )
    ).map(({ user_id }) => user_id);

  it('writes to every admin who can sign in, once an hour, from the sixth key on', async () => {
    const [admin, away, deleted, review] = [await freshAdmin(), await freshAdmin(), await freshAdmin(), await submitted()];
    await api.em().execute(`update users set status = 'deactivated' where id = ?`, [away.userId]);
    await api.em().execute('update users set rejected_at = now() where id = ?', [deleted.userId]);
    for (let n = 0; n < 5; n++) expect((await reveal(admin, review.id)).statusCode).toBe(200);
    expect(await alertsAbout(admin)).toEqual([]);
    for (let n = 0; n < 3; n++) expect((await reveal(admin, review.id)).statusCode).toBe(200);
    const able = await api
      .em()
      .execute<{ id: string }[]>(`select id from users where role = 'admin' and status = 'active' and rejected_at is null`);
    expect(able.length).toBeGreaterThanOrEqual(2);
    const told = await alertsAbout(admin);
    expect(new Set(told)).toEqual(new Set(able.map(({ id }) => id)));
    // One letter an hour and admin; a run across the full hour may hold two hours.
    expect([1, 2]).toContain(told.length / able.length);
    expect(told).not.toContain(away.userId);
    expect(told).not.toContain(deleted.userId);
  });

  it('counts keys that are asked for at one moment one after the other', async () => {
    const [admin, review] = [await freshAdmin(), await submitted()];
    const holder = new pg.Client({ connectionString: api.config.databaseUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from users where id = $1 for update', [admin.userId]);
      const asked = Array.from({ length: 6 }, () => reveal(admin, review.id));
      await eventually(async () => {
        // Not by the holder: within a transaction PostgreSQL keeps showing the first picture it took.
        const [row] = await api
          .em()
          .execute<{ n: number }[]>(
            `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
        expect(row?.n).toBe(6);
      });
      await holder.query('commit');
      expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200));
    } finally {
      await holder.end();
    }
    expect(await alertsAbout(admin)).toContain(admin.userId);
  });
});
