import { randomUUID } from 'node:crypto';
import { RequestContext } from '@mikro-orm/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KycConsoleDecisionsService } from '../../../src/club/kyc/index.js';
import type { KycReviewDetailWire } from '../../../src/platform/wire/index.js';
import { askAtOnce } from '../../support/crowd.js';
import { confirmedMember, signedInAdmin, signedInMember, signedInTeam, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { fundForm } from '../kyc/documents.js';
import { anotherAdmin, auditOf, get, lettersTo, mustBe, post, send, statusOf } from '../payments/paying.js';
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

interface Waiting {
  id: string;
  member: SignedIn;
}

const path = (id: string, act: string) => `/admin/kyc-reviews/${id}/${act}`;
const record = async (id: string, who: SignedIn) => (await get(api, `/admin/kyc-reviews/${id}`, who)).json<KycReviewDetailWire>();
const opens = async (id: string, who: SignedIn) => {
  const { idCardUrl, proofOfAddressUrl } = await record(id, who);
  for (const url of [idCardUrl, proofOfAddressUrl]) expect((await api.app.inject({ method: 'GET', url })).statusCode).toBe(200);
};
/** A submission whose documents both admins have opened. */
async function waiting(): Promise<Waiting> {
  const found = await waitingOf(api, reviewCases[0]!);
  for (const who of [admin, ada]) await opens(found.id, who);
  return found;
}
async function waitingFund(): Promise<Waiting> {
  const member = await signedInMember(api, 'hedge fund');
  await mustBe(201, send(api, 'createkyc', member.token, await fundForm()));
  const [row] = await api.em().execute<{ id: string }[]>('select id from kyc_submissions where user_id = ?', [member.userId]);
  for (const who of [admin, ada]) await opens(row!.id, who);
  return { id: row!.id, member };
}
const decide = (id: string, body: object, who = admin) => post(api, path(id, 'decision'), body, who);
const undo = (id: string, who = admin) => post(api, path(id, 'undo'), {}, who);
const scheduled = (id: string) =>
  api
    .em()
    .execute<{ id: string; due: number }[]>(
      `select id, extract(epoch from due_at - now())::float as due from scheduled_decisions where submission_id = ?`,
      [id],
    );
/** Carries out what is scheduled, as the job does once its time has come. */
async function carryOut(id: string): Promise<void> {
  const [found] = await scheduled(id);
  await RequestContext.create(api.em(), () => api.app.get(KycConsoleDecisionsService, { strict: false }).carryOut(found!.id));
}
/** Counts the statements that wait for a lock. */
const waits = async () =>
  (
    await api
      .em()
      .execute<{ n: number }[]>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
  )[0]!.n;
const acts = async (id: string) =>
  (await auditOf(api, id))
    .filter(({ action }) => action !== 'kyc.submit')
    .map(({ action, actor_id, detail }) => ({ action, actor_id, detail }));

describe('a decision of the console', () => {
  it('changes nothing for eight seconds: no status, no email, no sync, one record', async () => {
    const { id, member } = await waiting();
    const answer = await decide(id, { decision: 'approve' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json<{ data: KycReviewDetailWire }>().data).toMatchObject({
      status: 'pending',
      scheduled: { decision: 'approve', userId: admin.userId, self: true, dueAt: expect.stringMatching(/Z$/) },
      may: ['undo', 'reveal'],
      mayNot: null,
    });
    const [{ due } = { due: 0 }] = await scheduled(id);
    expect(due).toBeGreaterThan(0);
    expect(due).toBeLessThanOrEqual(8);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'pending' });
    expect(await lettersTo(api, member, 'kyc-%')).toEqual(['kyc-received']);
    expect(await lettersTo(api, member, 'invoice-%')).toEqual([]);
    const [message] = await api.em().execute<{ wait: number }[]>(
      `select extract(epoch from available_at - created_at)::float as wait from outbox
          where kind = 'kyc.carry-out' order by id desc limit 1`,
    );
    expect(message?.wait).toBeCloseTo(8, 3);
    expect(await acts(id)).toEqual([
      { action: 'kyc.decide', actor_id: admin.userId, detail: { userId: member.userId, decision: 'approve', undoSeconds: 8 } },
    ]);
  });

  it('is carried out once, as a decision at once would be', async () => {
    const { id, member } = await waiting();
    await mustBe(200, decide(id, { decision: 'approve' }));
    const [{ id: job } = { id: '' }] = await scheduled(id);
    await carryOut(id);
    const service = api.app.get(KycConsoleDecisionsService, { strict: false });
    await RequestContext.create(api.em(), () => service.carryOut(job));
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'approved' });
    expect(await lettersTo(api, member, 'kyc-%')).toEqual(['kyc-approved', 'kyc-received']);
    expect((await acts(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['kyc.decide', admin.userId],
      ['kyc.approve', admin.userId],
    ]);
    expect(await record(id, admin)).toMatchObject({ status: 'approved', scheduled: null, decidedBy: { userId: admin.userId } });
  });

  it('rejects with its reason, and can be final', async () => {
    const { id, member } = await waiting();
    await mustBe(200, decide(id, { decision: 'reject', code: 'address-old', reason: 'Send one of May', outcome: 'final' }));
    expect(await record(id, admin)).toMatchObject({ status: 'pending', scheduled: { decision: 'reject' } });
    await carryOut(id);
    expect(await record(id, admin)).toMatchObject({
      status: 'rejected',
      final: true,
      reasonCode: 'address-old',
      reason: expect.stringMatching(/older than three months.*Send one of May$/),
    });
    expect(await lettersTo(api, member, 'kyc-%')).toEqual(['kyc-declined', 'kyc-received']);
  });

  it('is carried out by the worker when its time has come', async () => {
    const { id, member } = await waiting();
    await mustBe(200, decide(id, { decision: 'approve' }));
    const worker = await startTestWorker(api.config);
    try {
      await api.em().execute(`update outbox set available_at = now() where kind = 'kyc.carry-out' and sent_at is null`);
      await until('approval by the worker', async () => ((await statusOf(api, member))?.kyc_status === 'approved' ? true : null));
    } finally {
      await worker.close();
    }
    expect(await scheduled(id)).toEqual([]);
  });

  it('approves nothing before both documents were opened by this reviewer', async () => {
    const { id } = await waitingOf(api, reviewCases[0]!);
    await opens(id, ada);
    const refused = await decide(id, { decision: 'approve' });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'Open both documents before you approve' }),
    ]);
    await opens(id, admin);
    expect((await decide(id, { decision: 'approve' })).statusCode).toBe(200);
  });

  it('is dropped where it has become impossible, and says why in the log', async () => {
    const { id, member } = await waiting();
    await mustBe(200, decide(id, { decision: 'approve' }));
    await api.em().execute('update users set rejected_at = now() where id = ?', [member.userId]);
    await carryOut(id);
    expect(await scheduled(id)).toEqual([]);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'pending' });
    expect((await acts(id)).at(-1)).toEqual({
      action: 'kyc.drop-decision',
      actor_id: admin.userId,
      detail: { userId: member.userId, decision: 'approve', why: 'review.member-rejected' },
    });
  });
});

describe('undoing', () => {
  it('leaves everything as it was, no email, and both facts in the log', async () => {
    const { id, member } = await waiting();
    await mustBe(200, decide(id, { decision: 'approve' }));
    const [{ id: job } = { id: '' }] = await scheduled(id);
    const answer = await undo(id);
    expect(answer.json<{ data: KycReviewDetailWire }>().data).toMatchObject({
      status: 'pending',
      scheduled: null,
      may: ['approve', 'reject', 'reveal'],
    });
    await RequestContext.create(api.em(), () => api.app.get(KycConsoleDecisionsService, { strict: false }).carryOut(job));
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'pending' });
    expect(await lettersTo(api, member, 'kyc-%')).toEqual(['kyc-received']);
    expect(await acts(id)).toEqual([
      { action: 'kyc.decide', actor_id: admin.userId, detail: { userId: member.userId, decision: 'approve', undoSeconds: 8 } },
      { action: 'kyc.undo', actor_id: admin.userId, detail: { userId: member.userId, decision: 'approve' } },
    ]);
    await mustBe(200, decide(id, { decision: 'reject', code: 'address-old' }));
  });

  it('is for who decided, once, and not after it was carried out', async () => {
    const { id } = await waiting();
    await mustBe(200, decide(id, { decision: 'approve' }));
    expect((await undo(id, ada)).statusCode).toBe(409);
    expect((await undo(id)).statusCode).toBe(200);
    expect((await undo(id)).statusCode).toBe(409);
    await mustBe(200, decide(id, { decision: 'approve' }));
    await carryOut(id);
    const late = await undo(id);
    expect([late.statusCode, late.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'There is no decision of yours that can still be undone' }),
    ]);
    expect((await undo(randomUUID())).statusCode).toBe(404);
  });

  it('and carrying out at one moment happen one or the other', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, member } = await waiting();
      await mustBe(200, decide(id, { decision: 'approve' }));
      const [undone] = await Promise.all([undo(id), carryOut(id)]);
      const isUndone = undone.statusCode === 200;
      expect(await statusOf(api, member)).toMatchObject({ kyc_status: isUndone ? 'pending' : 'approved' });
      expect(await lettersTo(api, member, 'kyc-approved')).toEqual(isUndone ? [] : ['kyc-approved']);
    }
  });
});

describe('a case that is decided and can be undone', () => {
  it('is decided by nobody else: neither in the console nor by clients of the specification', async () => {
    const { id, member } = await waiting();
    await mustBe(200, decide(id, { decision: 'approve' }, ada));
    const refused = [
      await decide(id, { decision: 'reject', code: 'address-old' }),
      await post(api, path(id, 'approve'), {}, admin),
      await post(api, path(id, 'reject'), {}, ada),
      await get(api, `/approvekyc/${member.userId}`, admin),
    ];
    for (const one of refused)
      expect([one.statusCode, one.json()]).toEqual([409, expect.objectContaining({ message: 'Ada Lovelace has just decided this case' })]);
    expect(await record(id, admin)).toMatchObject({
      scheduled: { userId: ada.userId, fullName: 'Ada Lovelace', self: false },
      may: ['reveal'],
      mayNot: 'Ada Lovelace has just decided this case',
    });
  });

  it('of a crowd is decided once', async () => {
    const { id } = await waiting();
    const answers = await askAtOnce(
      Array.from({ length: 12 }, (_, n) => () => decide(id, { decision: 'approve' }, n % 2 === 0 ? admin : ada)),
    );
    expect(answers.map((all) => all.at(-1)!.statusCode).sort()).toEqual([200, ...Array<number>(11).fill(409)]);
  });

  it('is claimed by nobody, waits in no queue, and is not the next one', async () => {
    const [first, here] = [await waiting(), await waiting()];
    await mustBe(200, post(api, path(first.id, 'claim'), { visit: randomUUID() }, admin));
    await mustBe(200, decide(first.id, { decision: 'approve' }));
    const claimed = await post(api, path(first.id, 'claim'), { visit: randomUUID() }, ada);
    expect(claimed.json<{ data: { claim: unknown } }>().data.claim).toBeNull();
    expect((await record(here.id, ada)).queue).toEqual({ waiting: 1, before: null, after: null, next: null });
    await mustBe(200, undo(first.id));
    // Who undid it holds it again, so it leads nobody else there.
    expect((await record(here.id, ada)).queue).toEqual({ waiting: 2, before: first.id, after: null, next: null });
    expect((await record(here.id, admin)).queue).toMatchObject({ waiting: 2, next: first.id });
  });

  it('is not claimed by a page that asked just before, and so is carried out', async () => {
    const { id, member } = await waiting();
    const [visit, page] = [randomUUID(), randomUUID()];
    await mustBe(200, post(api, path(id, 'claim'), { visit }, admin));
    // The other reviewer's page has asked for the case, and waits for its row among the open pages.
    const holder = api.em();
    await holder.begin();
    await holder.execute(
      `insert into review_presences (kind, submission_id, admin_id, visit, until) values ('kyc', ?, ?, ?, now() + interval '1 minute')`,
      [id, ada.userId, page],
    );
    const asked = post(api, path(id, 'claim'), { visit: page }, ada);
    await until('page that waits', async () => ((await waits()) === 1 ? true : null));
    let isOver = false;
    const decided = (async () => {
      await mustBe(200, decide(id, { decision: 'approve' }));
      await mustBe(200, post(api, path(id, 'leave'), { visit }, admin));
    })().finally(() => (isOver = true));
    await until('decision that is made or waits', async () => (isOver || (await waits()) === 2 ? true : null));
    await holder.rollback();
    await Promise.all([mustBe(200, asked), decided]);
    await carryOut(id);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'approved' });
  });

  it('is not decided by somebody who does not hold it', async () => {
    const { id } = await waiting();
    await mustBe(200, post(api, path(id, 'claim'), { visit: randomUUID() }, ada));
    expect((await decide(id, { decision: 'approve' })).statusCode).toBe(409);
    expect((await decide(id, { decision: 'approve' }, ada)).statusCode).toBe(200);
  });
});

describe('a client of the fund', () => {
  it('is approved by two reviewers', async () => {
    const { id, member } = await waitingFund();
    expect(await record(id, admin)).toMatchObject({ takesTwo: true, firstApproval: null, may: ['approve', 'reject'] });
    await mustBe(200, decide(id, { decision: 'approve' }));
    await carryOut(id);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'pending' });
    expect(await lettersTo(api, member, 'kyc-%')).toEqual(['kyc-received']);
    expect(await record(id, admin)).toMatchObject({
      firstApproval: { userId: admin.userId, self: true },
      may: ['reject'],
      mayNot: 'You have approved this case. Another reviewer has to confirm it',
    });
    const again = await decide(id, { decision: 'approve' });
    expect([again.statusCode, again.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'You have approved this case. Another reviewer has to confirm it' }),
    ]);
    expect(await record(id, ada)).toMatchObject({ firstApproval: { userId: admin.userId, self: false }, may: ['approve', 'reject'] });
    await mustBe(200, decide(id, { decision: 'approve' }, ada));
    await carryOut(id);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'approved' });
    expect((await acts(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['kyc.decide', admin.userId],
      ['kyc.approve-first', admin.userId],
      ['kyc.decide', ada.userId],
      ['kyc.approve', ada.userId],
    ]);
    expect((await acts(id)).at(-1)!.detail).toEqual({ userId: member.userId, firstReviewer: admin.userId });
    expect(await api.em().execute('select 1 from review_approvals where submission_id = ?', [id])).toEqual([]);
  });

  it('can be rejected by one, also by who approved', async () => {
    const { id, member } = await waitingFund();
    await mustBe(200, decide(id, { decision: 'approve' }));
    await carryOut(id);
    await mustBe(200, decide(id, { decision: 'reject', code: 'not-genuine' }));
    await carryOut(id);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'rejected' });
  });

  it('of whom one has approved is no next case of theirs', async () => {
    const [fund, here] = [await waitingFund(), await waiting()];
    await mustBe(200, decide(fund.id, { decision: 'approve' }));
    await carryOut(fund.id);
    expect([(await record(here.id, admin)).queue.next, (await record(here.id, ada)).queue.next]).toEqual([null, fund.id]);
  });

  it('is approved at once and by one for clients of the specification', async () => {
    const { member } = await waitingFund();
    expect((await get(api, `/approvekyc/${member.userId}`, admin)).statusCode).toBe(200);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'approved' });
  });

  it('is not approved by one who gave both approvals, over whichever route', async () => {
    const { id, member } = await waitingFund();
    await mustBe(200, decide(id, { decision: 'approve' }));
    await carryOut(id);
    expect((await get(api, `/approvekyc/${member.userId}`, admin)).statusCode).toBe(409);
    expect((await post(api, path(id, 'approve'), {}, admin)).statusCode).toBe(409);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'pending' });
    expect((await get(api, `/approvekyc/${member.userId}`, ada)).statusCode).toBe(200);
  });

  it('needs another first approval where the one there was has gone before the second is carried out', async () => {
    const { id, member } = await waitingFund();
    await mustBe(200, decide(id, { decision: 'approve' }));
    await carryOut(id);
    await mustBe(200, decide(id, { decision: 'approve' }, ada));
    await api.em().execute('delete from review_approvals where submission_id = ?', [id]);
    await carryOut(id);
    expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'pending' });
    expect(await record(id, admin)).toMatchObject({ firstApproval: { userId: ada.userId }, may: ['approve', 'reject'] });
  });

  it('is approved by the only reviewer of a team', async () => {
    const { id, member } = await waitingFund();
    await api.em().execute(`update users set status = 'deactivated' where role = 'admin' and id <> ?`, [admin.userId]);
    try {
      expect(await record(id, admin)).toMatchObject({ takesTwo: false });
      await mustBe(200, decide(id, { decision: 'approve' }));
      await carryOut(id);
      expect(await statusOf(api, member)).toMatchObject({ kyc_status: 'approved' });
    } finally {
      await api.em().execute(`update users set status = 'active' where role = 'admin'`);
    }
  });
});

describe('the routes of the console', () => {
  it('are for people who may decide', async () => {
    const { id, member } = await waiting();
    const auditor = await signedInTeam(api, 'auditor');
    for (const act of ['decision', 'undo'])
      expect(
        await Promise.all(
          [auditor, member, undefined].map(async (who) => (await post(api, path(id, act), { decision: 'approve' }, who)).statusCode),
        ),
      ).toEqual([403, 403, 401]);
  });

  it.each([
    [{}, 'decision'],
    [{ decision: 'maybe' }, 'decision'],
    [{ decision: 'reject' }, 'reason'],
    [{ decision: 'reject', code: 'other' }, 'reason'],
    [{ decision: 'reject', code: 'not-received' }, 'code'],
    [{ decision: 'reject', code: 'address-old', outcome: 'never' }, 'outcome'],
    [{ decision: 'approve', undo: false }, 'undo'],
  ])('refuse %j', async (body, field) => {
    const { id } = await waiting();
    const answer = await decide(id, body);
    expect([answer.statusCode, answer.json<{ errors: { field: string }[] }>().errors.map((error) => error.field)]).toEqual([400, [field]]);
    expect(await scheduled(id)).toEqual([]);
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
