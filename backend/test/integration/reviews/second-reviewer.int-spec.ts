import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { confirmedMember, signedInAdmin, signedInMember } from '../../support/people.js';
import { createTestApi } from '../../support/test-app.js';
import { fundForm } from '../kyc/documents.js';
import { anotherAdmin, get, lettersTo, mustBe, post, send, statusOf } from '../payments/paying.js';
import { ReviewStand } from './review-stand.js';

let stand: ReviewStand;
beforeAll(async () => {
  stand = await ReviewStand.start();
});
afterAll(() => stand.api.close());
beforeEach(() => stand.clear());

const path = (id: string, act: string) => `/admin/kyc-reviews/${id}/${act}`;

describe('a client of the fund', () => {
  it('is approved by two reviewers', async () => {
    const { id, member } = await stand.waitingFund();
    expect(await stand.record(id, stand.admin)).toMatchObject({ takesTwo: true, firstApproval: null, may: ['approve', 'reject', 'ask'] });
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    await stand.carryOut(id);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'pending' });
    expect(await lettersTo(stand.api, member, 'kyc-%')).toEqual(['kyc-received']);
    expect(await stand.record(id, stand.admin)).toMatchObject({
      firstApproval: { userId: stand.admin.userId, self: true },
      may: ['reject', 'ask'],
      mayNot: 'You have approved this case. Another reviewer has to confirm it',
    });
    const again = await stand.decide(id, { decision: 'approve' });
    expect([again.statusCode, again.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'You have approved this case. Another reviewer has to confirm it' }),
    ]);
    expect(await stand.record(id, stand.ada)).toMatchObject({
      firstApproval: { userId: stand.admin.userId, self: false },
      may: ['approve', 'reject', 'ask'],
    });
    await mustBe(200, stand.decide(id, { decision: 'approve' }, stand.ada));
    await stand.carryOut(id);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'approved' });
    expect((await stand.acts(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['kyc.decide', stand.admin.userId],
      ['kyc.approve-first', stand.admin.userId],
      ['kyc.decide', stand.ada.userId],
      ['kyc.approve', stand.ada.userId],
    ]);
    expect((await stand.acts(id)).at(-1)!.detail).toEqual({ userId: member.userId, firstReviewer: stand.admin.userId });
    expect(await stand.api.em().execute('select 1 from review_approvals where submission_id = ?', [id])).toEqual([]);
  });

  it('can be rejected by one, also by who approved', async () => {
    const { id, member } = await stand.waitingFund();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    await stand.carryOut(id);
    await mustBe(200, stand.decide(id, { decision: 'reject', code: 'not-genuine' }));
    await stand.carryOut(id);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'rejected' });
  });

  it('of whom one has approved is no next case of theirs', async () => {
    const [fund, here] = [await stand.waitingFund(), await stand.waiting()];
    await mustBe(200, stand.decide(fund.id, { decision: 'approve' }));
    await stand.carryOut(fund.id);
    expect([(await stand.record(here.id, stand.admin)).queue.next, (await stand.record(here.id, stand.ada)).queue.next]).toEqual([
      null,
      fund.id,
    ]);
  });

  it('is approved at once and by one for clients of the specification', async () => {
    const { member } = await stand.waitingFund();
    expect((await get(stand.api, `/approvekyc/${member.userId}`, stand.admin)).statusCode).toBe(200);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'approved' });
  });

  it('is not approved by one who gave both approvals, over whichever route', async () => {
    const { id, member } = await stand.waitingFund();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    await stand.carryOut(id);
    expect((await get(stand.api, `/approvekyc/${member.userId}`, stand.admin)).statusCode).toBe(409);
    expect((await post(stand.api, path(id, 'approve'), {}, stand.admin)).statusCode).toBe(409);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'pending' });
    expect((await get(stand.api, `/approvekyc/${member.userId}`, stand.ada)).statusCode).toBe(200);
  });

  it('needs another first approval where the one there was has gone before the second is carried out', async () => {
    const { id, member } = await stand.waitingFund();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    await stand.carryOut(id);
    await mustBe(200, stand.decide(id, { decision: 'approve' }, stand.ada));
    await stand.api.em().execute('delete from review_approvals where submission_id = ?', [id]);
    await stand.carryOut(id);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'pending' });
    expect(await stand.record(id, stand.admin)).toMatchObject({
      firstApproval: { userId: stand.ada.userId },
      may: ['approve', 'reject', 'ask'],
    });
  });

  it('is approved by the only reviewer of a team', async () => {
    const { id, member } = await stand.waitingFund();
    await stand.api.em().execute(`update users set status = 'deactivated' where role = 'admin' and id <> ?`, [stand.admin.userId]);
    try {
      expect(await stand.record(id, stand.admin)).toMatchObject({ takesTwo: false });
      await mustBe(200, stand.decide(id, { decision: 'approve' }));
      await stand.carryOut(id);
      expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'approved' });
    } finally {
      await stand.api.em().execute(`update users set status = 'active' where role = 'admin'`);
    }
  });
});

it('the setting off lets one reviewer approve a client of the fund', async () => {
  const alone = await createTestApi({ KYC_SECOND_REVIEW: 'off' });
  try {
    const owner = await signedInAdmin(alone);
    await anotherAdmin(alone, (await confirmedMember(alone)).email);
    const member = await signedInMember(alone, 'hedge fund');
    await mustBe(201, send(alone, 'createkyc', member.token, await fundForm()));
    const [row] = await alone.em().execute<{ id: string }[]>('select id from kyc_submissions where user_id = ?', [member.userId]);
    expect((await get(alone, `/admin/kyc-reviews/${row!.id}`, owner)).json()).toMatchObject({ takesTwo: false });
  } finally {
    await alone.close();
  }
});
