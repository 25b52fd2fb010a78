import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { KycReviewWire, PendingKycWire } from '../../../src/platform/wire/index.js';
import { ADDRESS, clubForm, fundForm, key, planted } from './documents.js';
import { KycApp, type Person } from './kyc-app.js';

let kyc: KycApp;
let admin: Person;
let second: Person;
beforeAll(async () => {
  kyc = await KycApp.start();
  [admin, second] = await Promise.all([kyc.person('admin'), kyc.person('admin')]);
});
afterAll(() => kyc.stop());
beforeEach(async () => {
  kyc.exchange.reset();
  await kyc.em().execute('delete from kyc_submissions');
});

async function waiting(): Promise<Person & { submissionId: string }> {
  const member = await kyc.person('trade club');
  expect((await kyc.createKyc(member, await clubForm())).statusCode).toBe(201);
  const [row] = await kyc.rows<{ id: string }>('select id from kyc_submissions where user_id = ?', [member.userId]);
  return { ...member, submissionId: row!.id };
}

const stateOf = async ({ userId }: Person) => {
  const [row] = await kyc.rows<Record<string, unknown>>(
    `select k.status, k.reason, k.decided_by, k.decided_at is not null as decided, u.kyc_status from kyc_submissions k join users u
      on u.id = k.user_id where k.user_id = ? order by k.submitted_at desc limit 1`,
    [userId],
  );
  return row;
};
const lettersTo = async ({ userId }: Person) =>
  (await kyc.rows<{ letter: string }>('select letter from mail_deliveries where user_id = ? order by letter', [userId])).map(
    ({ letter }) => letter,
  );
const decisionsOn = (submissionId: string) =>
  kyc.rows<{ action: string; actor_id: string; detail: unknown }>(
    `select action, actor_id, detail from audit_events where target_id = ? and action <> 'kyc.submit'`,
    [submissionId],
  );

describe('approving', () => {
  it('approves member and submission, writes to the member, records the act, asks for a sync, and answers what still waits', async () => {
    const member = await waiting();
    const other = await waiting();
    const answer = await kyc.get(`/api/v1/approvekyc/${member.userId}`, admin.token);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json<{ data: PendingKycWire[] }>().data.map(({ userId }) => userId)).toEqual([other.userId]);
    expect(await stateOf(member)).toEqual({
      status: 'approved',
      reason: null,
      decided_by: admin.userId,
      decided: true,
      kyc_status: 'approved',
    });
    expect(await lettersTo(member)).toEqual(['invoice-issued', 'kyc-approved', 'kyc-received']);
    expect(await decisionsOn(member.submissionId)).toEqual([
      { action: 'kyc.approve', actor_id: admin.userId, detail: { userId: member.userId } },
    ]);
    expect(kyc.exchange.synced).toEqual([{ userId: member.userId, trigger: 'approval' }]);
    expect(await stateOf(other)).toMatchObject({ status: 'pending', kyc_status: 'pending' });
  });

  it('decides what waits and leaves earlier decisions as they were', async () => {
    const member = await waiting();
    await kyc.get(`/api/v1/rejectkyc/${member.userId}`, admin.token);
    await kyc.createKyc(member, await clubForm());
    expect((await kyc.get(`/api/v1/approvekyc/${member.userId}`, second.token)).statusCode).toBe(200);
    expect(
      await kyc.rows('select status, decided_by from kyc_submissions where user_id = ? order by submitted_at', [member.userId]),
    ).toEqual([
      { status: 'rejected', decided_by: admin.userId },
      { status: 'approved', decided_by: second.userId },
    ]);
  });

  it('asks for no sync where no key was given', async () => {
    const member = await kyc.person('hedge fund');
    await kyc.createKyc(member, await fundForm());
    expect((await kyc.get(`/api/v1/approvekyc/${member.userId}`, admin.token)).statusCode).toBe(200);
    expect(kyc.exchange.synced).toEqual([]);
  });

  it('is undone as a whole when a part of it fails', async () => {
    const member = await waiting();
    kyc.exchange.failure = new Error('planted failure');
    expect((await kyc.get(`/api/v1/approvekyc/${member.userId}`, admin.token)).statusCode).toBe(500);
    expect(await stateOf(member)).toEqual({ status: 'pending', reason: null, decided_by: null, decided: false, kyc_status: 'pending' });
    expect(await lettersTo(member)).toEqual(['kyc-received']);
    expect(await decisionsOn(member.submissionId)).toEqual([]);
  });
});

describe('rejecting', () => {
  it('tells the member why, by the reviewer’s own words, and opens the form again', async () => {
    const member = await waiting();
    const answer = await kyc.post(`/api/v1/admin/kyc-reviews/${member.submissionId}/reject`, admin.token, {
      reason: '  The picture is too dark  ',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      message: 'KYC rejected',
      data: { id: member.submissionId, status: 'rejected', reason: 'The picture is too dark' },
    });
    expect(await stateOf(member)).toMatchObject({
      status: 'rejected',
      reason: 'The picture is too dark',
      decided_by: admin.userId,
      kyc_status: 'rejected',
    });
    expect(await lettersTo(member)).toEqual(['kyc-received', 'kyc-rejected']);
    expect(kyc.exchange.synced).toEqual([]);
    const own = await kyc.get('/api/v1/me/kyc', member.token);
    expect(own.json()).toMatchObject({ data: { kycStatus: 'rejected', reason: 'The picture is too dark', platform: 'binance' } });
    expect((await kyc.createKyc(member, await clubForm())).statusCode).toBe(201);
    expect((await kyc.get('/api/v1/me/kyc', member.token)).json()).toMatchObject({ data: { kycStatus: 'pending', reason: null } });
  });

  it('gives a reason of its own where the specification’s route carries none', async () => {
    const member = await waiting();
    expect((await kyc.get(`/api/v1/rejectkyc/${member.userId}`, admin.token)).statusCode).toBe(200);
    expect(await stateOf(member)).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(/could not be verified/),
      kyc_status: 'rejected',
    });
    const own = await kyc.get('/api/v1/me/kyc', member.token, { 'tidemark-language': 'es' });
    expect(own.json()).toMatchObject({ data: { reason: expect.stringMatching(/^No se han podido verificar sus documentos/) } });
  });

  it('throws the credentials away: they are of no use any more', async () => {
    const member = await kyc.person('hedge fund');
    await kyc.createKyc(member, { ...(await fundForm()), ...key });
    await kyc.em().execute(`update kyc_submissions set exchange_login = '\\x01'`);
    await kyc.get(`/api/v1/rejectkyc/${member.userId}`, admin.token);
    expect(await kyc.rows('select exchange_login, exchange_login_given from kyc_submissions where user_id = ?', [member.userId])).toEqual([
      { exchange_login: null, exchange_login_given: true },
    ]);
    expect(kyc.exchange.removed).toEqual([member.userId]);
  });

  it.each([[{ reason: '   ' }], [{ reason: 'x'.repeat(501) }], [{ reason: 7 }], [{ reason: 'fine', status: 'approved' }]])(
    'refuses %p and decides nothing',
    async (body) => {
      const member = await waiting();
      expect((await kyc.post(`/api/v1/admin/kyc-reviews/${member.submissionId}/reject`, admin.token, body)).statusCode).toBe(400);
      expect(await stateOf(member)).toMatchObject({ status: 'pending' });
    },
  );
});

describe('two admins at once', () => {
  it.each([
    ['approve and approve', (id: string) => [`approvekyc/${id}`, `approvekyc/${id}`]],
    ['approve and reject', (id: string) => [`approvekyc/${id}`, `rejectkyc/${id}`]],
    ['reject and reject', (id: string) => [`rejectkyc/${id}`, `rejectkyc/${id}`]],
  ])('%s: one decides, the other gets 409, the member one letter', async (_, routes) => {
    const member = await waiting();
    const [first, other] = routes(member.userId);
    const answers = await Promise.all([kyc.get(`/api/v1/${first}`, admin.token), kyc.get(`/api/v1/${other}`, second.token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const state = await stateOf(member);
    expect(state).toMatchObject({ status: state!['kyc_status'] });
    expect((await lettersTo(member)).filter((letter) => letter.startsWith('kyc-'))).toHaveLength(2);
    expect(await decisionsOn(member.submissionId)).toHaveLength(1);
    expect(kyc.exchange.synced).toHaveLength(state!['status'] === 'approved' ? 1 : 0);
  });

  it('holds over both faces of the service', async () => {
    const member = await waiting();
    const answers = await Promise.all([
      kyc.post(`/api/v1/admin/kyc-reviews/${member.submissionId}/approve`, admin.token),
      kyc.get(`/api/v1/rejectkyc/${member.userId}`, second.token),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('decisions are refused', () => {
  it('where nothing waits: 409, and where nobody is: 404', async () => {
    const member = await kyc.person('trade club');
    for (const route of ['approvekyc', 'rejectkyc']) {
      expect((await kyc.get(`/api/v1/${route}/${member.userId}`, admin.token)).statusCode).toBe(409);
      expect((await kyc.get(`/api/v1/${route}/${randomUUID()}`, admin.token)).statusCode).toBe(404);
      expect((await kyc.get(`/api/v1/${route}/1`, admin.token)).statusCode).toBe(404);
    }
    const decided = await waiting();
    await kyc.get(`/api/v1/rejectkyc/${decided.userId}`, admin.token);
    for (const action of ['approve', 'reject']) {
      expect((await kyc.post(`/api/v1/admin/kyc-reviews/${decided.submissionId}/${action}`, admin.token)).statusCode).toBe(409);
      expect((await kyc.post(`/api/v1/admin/kyc-reviews/${randomUUID()}/${action}`, admin.token)).statusCode).toBe(404);
    }
  });

  it('to members and strangers', async () => {
    const member = await waiting();
    for (const url of [
      `approvekyc/${member.userId}`,
      `rejectkyc/${member.userId}`,
      'getpendingkyc',
      'getlistkyc',
      'admin/kyc-reviews',
      `admin/kyc-reviews/${member.submissionId}`,
    ]) {
      expect((await kyc.get(`/api/v1/${url}`, member.token)).statusCode).toBe(403);
      expect((await kyc.get(`/api/v1/${url}`)).statusCode).toBe(401);
    }
    expect((await kyc.post(`/api/v1/admin/kyc-reviews/${member.submissionId}/approve`, member.token)).statusCode).toBe(403);
    expect(await stateOf(member)).toMatchObject({ status: 'pending', kyc_status: 'pending' });
  });

  it.each([
    ['sec-fetch-dest', 'document'],
    ['sec-fetch-mode', 'navigate'],
    ['sec-purpose', 'prefetch'],
    ['origin', 'https://elsewhere.example'],
  ])('to links, foreign pages and prefetching: %s %s', async (header, value) => {
    const member = await waiting();
    for (const route of ['approvekyc', 'rejectkyc'])
      expect((await kyc.get(`/api/v1/${route}/${member.userId}`, admin.token, { [header]: value })).statusCode).toBe(403);
    expect(await stateOf(member)).toMatchObject({ status: 'pending' });
  });
});

describe('the lists', () => {
  it('GET /getpendingkyc shows every submission with masked secrets and links, the oldest first, and never a secret', async () => {
    const members = [await waiting(), await waiting()];
    const answer = await kyc.get('/api/v1/getpendingkyc', admin.token);
    expect(answer.headers['x-total-count']).toBe('2');
    expect(answer.headers['cache-control']).toBe('no-store');
    const { data } = answer.json<{ data: PendingKycWire[] }>();
    expect(data.map(({ userId }) => userId)).toEqual(members.map(({ userId }) => userId));
    const link = expect.stringMatching(/^\/api\/v1\/files\/[0-9a-f-]{36}\?exp=\d+&kid=k2&sig=[\w-]+$/);
    expect(data[0]).toEqual({
      userId: members[0]!.userId,
      fullName: 'Ines Marlow',
      address: ADDRESS,
      apiKey: '••••••••ABCD',
      secretKey: '••••••••WXYZ',
      idCard: link,
      proofOfAddress: link,
      status: 'pending',
    });
    for (const secret of planted.filter((text) => text !== ADDRESS)) expect(answer.body).not.toContain(secret);
  });

  it('GET /getpendingkyc pages', async () => {
    const [, member] = [await waiting(), await waiting()];
    const answer = await kyc.get('/api/v1/getpendingkyc?page=2&perPage=1', admin.token);
    expect(answer.headers['x-total-count']).toBe('2');
    expect(answer.json<{ data: PendingKycWire[] }>().data.map(({ userId }) => userId)).toEqual([member.userId]);
    expect((await kyc.get('/api/v1/getpendingkyc?page=0', admin.token)).statusCode).toBe(400);
  });

  it('GET /getlistkyc shows approved members alone', async () => {
    const [member] = [await waiting(), await waiting()];
    await kyc.get(`/api/v1/approvekyc/${member.userId}`, admin.token);
    const answer = await kyc.get('/api/v1/getlistkyc', admin.token);
    expect(answer.json()).toMatchObject({
      data: [{ userId: member.userId, fullName: 'Ines Marlow', userType: 'trade club', createdDate: expect.stringMatching(/^\d{4}-.*Z$/) }],
    });
    expect(answer.headers['x-total-count']).toBe('1');
  });

  it('show nobody who stands in the rejected list', async () => {
    const [waits, approved] = [await waiting(), await waiting()];
    await kyc.get(`/api/v1/approvekyc/${approved.userId}`, admin.token);
    await kyc.em().execute('update users set rejected_at = now() where id in (?, ?)', [waits.userId, approved.userId]);
    expect((await kyc.get('/api/v1/getpendingkyc', admin.token)).json()).toMatchObject({ data: [] });
    expect((await kyc.get('/api/v1/getlistkyc', admin.token)).json()).toMatchObject({ data: [] });
  });

  it('the console’s resource filters, searches, sorts and counts', async () => {
    const members = [await waiting(), await waiting(), await waiting()];
    await kyc.post(`/api/v1/admin/kyc-reviews/${members[2]!.submissionId}/approve`, admin.token);
    const list = async (query: Record<string, unknown>) => {
      const parameters = new URLSearchParams(
        Object.fromEntries(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)])),
      );
      const answer = await kyc.get(`/api/v1/admin/kyc-reviews?${parameters}`, admin.token);
      expect(answer.statusCode).toBe(200);
      return { ids: answer.json<KycReviewWire[]>().map(({ id }) => id), range: answer.headers['content-range'] };
    };
    const ids = members.map(({ submissionId }) => submissionId);
    expect(await list({ sort: ['submittedAt', 'ASC'] })).toEqual({ ids, range: 'kyc-reviews 0-2/3' });
    expect(await list({ sort: ['submittedAt', 'DESC'], range: [1, 1] })).toEqual({ ids: [ids[1]], range: 'kyc-reviews 1-1/3' });
    expect(await list({ range: [5, 9] })).toEqual({ ids: [], range: 'kyc-reviews */3' });
    expect((await list({ filter: { status: 'approved' } })).ids).toEqual([ids[2]]);
    expect((await list({ filter: { id: [ids[0], ids[1]] }, sort: ['submittedAt', 'ASC'] })).ids).toEqual(ids.slice(0, 2));
    expect((await list({ filter: { userId: members[1]!.userId } })).ids).toEqual([ids[1]]);
    expect((await list({ filter: { q: 'nes mar' } })).ids).toHaveLength(3);
    expect((await list({ filter: { q: '%' } })).ids).toEqual([]);
    expect((await list({ filter: { userType: 'hedge fund' } })).ids).toEqual([]);
    for (const sort of ['decidedAt', 'status', 'fullName', 'userType']) expect((await list({ sort: [sort, 'DESC'] })).ids).toHaveLength(3);
  });

  it('the console’s record tells what is known of the key and the files, and no secret', async () => {
    kyc.exchange.summary = { ...kyc.exchange.summary, state: 'too_powerful', rights: ['Enable Withdrawals'] };
    const member = await waiting();
    const answer = await kyc.get(`/api/v1/admin/kyc-reviews/${member.submissionId}`, admin.token);
    expect(answer.json()).toMatchObject({
      id: member.submissionId,
      apiKeyMasked: '••••••••ABCD',
      secretKeyMasked: '••••••••WXYZ',
      exchangeLoginGiven: false,
      keyState: 'too_powerful',
      keyRights: ['Enable Withdrawals'],
      proofOfAddressType: 'application/pdf',
      status: 'pending',
      decidedAt: null,
    });
    expect(answer.body).not.toContain(key.secretKey);
    expect((await kyc.get(`/api/v1/admin/kyc-reviews/${randomUUID()}`, admin.token)).statusCode).toBe(404);
  });

  it.each([
    'sort=["address","ASC"]',
    'sort=["submittedAt","ASC; drop table users"]',
    'filter={"secretKey":"x"}',
    'filter={"status":"any"}',
    'range=[0,100000]',
  ])('refuse %s', async (query) => {
    expect((await kyc.get(`/api/v1/admin/kyc-reviews?${encodeURI(query)}`, admin.token)).statusCode).toBe(400);
  });
});
