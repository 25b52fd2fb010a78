import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { KycReviewDetailWire, KycReviewWire, ReviewClaimedWire } from '../../../src/platform/wire/index.js';
import { askAtOnce } from '../../support/crowd.js';
import { confirmedMember, signedInAdmin, signedInTeam, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { anotherAdmin, auditOf, get, post, statusOf } from '../payments/paying.js';
import { reviewCases, waiting as waitingOf } from './cases.js';

let api: TestApi;
let admin: SignedIn;
let ada: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  ada = await anotherAdmin(api, (await confirmedMember(api, 'trade club', { surname: 'Lovelace', otherName: 'Ada' })).email);
});
afterAll(() => api.close());
beforeEach(() => api.em().execute(`update users set rejected_at = now() where kyc_status = 'pending'`));

const [kyc] = reviewCases;
const waiting = () => waitingOf(api, kyc!);
const path = (id: string, act: string) => `/admin/kyc-reviews/${id}/${act}`;
const record = async (id: string, who: SignedIn) => (await get(api, `/admin/kyc-reviews/${id}`, who)).json<KycReviewDetailWire>();
const expire = (id: string) =>
  api.em().execute(`update review_claims set until = now() - interval '1 second' where submission_id = ?`, [id]);

async function claim(id: string, who: SignedIn, { visit = randomUUID() as string, ...more }: { visit?: string; takeOver?: boolean } = {}) {
  const response = await post(api, path(id, 'claim'), { visit, ...more }, who);
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
  return response.json<{ data: ReviewClaimedWire }>().data;
}

describe('a claim', () => {
  it('is the first reviewer’s, and the other is told whose', async () => {
    const { id } = await waiting();
    const mine = await claim(id, ada);
    expect(mine.claim).toEqual({
      userId: ada.userId,
      fullName: 'Ada Lovelace',
      since: expect.stringMatching(/Z$/),
      until: expect.stringMatching(/Z$/),
      self: true,
    });
    expect(Date.parse(mine.claim!.until) - Date.parse(mine.claim!.since)).toBe(600_000);
    const told = await claim(id, admin);
    expect(told.claim).toEqual({ ...mine.claim, self: false });
    expect(told.viewers.map(({ userId, self }) => [userId, self])).toEqual([
      [ada.userId, false],
      [admin.userId, true],
    ]);
  });

  it('of two at one moment is given once', async () => {
    const { id } = await waiting();
    const claims = await Promise.all([claim(id, ada), claim(id, admin), claim(id, ada), claim(id, admin)]);
    expect(new Set(claims.map((one) => one.claim?.userId)).size).toBe(1);
  });

  it('leaves the decision to its holder', async () => {
    const { id, member } = await waiting();
    await claim(id, ada);
    for (const refused of [
      await post(api, path(id, 'approve'), {}, admin),
      await post(api, path(id, 'reject'), { code: 'address-old' }, admin),
      await get(api, `/approvekyc/${member.userId}`, admin),
      await get(api, `/rejectkyc/${member.userId}`, admin),
    ])
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        expect.objectContaining({ message: 'Ada Lovelace is reviewing this case. Take it over first, or leave it to them' }),
      ]);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'pending' });
    expect((await post(api, path(id, 'approve'), {}, ada)).statusCode).toBe(200);
    expect(await api.em().execute('select 1 from review_claims where submission_id = ?', [id])).toEqual([]);
    expect((await claim(id, admin)).claim).toBeNull();
  });

  it('is asked of nobody: clients of the specification decide what is not claimed', async () => {
    const [one, other] = [await waiting(), await waiting()];
    expect((await get(api, `/approvekyc/${one.member.userId}`, admin)).statusCode).toBe(200);
    expect((await post(api, path(other.id, 'reject'), {}, ada)).statusCode).toBe(200);
  });

  it('is shown with the case: to its holder, and to others with what they may not do', async () => {
    const { id } = await waiting();
    expect(await record(id, admin)).toMatchObject({ claim: null, may: ['approve', 'reject', 'ask', 'reveal'], mayNot: null });
    await claim(id, ada);
    expect(await record(id, ada)).toMatchObject({ claim: { self: true }, may: ['approve', 'reject', 'ask', 'reveal'], mayNot: null });
    expect(await record(id, admin)).toMatchObject({
      claim: { userId: ada.userId, self: false },
      may: ['reveal'],
      mayNot: 'Ada Lovelace is reviewing this case. Take it over first, or leave it to them',
    });
    const listed = (await get(api, `/admin/kyc-reviews?filter=${encodeURIComponent('{"status":"pending"}')}`, admin)).json<
      KycReviewWire[]
    >();
    expect(listed.map((row) => [row.id, row.claim?.fullName])).toEqual([[id, 'Ada Lovelace']]);
  });

  it('can be taken over, which is recorded with both names', async () => {
    const { id, member } = await waiting();
    await claim(id, ada);
    expect((await claim(id, admin, { takeOver: true })).claim).toMatchObject({ userId: admin.userId, self: true });
    expect((await claim(id, ada)).claim).toMatchObject({ userId: admin.userId, self: false });
    expect((await post(api, path(id, 'approve'), {}, ada)).statusCode).toBe(409);
    await claim(id, admin, { takeOver: true });
    const taken = (await auditOf(api, id)).filter(({ action }) => action === 'kyc.take-over');
    expect(taken).toEqual([{ action: 'kyc.take-over', actor_id: admin.userId, detail: { userId: member.userId, from: ada.userId } }]);
  });

  it('is prolonged by the page of its holder, and lasts since it began', async () => {
    const { id } = await waiting();
    const visit = randomUUID();
    const { claim: first } = await claim(id, ada, { visit });
    await api.em().execute(`update review_claims set until = until - interval '5 minutes' where submission_id = ?`, [id]);
    const { claim: later } = await claim(id, ada, { visit });
    expect(later!.since).toBe(first!.since);
    expect(Date.parse(later!.until)).toBeGreaterThanOrEqual(Date.parse(first!.until));
  });

  it('ends with its time: the next reviewer has the case', async () => {
    const { id } = await waiting();
    await claim(id, ada);
    await expire(id);
    expect(await record(id, admin)).toMatchObject({ claim: null, mayNot: null });
    const { claim: mine } = await claim(id, admin);
    expect(mine).toMatchObject({ userId: admin.userId, self: true });
    expect((await post(api, path(id, 'approve'), {}, ada)).statusCode).toBe(409);
  });

  it('ends when its holder leaves their last page, and never with another’s', async () => {
    const { id } = await waiting();
    const [one, other, foreign] = [randomUUID(), randomUUID(), randomUUID()];
    await claim(id, ada, { visit: one });
    await claim(id, ada, { visit: other });
    await claim(id, admin, { visit: foreign });
    await post(api, path(id, 'leave'), { visit: foreign }, admin);
    await post(api, path(id, 'leave'), { visit: one }, ada);
    expect((await record(id, admin)).claim).toMatchObject({ userId: ada.userId });
    await post(api, path(id, 'leave'), { visit: other }, ada);
    expect((await record(id, admin)).claim).toBeNull();
  });

  it('is for people who may decide', async () => {
    const { id, member } = await waiting();
    const auditor = await signedInTeam(api, 'auditor');
    const statuses = await Promise.all(
      [auditor, member, undefined].map(async (who) => (await post(api, path(id, 'claim'), { visit: randomUUID() }, who)).statusCode),
    );
    expect(statuses).toEqual([403, 403, 401]);
    expect((await claim(id, await signedInTeam(api, 'reviewer'))).claim).toMatchObject({ self: true });
  });
});

describe('the next case', () => {
  it('is the oldest that no other reviewer has claimed', async () => {
    const [first, second, here] = [await waiting(), await waiting(), await waiting()];
    const next = async (who: SignedIn) => (await record(here.id, who)).queue.next;
    await claim(first.id, ada);
    expect([await next(admin), await next(ada)]).toEqual([second.id, first.id]);
    await claim(second.id, ada);
    expect([await next(admin), await next(ada)]).toEqual([null, first.id]);
    await expire(second.id);
    expect(await next(admin)).toBe(second.id);
  });
});

it('a crowd of decisions on a claimed case changes nothing', async () => {
  const { id, member } = await waiting();
  await claim(id, ada);
  const answers = await askAtOnce(Array.from({ length: 20 }, () => () => post(api, path(id, 'approve'), {}, admin)));
  expect(new Set(answers.map((all) => all.at(-1)?.statusCode))).toEqual(new Set([409]));
  expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'pending' });
});
