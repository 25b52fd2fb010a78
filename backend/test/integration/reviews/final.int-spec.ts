import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReviewTransitionsService, type ReviewType } from '../../../src/club/reviews/index.js';
import type { ReviewDecisionWire } from '../../../src/platform/wire/index.js';
import { confirmedMember, signedInAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { anotherAdmin, auditOf, get, lettersTo, post } from '../payments/paying.js';
import { reviewCases, waiting } from './cases.js';

let api: TestApi;
let admin: SignedIn;
let second: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  second = await anotherAdmin(api, (await confirmedMember(api, 'trade club', { surname: 'Lovelace', otherName: 'Ada' })).email);
});
afterAll(() => api.close());

const why = { reason: 'The member called us' };

describe.each(reviewCases)('a final rejection of one $kind', (kind) => {
  const { name, table, resource, own, code, submit } = kind;
  const record = async (id: string) => (await get(api, `${resource}/${id}`, admin)).json<ReviewDecisionWire>();
  const rejected = async (body: object) => {
    const { member, id } = await waiting(api, kind);
    const answer = await post(api, `${resource}/${id}/reject`, body, second);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return { member, id };
  };

  it('closes the form, says so everywhere, and is written down', async () => {
    const { member, id } = await rejected({ code, reason: 'We called you.', outcome: 'final' });
    expect(await record(id)).toMatchObject({
      status: 'rejected',
      final: true,
      reasonCode: code,
      reason: expect.stringMatching(/\. We called you\.$/),
      reopenedAt: null,
      decidedBy: { userId: second.userId, fullName: 'Ada Lovelace' },
      may: ['allow-retry'],
      mayNot: null,
    });
    expect((await get(api, own, member)).json()).toMatchObject({
      data: { final: true, reason: expect.stringMatching(/We called you\.$/) },
    });
    const again = await submit(api, member);
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      409,
      expect.stringMatching(/is final, and you cannot submit it again/),
    ]);
    expect(await api.em().execute(`select 1 from ${table} where user_id = ?`, [member.userId])).toHaveLength(1);
    expect(await lettersTo(api, member, `${name}-%`)).toEqual([`${name}-declined`, `${name}-received`]);
    expect((await auditOf(api, id)).at(-1)).toEqual({
      action: `${name}.reject`,
      actor_id: second.userId,
      detail: { userId: member.userId, reason: expect.any(String), code, final: true },
    });
  });

  it('leaves the form open where it is not final', async () => {
    const { member, id } = await rejected({ code });
    expect(await record(id)).toMatchObject({ status: 'rejected', final: false, reasonCode: code, may: [] });
    expect((await get(api, own, member)).json()).toMatchObject({ data: { final: false } });
    expect((await submit(api, member)).statusCode).toBe(201);
  });

  it('is lifted by an admin, once, with a record and a letter; then the member submits again', async () => {
    const { member, id } = await rejected({ code, outcome: 'final' });
    const answers = await Promise.all([admin, second].map((who) => post(api, `${resource}/${id}/allow-retry`, why, who)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await record(id)).toMatchObject({ final: true, reopenedAt: expect.stringMatching(/Z$/), may: [] });
    expect((await get(api, own, member)).json()).toMatchObject({ data: { final: false } });
    expect(await lettersTo(api, member, `${name}-reopened`)).toEqual([`${name}-reopened`]);
    const lifted = (await auditOf(api, id)).filter(({ action }) => action === `${name}.allow-retry`);
    expect(lifted).toEqual([
      { action: `${name}.allow-retry`, actor_id: expect.any(String), detail: { userId: member.userId, reason: why.reason } },
    ]);
    expect((await submit(api, member)).statusCode).toBe(201);
  });

  it('can be final a second time', async () => {
    const { member, id } = await rejected({ code, outcome: 'final' });
    await post(api, `${resource}/${id}/allow-retry`, why, admin);
    await submit(api, member);
    const [next] = await api
      .em()
      .execute<{ id: string }[]>(`select id from ${table} where user_id = ? and status = 'pending'`, [member.userId]);
    expect((await post(api, `${resource}/${next!.id}/reject`, { code, outcome: 'final' }, admin)).statusCode).toBe(200);
    expect((await submit(api, member)).statusCode).toBe(409);
    expect((await record(next!.id)).may).toEqual(['allow-retry']);
  });

  it('is lifted nowhere else: 409 for one that is not final or of a member in the rejected list, 403 for members', async () => {
    const pending = await waiting(api, kind);
    const again = await rejected({ code });
    for (const { id } of [pending, again]) expect((await post(api, `${resource}/${id}/allow-retry`, why, admin)).statusCode).toBe(409);
    const { member, id } = await rejected({ code, outcome: 'final' });
    expect((await post(api, `${resource}/${id}/allow-retry`, why, member)).statusCode).toBe(403);
    await api.em().execute('update users set rejected_at = now() where id = ?', [member.userId]);
    const refused = await post(api, `${resource}/${id}/allow-retry`, why, admin);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      'This member stands in the rejected list. Restore the member first',
    ]);
    expect(await record(id)).toMatchObject({
      reopenedAt: null,
      may: [],
      mayNot: 'This member stands in the rejected list. Restore the member first',
    });
    expect(await lettersTo(api, member, `${name}-reopened`)).toEqual([]);
  });

  it('stops a form that had been let in before it', async () => {
    const { member } = await rejected({ code });
    const machine = api.app.get(ReviewTransitionsService, { strict: false });
    const reviewed = { subject: kind.kind, record: '', name, table, statusColumn: `${name}_status` } as ReviewType;
    const opening = await machine.opening(reviewed, member.userId);
    // Meanwhile another form of theirs comes, and is rejected for good.
    await submit(api, member);
    const [next] = await api
      .em()
      .execute<{ id: string }[]>(`select id from ${table} where user_id = ? and status = 'pending'`, [member.userId]);
    expect((await post(api, `${resource}/${next!.id}/reject`, { code, outcome: 'final' }, admin)).statusCode).toBe(200);
    const late = api
      .em()
      .transactional((tx) =>
        machine.submit(tx as never, reviewed, opening, 'trade club', () => Promise.reject(new Error('it was stored'))),
      );
    await expect(late).rejects.toMatchObject({ code: 'review.closed' });
    expect(await api.em().execute(`select ${name}_status as status from users where id = ?`, [member.userId])).toEqual([
      { status: 'rejected' },
    ]);
  });
});

describe('the reasons', () => {
  const reasons = async (query = '') =>
    (await get(api, `/admin/rejection-reasons${query}`, admin)).json<
      { id: string; subject: string; code: string; label: string; sentence: string | null }[]
    >();

  it('are told by the server, those of one subject or all', async () => {
    const all = await reasons();
    const kyc = await reasons('?filter={"subject":"kyc"}');
    const payments = await reasons('?filter={"subject":"payment"}');
    expect(all).toEqual([...kyc, ...payments]);
    expect(kyc.map(({ code }) => code)).toEqual(expect.arrayContaining(['identity-unreadable', 'address-old', 'other']));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(await reasons('?range=[0,1]')).toEqual(all.slice(0, 2));
    expect(await reasons('?filter={"id":["payment.other"]}')).toEqual([
      { id: 'payment.other', subject: 'payment', code: 'other', label: 'Another reason', sentence: null, advice: null, document: null },
    ]);
  });

  it('are all taken, each for its own subject', async () => {
    for (const kind of reviewCases) {
      const { id } = await waiting(api, kind);
      const foreign = (await reasons(`?filter={"subject":"${kind.name === 'kyc' ? 'payment' : 'kyc'}"}`))[0]!;
      expect((await post(api, `${kind.resource}/${id}/reject`, { code: foreign.code }, admin)).statusCode).toBe(400);
      expect((await post(api, `${kind.resource}/${id}/reject`, { code: 'other' }, admin)).statusCode).toBe(400);
      const answer = await post(api, `${kind.resource}/${id}/reject`, { code: 'other', reason: 'Please call us' }, admin);
      expect(answer.json()).toMatchObject({ data: { reason: 'Please call us', reasonCode: 'other' } });
    }
  });
});
