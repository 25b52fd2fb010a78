import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { KycQueueCountsWire, MyKycWire, PendingKycWire } from '../../../src/platform/wire/index.js';
import { signedInTeam, type SignedIn } from '../../support/people.js';
import { idCardImage, proofPdf } from '../kyc/documents.js';
import type { FormParts } from '../kyc/multipart.js';
import { get, lettersTo, mustBe, post, send, statusOf } from '../payments/paying.js';
import { ReviewStand, type Waiting } from './review-stand.js';

let stand: ReviewStand;
beforeAll(async () => {
  stand = await ReviewStand.start();
});
afterAll(() => stand.api.close());
beforeEach(() => stand.clear());

const FOR_PROOF = { decision: 'ask', document: 'proof-of-address', code: 'address-old', reason: 'It is of May' };
const REASON = 'Your proof of address is older than three months. Please send a newer one. It is of May';

const answer = ({ token }: SignedIn, parts: FormParts) => send(stand.api, 'me/kyc/document', token, parts);
const own = async (member: SignedIn) => (await get(stand.api, '/me/kyc', member)).json<{ data: MyKycWire }>().data;
const check = (id: string, field: string, checked = true, who = stand.admin) =>
  post(stand.api, `/admin/kyc-reviews/${id}/check`, { field, checked }, who);
const rows = <T>(sql: string, values: unknown[] = []) => stand.api.em().execute<T[]>(sql, values);

/** A case that waits for its member, who was asked for another proof of address. */
async function asked(found?: Waiting): Promise<Waiting> {
  const { id, member } = found ?? (await stand.waiting());
  await mustBe(200, stand.decide(id, FOR_PROOF));
  await stand.carryOut(id);
  return { id, member };
}
const stored = async (id: string) =>
  (
    await rows<{ id_card_file_id: string; proof_file_id: string; submitted_at: string; waited_seconds: number }>(
      'select id_card_file_id, proof_file_id, submitted_at, waited_seconds from kyc_submissions where id = ?',
      [id],
    )
  )[0]!;

describe('a document that is asked for again', () => {
  it('leaves the case pending to clients of the specification, in their list and their counter, and they may decide it', async () => {
    const listed = async () => {
      const answer = await get(stand.api, '/getpendingkyc', stand.admin);
      return [
        answer.json<{ data: PendingKycWire[] }>().data.map(({ userId, status }) => [userId, status]),
        answer.headers['x-total-count'],
      ];
    };
    const counted = async () =>
      (await get(stand.api, '/admindashboard', stand.admin)).json<{ data: { pendingKyc: number } }>().data.pendingKyc;
    const { member } = await asked();
    expect([await listed(), await counted()]).toEqual([[[[member.userId, 'pending']], '1'], 1]);
    await mustBe(200, get(stand.api, `/approvekyc/${member.userId}`, stand.admin));
    expect([await listed(), await counted(), (await statusOf(stand.api, member))?.kyc_status]).toEqual([[[], '0'], 0, 'approved']);
  });

  it('changes nothing for eight seconds, and can be undone without an email', async () => {
    const { id, member } = await stand.waiting();
    await mustBe(200, stand.decide(id, FOR_PROOF));
    expect(await stand.record(id, stand.admin)).toMatchObject({
      scheduled: { decision: 'ask', self: true },
      asked: null,
      may: ['undo', 'reveal'],
    });
    expect((await stand.decide(id, FOR_PROOF)).statusCode).toBe(409);
    await mustBe(200, stand.undo(id));
    expect(await stand.record(id, stand.admin)).toMatchObject({ scheduled: null, may: ['approve', 'reject', 'ask', 'reveal'] });
    expect([(await own(member)).asked, await lettersTo(stand.api, member, 'kyc-%')]).toEqual([null, ['kyc-received']]);
    expect((await stand.acts(id)).map(({ action }) => action)).toEqual(['kyc.decide', 'kyc.undo']);
  });

  it('is sent alone: the case keeps the rest and its age, is in no queue meanwhile, and is approved', async () => {
    const [{ id, member }, here] = [await stand.waiting(), await stand.waiting()];
    const before = await stored(id);
    await asked({ id, member });
    expect(await own(member)).toMatchObject({ kycStatus: 'pending', reason: null, asked: { document: 'proofOfAddress', reason: REASON } });
    expect(await lettersTo(stand.api, member, 'kyc-%')).toEqual(['kyc-document-asked', 'kyc-received']);
    expect(await stand.record(id, stand.admin)).toMatchObject({
      status: 'pending',
      asked: { document: 'proof-of-address' },
      service: null,
      dueAt: null,
      claim: null,
      may: ['approve', 'reject', 'reveal'],
    });
    expect((await stand.record(here.id, stand.admin)).queue).toEqual({ waiting: 1, before: null, after: null, next: null });
    const { values } = (await get(stand.api, '/admin/kyc-reviews/counts', stand.admin)).json<{ data: KycQueueCountsWire }>().data;
    expect([values.waitsFor, values.age]).toEqual([
      [
        { value: 'member', label: null, count: 1 },
        { value: 'reviewer', label: null, count: 1 },
      ],
      [{ value: 'in-time', label: null, count: 1 }],
    ]);
    const listed = async (waitsFor: string) =>
      (
        await get(
          stand.api,
          `/admin/kyc-reviews?filter=${encodeURIComponent(JSON.stringify({ status: 'pending', waitsFor }))}`,
          stand.admin,
        )
      )
        .json<{ id: string }[]>()
        .map((row) => row.id);
    expect([await listed('reviewer'), await listed('member')]).toEqual([[here.id], [id]]);
    const again = await stand.decide(id, FOR_PROOF);
    expect([again.statusCode, again.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'The member has been asked for a document already, and has not sent it yet' }),
    ]);

    await rows(`update document_requests set asked_at = asked_at - interval '2 hours' where submission_id = ?`, [id]);
    await mustBe(200, answer(member, { proofOfAddress: proofPdf }));
    const after = await stored(id);
    expect(after).toMatchObject({ id_card_file_id: before.id_card_file_id, submitted_at: before.submitted_at });
    expect(after.proof_file_id).not.toBe(before.proof_file_id);
    expect(after.waited_seconds).toBeGreaterThanOrEqual(7200);
    expect((await own(member)).asked).toBeNull();
    const record = await stand.record(id, stand.admin);
    expect(record).toMatchObject({
      asked: null,
      resubmittedAt: expect.stringMatching(/Z$/),
      service: 'in-time',
      opened: { idCard: true, proofOfAddress: false },
      requests: [{ document: 'proof-of-address', reason: REASON, answered: true, askedBy: expect.any(String) }],
    });
    expect(Date.parse(record.dueAt!) - Date.parse(record.submittedAt)).toBe((24 * 3600 + after.waited_seconds) * 1000);
    // The document before is kept, and looking at it is recorded like any other.
    expect((await stand.api.app.inject({ method: 'GET', url: record.requests[0]!.earlier!.url })).statusCode).toBe(200);
    expect((await stand.record(here.id, stand.admin)).queue).toMatchObject({ waiting: 2, before: id });

    expect((await stand.decide(id, { decision: 'approve' })).statusCode).toBe(409);
    await stand.opens(id, stand.admin);
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    await stand.carryOut(id);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'approved' });
    expect((await stand.acts(id)).map(({ action, actor_id, detail }) => [action, actor_id, detail])).toMatchObject([
      ['kyc.decide', stand.admin.userId, { decision: 'ask', document: 'proof-of-address', code: 'address-old' }],
      ['kyc.ask', stand.admin.userId, { userId: member.userId, document: 'proof-of-address', code: 'address-old', reason: REASON }],
      ['kyc.resubmit', member.userId, { document: 'proof-of-address' }],
      ['kyc.decide', stand.admin.userId, { decision: 'approve' }],
      ['kyc.approve', stand.admin.userId, { userId: member.userId }],
    ]);
  });

  it('is taken once, by who was asked, and no other document with it', async () => {
    const { id, member } = await asked();
    const refused = await Promise.all([
      answer(member, { idCard: await idCardImage() }),
      answer(member, { idCard: await idCardImage(), proofOfAddress: proofPdf }),
      answer(member, {}),
    ]);
    expect(refused.map((one) => [one.statusCode, one.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)])).toEqual([
      [400, ['idCard']],
      [400, ['idCard']],
      [400, ['proofOfAddress']],
    ]);
    const stranger = await stand.waiting();
    expect((await answer(stranger.member, { proofOfAddress: proofPdf })).statusCode).toBe(409);
    const twice = await Promise.all([answer(member, { proofOfAddress: proofPdf }), answer(member, { proofOfAddress: proofPdf })]);
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await answer(member, { proofOfAddress: proofPdf })).statusCode).toBe(409);
    expect(await rows('select 1 from files where user_id = ?', [member.userId])).toHaveLength(3);
    expect((await stand.acts(id)).filter(({ action }) => action === 'kyc.resubmit')).toHaveLength(1);
  });

  it('is needed no more once the case is decided, and is not taken while it is being decided', async () => {
    const { id, member } = await asked();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    const early = await answer(member, { proofOfAddress: proofPdf });
    expect([early.statusCode, early.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'Your KYC is being decided right now. Please try again in ten seconds' }),
    ]);
    expect(early.body).not.toContain('Lovelace');
    await stand.carryOut(id);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'approved' });
    expect((await answer(member, { proofOfAddress: proofPdf })).statusCode).toBe(409);
    expect((await stand.record(id, stand.admin)).requests).toMatchObject([{ answered: false, endedAt: expect.any(String), earlier: null }]);
  });

  it('of a client of the fund ends the first approval: two look at the new one', async () => {
    const { id, member } = await stand.waitingFund();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    await stand.carryOut(id);
    await mustBe(200, stand.decide(id, { ...FOR_PROOF, document: 'id-card', code: 'identity-expired' }, stand.ada));
    await stand.carryOut(id);
    expect(await stand.record(id, stand.ada)).toMatchObject({ firstApproval: null, asked: { document: 'id-card' } });
    await mustBe(200, answer(member, { idCard: await idCardImage() }));
    for (const who of [stand.admin, stand.ada]) {
      await stand.opens(id, who);
      await mustBe(200, stand.decide(id, { decision: 'approve' }, who));
      await stand.carryOut(id);
    }
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'approved' });
  });

  it('by one reviewer is not asked for while another holds or has decided the case', async () => {
    const { id } = await stand.waiting();
    await mustBe(200, post(stand.api, `/admin/kyc-reviews/${id}/claim`, { visit: crypto.randomUUID() }, stand.ada));
    expect((await stand.decide(id, FOR_PROOF)).statusCode).toBe(409);
    await mustBe(200, stand.decide(id, FOR_PROOF, stand.ada));
    expect((await stand.decide(id, { ...FOR_PROOF, document: 'id-card', code: 'identity-expired' })).statusCode).toBe(409);
  });
});

describe('a field that a reviewer has checked', () => {
  it('is theirs, stays when they leave, and is recorded with the decision, which needs none', async () => {
    const { id } = await stand.waiting();
    for (const field of ['address', 'surname', 'surname', 'country']) await mustBe(200, check(id, field));
    const last = await check(id, 'country', false);
    expect(last.json()).toMatchObject({ data: ['surname', 'address'] });
    expect([(await stand.record(id, stand.admin)).checked, (await stand.record(id, stand.ada)).checked]).toEqual([
      ['surname', 'address'],
      [],
    ]);
    await mustBe(200, post(stand.api, `/admin/kyc-reviews/${id}/claim`, { visit: crypto.randomUUID() }, stand.ada));
    expect((await check(id, 'country')).statusCode).toBe(409);
    await rows('delete from review_claims where submission_id = ?', [id]);
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    expect((await check(id, 'country')).statusCode).toBe(409);
    await stand.carryOut(id);
    expect((await stand.acts(id))[0]).toMatchObject({
      action: 'kyc.decide',
      actor_id: stand.admin.userId,
      detail: { decision: 'approve', checked: ['surname', 'address'] },
    });
    expect((await check(id, 'country')).statusCode).toBe(409);
    expect(await rows('select 1 from review_checks where submission_id = ?', [id])).toEqual([]);
  });

  it('is to be checked anew with a new document, and by people who may decide alone', async () => {
    const { id, member } = await stand.waiting();
    await mustBe(200, check(id, 'address'));
    await asked({ id, member });
    await mustBe(200, check(id, 'surname', true, stand.ada));
    await mustBe(200, answer(member, { proofOfAddress: proofPdf }));
    expect([(await stand.record(id, stand.admin)).checked, (await stand.record(id, stand.ada)).checked]).toEqual([[], []]);
    const auditor = await signedInTeam(stand.api, 'auditor');
    for (const who of [auditor, member]) expect((await check(id, 'address', true, who)).statusCode).toBe(403);
  });
});
