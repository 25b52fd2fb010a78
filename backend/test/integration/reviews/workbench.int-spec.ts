import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  KycReviewDetailWire,
  PaymentDetailWire,
  ReviewCaseWire,
  ReviewDecisionWire,
  ReviewViewersWire,
  ReviewWatchWire,
} from '../../../src/platform/wire/index.js';
import { confirmedMember, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { anotherAdmin, clubPayment, freshTxid, get, pay, post } from '../payments/paying.js';
import { reviewCases, waiting } from './cases.js';

let api: TestApi;
let admin: SignedIn;
let ada: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  ada = await anotherAdmin(api, (await confirmedMember(api, 'trade club', { surname: 'Lovelace', otherName: 'Ada' })).email);
});
afterAll(() => api.close());

type CaseRecord = ReviewDecisionWire & ReviewCaseWire & { id: string };

describe.each(reviewCases)('the workbench of one $kind', (kind) => {
  const { table, resource, code } = kind;
  const record = async (id: string, who = admin) => (await get(api, `${resource}/${id}`, who)).json<CaseRecord>();
  beforeEach(() => api.em().execute(`update users set rejected_at = now() where kyc_status = 'pending' or payment_status = 'pending'`));

  it('tells who submitted, as they registered, and what else they sent', async () => {
    const { member, id } = await waiting(api, kind);
    await post(api, `${resource}/${id}/reject`, { code }, admin);
    await kind.submit(api, member);
    const [next] = await api
      .em()
      .execute<{ id: string }[]>(`select id from ${table} where user_id = ? and status = 'pending'`, [member.userId]);
    const shown = await record(next!.id);
    expect(shown.member).toEqual({
      surname: 'Walker',
      firstName: 'Ann',
      dateOfBirth: '1990-05-17',
      country: 'Nigeria',
      phoneNumber: '+2348012345678',
      registeredAt: expect.stringMatching(/Z$/),
      deactivated: false,
    });
    expect(shown.others).toEqual([
      {
        id,
        status: 'rejected',
        reason: expect.stringMatching(/\w/),
        submittedAt: expect.stringMatching(/Z$/),
        decidedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await record(id)).others.map((other) => other.id)).toEqual([next!.id]);
  });

  it('says what may be done: to decide, or nothing and why', async () => {
    const { member, id } = await waiting(api, kind);
    expect(await record(id)).toMatchObject({
      status: 'pending',
      may: kind.name === 'kyc' ? ['approve', 'reject', 'ask', 'reveal'] : ['approve', 'reject'],
      mayNot: null,
      decidedBy: null,
    });
    await api.em().execute('update users set rejected_at = now() where id = ?', [member.userId]);
    expect(await record(id)).toMatchObject({ mayNot: 'This member stands in the rejected list. Restore the member first' });
    expect((await record(id)).may).not.toContain('approve');
    await api.em().execute('update users set rejected_at = null where id = ?', [member.userId]);
    await post(api, `${resource}/${id}/approve`, {}, ada);
    expect(await record(id)).toMatchObject({
      status: 'approved',
      decidedBy: { userId: ada.userId, fullName: 'Ada Lovelace' },
      mayNot: null,
    });
    expect((await record(id)).may).not.toContain('reject');
  });

  it('leads through what waits, the oldest first', async () => {
    const [first, middle, last] = [await waiting(api, kind), await waiting(api, kind), await waiting(api, kind)];
    expect((await record(middle.id)).queue).toEqual({ waiting: 3, before: first.id, after: last.id, next: first.id });
    expect((await record(first.id)).queue).toEqual({ waiting: 3, before: null, after: middle.id, next: middle.id });
    await post(api, `${resource}/${middle.id}/approve`, {}, admin);
    expect((await record(middle.id)).queue).toEqual({ waiting: 2, before: first.id, after: last.id, next: first.id });
    await api.em().execute('update users set rejected_at = now() where id = ?', [first.member.userId]);
    expect((await record(last.id)).queue).toEqual({ waiting: 1, before: null, after: null, next: null });
  });

  it('tells apart what came at one moment', async () => {
    const [one, other] = [await waiting(api, kind), await waiting(api, kind)];
    await api.em().execute(`update ${table} set submitted_at = '2026-01-01' where id in (?, ?)`, [one.id, other.id]);
    const [first, second] = [one.id, other.id].sort();
    expect((await record(first!)).queue).toMatchObject({ before: null, after: second });
    expect((await record(second!)).queue).toMatchObject({ before: first, after: null });
  });

  it('leads to what nobody else looks at before what somebody does', async () => {
    const [first, second, here] = [await waiting(api, kind), await waiting(api, kind), await waiting(api, kind)];
    await post(api, `${resource}/${first.id}/watch`, { visit: randomUUID() }, ada);
    expect((await record(here.id)).queue.next).toBe(second.id);
    expect((await record(here.id, ada)).queue.next).toBe(first.id);
    await post(api, `${resource}/${second.id}/watch`, { visit: randomUUID() }, ada);
    expect((await record(here.id)).queue.next).toBe(first.id);
  });

  it('is shown in the list with those who have it open, and whether its member asked to be erased', async () => {
    const [seen, unseen] = [await waiting(api, kind), await waiting(api, kind)];
    const listed = async (who: SignedIn) => {
      const rows = (await get(api, `${resource}?filter=${encodeURIComponent('{"status":"pending"}')}`, who)).json<
        (CaseRecord & ReviewViewersWire)[]
      >();
      return Object.fromEntries(
        rows.map(({ id, viewers, restricted }) => [id, { viewers: viewers.map(({ fullName }) => fullName), restricted }]),
      );
    };
    const [visit, other] = [randomUUID(), randomUUID()];
    // Two tabs of one admin are one who looks.
    for (const one of [visit, other]) await post(api, `${resource}/${seen.id}/watch`, { visit: one }, ada);
    await api.em().execute(
      `insert into erasure_requests (id, user_id, state, answer_due_at)
          values (gen_random_uuid(), ?, 'restricted', now() + interval '20 days')`,
      [unseen.member.userId],
    );
    expect(await listed(admin)).toEqual({
      [seen.id]: { viewers: ['Ada Lovelace'], restricted: false },
      [unseen.id]: { viewers: [], restricted: true },
    });
    expect((await listed(ada))[seen.id]).toEqual({ viewers: [], restricted: false });
    expect(await record(unseen.id)).toMatchObject({ restricted: true, viewers: [] });
    await api
      .em()
      .execute(`update review_presences set until = now() - interval '1 second' where visit = any(?::uuid[])`, [`{${visit},${other}}`]);
    expect((await listed(admin))[seen.id]).toEqual({ viewers: [], restricted: false });
  });

  describe('two admins on one case', () => {
    const watch = async (id: string, visit: string, who: SignedIn) => {
      const answer = await post(api, `${resource}/${id}/watch`, { visit }, who);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      return answer.json<{ data: ReviewWatchWire }>().data;
    };
    const leave = (id: string, visit: string, who: SignedIn) => post(api, `${resource}/${id}/leave`, { visit }, who);

    it('see each other, the first to come first', async () => {
      const { id } = await waiting(api, kind);
      const [mine, hers] = [randomUUID(), randomUUID()];
      expect((await watch(id, hers, ada)).viewers).toEqual([
        { userId: ada.userId, fullName: 'Ada Lovelace', since: expect.stringMatching(/Z$/), self: true },
      ]);
      const seen = await watch(id, mine, admin);
      expect(seen.viewers.map(({ userId, self }) => [userId, self])).toEqual([
        [ada.userId, false],
        [admin.userId, true],
      ]);
      expect(seen.renewAfterSeconds).toBeGreaterThan(0);
      await leave(id, hers, ada);
      expect((await watch(id, mine, admin)).viewers.map(({ userId }) => userId)).toEqual([admin.userId]);
    });

    it('stay since they came, for as long as they say so', async () => {
      const { id } = await waiting(api, kind);
      const hers = randomUUID();
      const [{ since }] = (await watch(id, hers, ada)).viewers as [ReviewWatchWire['viewers'][number]];
      const [lease] = await api.em().execute<{ until: number }[]>(
        `update review_presences set until = until - interval '20 seconds' where visit = ?
            returning extract(epoch from until)::float as until`,
        [hers],
      );
      expect((await watch(id, hers, ada)).viewers[0]!.since).toBe(since);
      const [renewed] = await api
        .em()
        .execute<{ until: number }[]>(`select extract(epoch from until)::float as until from review_presences where visit = ?`, [hers]);
      expect(renewed!.until - lease!.until).toBeGreaterThanOrEqual(20);
    });

    it('are forgotten when their page has died', async () => {
      const { id } = await waiting(api, kind);
      const [mine, hers] = [randomUUID(), randomUUID()];
      await watch(id, hers, ada);
      await api.em().execute(`update review_presences set until = now() - interval '1 second' where visit = ?`, [hers]);
      expect((await watch(id, mine, admin)).viewers.map(({ userId }) => userId)).toEqual([admin.userId]);
      expect(await api.em().execute('select 1 from review_presences where visit = ?', [hers])).toEqual([]);
    });

    it('are one admin in two tabs, until both have left', async () => {
      const { id } = await waiting(api, kind);
      const [one, other] = [randomUUID(), randomUUID()];
      const [{ since }] = (await watch(id, one, ada)).viewers as [ReviewWatchWire['viewers'][number]];
      await watch(id, other, ada);
      expect((await watch(id, randomUUID(), admin)).viewers.map(({ userId }) => userId)).toEqual([ada.userId, admin.userId]);
      await leave(id, one, ada);
      const [left] = (await watch(id, other, ada)).viewers;
      expect(left!.userId).toBe(ada.userId);
      expect(Date.parse(left!.since)).toBeGreaterThanOrEqual(Date.parse(since));
      await leave(id, other, ada);
      await leave(id, other, ada);
      expect((await watch(id, randomUUID(), admin)).viewers.map(({ userId }) => userId)).toEqual([admin.userId]);
    });

    it('never end each other’s visit', async () => {
      const { id } = await waiting(api, kind);
      const hers = randomUUID();
      await watch(id, hers, ada);
      expect((await leave(id, hers, admin)).statusCode).toBe(200);
      expect((await watch(id, randomUUID(), admin)).viewers.map(({ userId }) => userId)).toContain(ada.userId);
    });

    it('open fifty pages at most', async () => {
      const { id } = await waiting(api, kind);
      await api.em().execute(`delete from review_presences`);
      await api.em().execute(
        `insert into review_presences (kind, submission_id, admin_id, visit, until) select ?, ?, ?, gen_random_uuid(), now() + interval
            '1 hour' from generate_series(1, 50)`,
        [kind.name, id, ada.userId],
      );
      const full = await post(api, `${resource}/${id}/watch`, { visit: randomUUID() }, ada);
      expect([full.statusCode, full.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
      expect((await watch(id, randomUUID(), admin)).viewers).toHaveLength(2);
      await api.em().execute(`delete from review_presences`);
    });

    it('are admins', async () => {
      const { member, id } = await waiting(api, kind);
      for (const act of ['watch', 'leave']) {
        expect((await post(api, `${resource}/${id}/${act}`, { visit: randomUUID() }, member)).statusCode).toBe(403);
        expect((await post(api, `${resource}/${id}/${act}`, { visit: randomUUID() })).statusCode).toBe(401);
        expect((await post(api, `${resource}/${randomUUID()}/${act}`, { visit: randomUUID() }, admin)).statusCode).toBe(404);
      }
    });
  });
});

describe('beside a payment', () => {
  it('stands what is due, where it should have gone, and whether its transfer was shown before', async () => {
    const [first, second, txid] = [await signedInMember(api), await signedInMember(api), freshTxid()];
    const idOf = async ({ userId }: SignedIn) =>
      (await api.em().execute<{ id: string }[]>('select id from payments where user_id = ?', [userId]))[0]!.id;
    await pay(api, first, await clubPayment({ txid }));
    await post(api, `/admin/payments/${await idOf(first)}/reject`, { code: 'not-received' }, ada);
    await pay(api, second, await clubPayment({ txid: `0x${txid.toUpperCase()}` }));
    const shown = (await get(api, `/admin/payments/${await idOf(second)}`, admin)).json<PaymentDetailWire>();
    expect(shown).toMatchObject({
      amount: '50',
      feeToday: '50',
      isFeeToday: true,
      payTo: [
        { id: 'btc', address: expect.any(String) },
        { id: 'usdt-trc20', address: expect.any(String) },
      ],
    });
    expect(shown.txidUsedBefore).toEqual([
      {
        id: await idOf(first),
        userId: first.userId,
        fullName: 'Ann Walker',
        amount: '50',
        status: 'rejected',
        reason: expect.stringMatching(/no such transfer/),
        submittedAt: expect.stringMatching(/Z$/),
        decidedAt: expect.stringMatching(/Z$/),
      },
    ]);
    await api.em().execute(`update payments set amount = 45 where user_id = ?`, [second.userId]);
    expect((await get(api, `/admin/payments/${await idOf(second)}`, admin)).json()).toMatchObject({ amount: '45', isFeeToday: false });
  });
});

describe('beside a KYC submission', () => {
  it('stands which documents the reader has opened: their own views, not those of others', async () => {
    const [kyc] = reviewCases;
    const { id } = await waiting(api, kyc!);
    const shown = async (who: SignedIn) => (await get(api, `/admin/kyc-reviews/${id}`, who)).json<KycReviewDetailWire>();
    const opens = async (link: string) => expect((await api.app.inject({ method: 'GET', url: link })).statusCode).toBe(200);
    const { opened, idCardUrl, proofOfAddressUrl } = await shown(admin);
    expect(opened).toEqual({ idCard: false, proofOfAddress: false });
    await opens(`${idCardUrl}&preload=1`);
    expect((await shown(admin)).opened).toEqual({ idCard: false, proofOfAddress: false });
    await opens(idCardUrl);
    expect((await shown(admin)).opened).toEqual({ idCard: true, proofOfAddress: false });
    expect((await shown(ada)).opened).toEqual({ idCard: false, proofOfAddress: false });
    await opens(proofOfAddressUrl);
    const [listed] = (await get(api, `/admin/kyc-reviews?filter=${encodeURIComponent(JSON.stringify({ id: [id] }))}`, admin)).json<
      KycReviewDetailWire[]
    >();
    expect(listed?.opened).toEqual({ idCard: true, proofOfAddress: true });
  });

  it('stands a key to reveal only where there is one to open', async () => {
    const [kyc] = reviewCases;
    const { id } = await waiting(api, kyc!);
    const shown = async () => (await get(api, `/admin/kyc-reviews/${id}`, admin)).json<KycReviewDetailWire>();
    expect((await shown()).may).toContain('reveal');
    await post(api, `/admin/kyc-reviews/${id}/reject`, { code: 'address-old' }, admin);
    expect((await shown()).may).toEqual([]);
  });
});
