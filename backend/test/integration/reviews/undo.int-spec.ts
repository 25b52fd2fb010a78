import { randomUUID } from 'node:crypto';
import { RequestContext } from '@mikro-orm/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KycConsoleDecisionsService } from '../../../src/club/kyc/index.js';
import type { KycReviewDetailWire } from '../../../src/platform/wire/index.js';
import { askAtOnce } from '../../support/crowd.js';
import { signedInTeam } from '../../support/people.js';
import { startTestWorker } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { get, lettersTo, mustBe, post, statusOf } from '../payments/paying.js';
import { reviewCases, waiting as waitingOf } from './cases.js';
import { ReviewStand } from './review-stand.js';

let stand: ReviewStand;
beforeAll(async () => {
  stand = await ReviewStand.start();
});
afterAll(() => stand.api.close());
beforeEach(() => stand.clear());

const path = (id: string, act: string) => `/admin/kyc-reviews/${id}/${act}`;

describe('a decision of the console', () => {
  it('changes nothing for eight seconds: no status, no email, no sync, one record', async () => {
    const { id, member } = await stand.waiting();
    const answer = await stand.decide(id, { decision: 'approve' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json<{ data: KycReviewDetailWire }>().data).toMatchObject({
      status: 'pending',
      scheduled: { decision: 'approve', userId: stand.admin.userId, self: true, dueAt: expect.stringMatching(/Z$/) },
      may: ['undo', 'reveal'],
      mayNot: null,
    });
    const [{ due } = { due: 0 }] = await stand.scheduled(id);
    expect(due).toBeGreaterThan(0);
    expect(due).toBeLessThanOrEqual(8);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'pending' });
    expect(await lettersTo(stand.api, member, 'kyc-%')).toEqual(['kyc-received']);
    expect(await lettersTo(stand.api, member, 'invoice-%')).toEqual([]);
    const [message] = await stand.api.em().execute<{ wait: number }[]>(
      `select extract(epoch from available_at - created_at)::float as wait from outbox
          where kind = 'kyc.carry-out' order by id desc limit 1`,
    );
    expect(message?.wait).toBeCloseTo(8, 3);
    expect(await stand.acts(id)).toEqual([
      { action: 'kyc.decide', actor_id: stand.admin.userId, detail: { userId: member.userId, decision: 'approve', undoSeconds: 8 } },
    ]);
  });

  it('is carried out once, as a decision at once would be', async () => {
    const { id, member } = await stand.waiting();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    const [{ id: job } = { id: '' }] = await stand.scheduled(id);
    await stand.carryOut(id);
    const service = stand.api.app.get(KycConsoleDecisionsService, { strict: false });
    await RequestContext.create(stand.api.em(), () => service.carryOut(job));
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'approved' });
    expect(await lettersTo(stand.api, member, 'kyc-%')).toEqual(['kyc-approved', 'kyc-received']);
    expect((await stand.acts(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['kyc.decide', stand.admin.userId],
      ['kyc.approve', stand.admin.userId],
    ]);
    expect(await stand.record(id, stand.admin)).toMatchObject({
      status: 'approved',
      scheduled: null,
      decidedBy: { userId: stand.admin.userId },
    });
  });

  it('rejects with its reason, and can be final', async () => {
    const { id, member } = await stand.waiting();
    await mustBe(200, stand.decide(id, { decision: 'reject', code: 'address-old', reason: 'Send one of May', outcome: 'final' }));
    expect(await stand.record(id, stand.admin)).toMatchObject({ status: 'pending', scheduled: { decision: 'reject' } });
    await stand.carryOut(id);
    expect(await stand.record(id, stand.admin)).toMatchObject({
      status: 'rejected',
      final: true,
      reasonCode: 'address-old',
      reason: expect.stringMatching(/older than three months.*Send one of May$/),
    });
    expect(await lettersTo(stand.api, member, 'kyc-%')).toEqual(['kyc-declined', 'kyc-received']);
  });

  it('is carried out by the worker when its time has come', async () => {
    const { id, member } = await stand.waiting();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    const worker = await startTestWorker(stand.api.config);
    try {
      await stand.api.em().execute(`update outbox set available_at = now() where kind = 'kyc.carry-out' and sent_at is null`);
      await until('approval by the worker', async () => ((await statusOf(stand.api, member))?.kyc_status === 'approved' ? true : null));
    } finally {
      await worker.close();
    }
    expect(await stand.scheduled(id)).toEqual([]);
  });

  it('approves nothing before both documents were opened by this reviewer', async () => {
    const { id } = await waitingOf(stand.api, reviewCases[0]!);
    await stand.opens(id, stand.ada);
    const refused = await stand.decide(id, { decision: 'approve' });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'Open both documents before you approve' }),
    ]);
    await stand.opens(id, stand.admin);
    expect((await stand.decide(id, { decision: 'approve' })).statusCode).toBe(200);
  });

  it('is dropped where it has become impossible, and says why in the log', async () => {
    const { id, member } = await stand.waiting();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    await stand.api.em().execute('update users set rejected_at = now() where id = ?', [member.userId]);
    await stand.carryOut(id);
    expect(await stand.scheduled(id)).toEqual([]);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'pending' });
    expect((await stand.acts(id)).at(-1)).toEqual({
      action: 'kyc.drop-decision',
      actor_id: stand.admin.userId,
      detail: { userId: member.userId, decision: 'approve', why: 'review.member-rejected' },
    });
  });
});

describe('undoing', () => {
  it('leaves everything as it was, no email, and both facts in the log', async () => {
    const { id, member } = await stand.waiting();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    const [{ id: job } = { id: '' }] = await stand.scheduled(id);
    const answer = await stand.undo(id);
    expect(answer.json<{ data: KycReviewDetailWire }>().data).toMatchObject({
      status: 'pending',
      scheduled: null,
      may: ['approve', 'reject', 'ask', 'reveal'],
    });
    await RequestContext.create(stand.api.em(), () => stand.api.app.get(KycConsoleDecisionsService, { strict: false }).carryOut(job));
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'pending' });
    expect(await lettersTo(stand.api, member, 'kyc-%')).toEqual(['kyc-received']);
    expect(await stand.acts(id)).toEqual([
      { action: 'kyc.decide', actor_id: stand.admin.userId, detail: { userId: member.userId, decision: 'approve', undoSeconds: 8 } },
      { action: 'kyc.undo', actor_id: stand.admin.userId, detail: { userId: member.userId, decision: 'approve' } },
    ]);
    await mustBe(200, stand.decide(id, { decision: 'reject', code: 'address-old' }));
  });

  it('is for who decided, once, and not after it was carried out', async () => {
    const { id } = await stand.waiting();
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    expect((await stand.undo(id, stand.ada)).statusCode).toBe(409);
    expect((await stand.undo(id)).statusCode).toBe(200);
    expect((await stand.undo(id)).statusCode).toBe(409);
    await mustBe(200, stand.decide(id, { decision: 'approve' }));
    await stand.carryOut(id);
    const late = await stand.undo(id);
    expect([late.statusCode, late.json()]).toEqual([
      409,
      expect.objectContaining({ message: 'There is no decision of yours that can still be undone' }),
    ]);
    expect((await stand.undo(randomUUID())).statusCode).toBe(404);
  });

  it('and carrying out at one moment happen one or the other', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, member } = await stand.waiting();
      await mustBe(200, stand.decide(id, { decision: 'approve' }));
      const [undone] = await Promise.all([stand.undo(id), stand.carryOut(id)]);
      const isUndone = undone.statusCode === 200;
      expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: isUndone ? 'pending' : 'approved' });
      expect(await lettersTo(stand.api, member, 'kyc-approved')).toEqual(isUndone ? [] : ['kyc-approved']);
    }
  });
});

describe('a case that is decided and can be undone', () => {
  it('is decided by nobody else: neither in the console nor by clients of the specification', async () => {
    const { id, member } = await stand.waiting();
    await mustBe(200, stand.decide(id, { decision: 'approve' }, stand.ada));
    const refused = [
      await stand.decide(id, { decision: 'reject', code: 'address-old' }),
      await post(stand.api, path(id, 'approve'), {}, stand.admin),
      await post(stand.api, path(id, 'reject'), {}, stand.ada),
      await get(stand.api, `/approvekyc/${member.userId}`, stand.admin),
    ];
    for (const one of refused)
      expect([one.statusCode, one.json()]).toEqual([409, expect.objectContaining({ message: 'Ada Lovelace has just decided this case' })]);
    expect(await stand.record(id, stand.admin)).toMatchObject({
      scheduled: { userId: stand.ada.userId, fullName: 'Ada Lovelace', self: false },
      may: ['reveal'],
      mayNot: 'Ada Lovelace has just decided this case',
    });
  });

  it('of a crowd is decided once', async () => {
    const { id } = await stand.waiting();
    const answers = await askAtOnce(
      Array.from({ length: 12 }, (_, n) => () => stand.decide(id, { decision: 'approve' }, n % 2 === 0 ? stand.admin : stand.ada)),
    );
    expect(answers.map((all) => all.at(-1)!.statusCode).sort()).toEqual([200, ...Array<number>(11).fill(409)]);
  });

  it('is claimed by nobody, waits in no queue, and is not the next one', async () => {
    const [first, here] = [await stand.waiting(), await stand.waiting()];
    await mustBe(200, post(stand.api, path(first.id, 'claim'), { visit: randomUUID() }, stand.admin));
    await mustBe(200, stand.decide(first.id, { decision: 'approve' }));
    const claimed = await post(stand.api, path(first.id, 'claim'), { visit: randomUUID() }, stand.ada);
    expect(claimed.json<{ data: { claim: unknown } }>().data.claim).toBeNull();
    expect((await stand.record(here.id, stand.ada)).queue).toEqual({ waiting: 1, before: null, after: null, next: null });
    await mustBe(200, stand.undo(first.id));
    // Who undid it holds it again, so it leads nobody else there.
    expect((await stand.record(here.id, stand.ada)).queue).toEqual({ waiting: 2, before: first.id, after: null, next: null });
    expect((await stand.record(here.id, stand.admin)).queue).toMatchObject({ waiting: 2, next: first.id });
  });

  it('is not claimed by a page that asked just before, and so is carried out', async () => {
    const { id, member } = await stand.waiting();
    const [visit, page] = [randomUUID(), randomUUID()];
    await mustBe(200, post(stand.api, path(id, 'claim'), { visit }, stand.admin));
    // The other reviewer's page has asked for the case, and waits for its row among the open pages.
    const holder = stand.api.em();
    await holder.begin();
    await holder.execute(
      `insert into review_presences (kind, submission_id, admin_id, visit, until) values ('kyc', ?, ?, ?, now() + interval '1 minute')`,
      [id, stand.ada.userId, page],
    );
    const asked = post(stand.api, path(id, 'claim'), { visit: page }, stand.ada);
    await until('page that waits', async () => ((await stand.waits()) === 1 ? true : null));
    let isOver = false;
    const decided = (async () => {
      await mustBe(200, stand.decide(id, { decision: 'approve' }));
      await mustBe(200, post(stand.api, path(id, 'leave'), { visit }, stand.admin));
    })().finally(() => (isOver = true));
    await until('decision that is made or waits', async () => (isOver || (await stand.waits()) === 2 ? true : null));
    await holder.rollback();
    await Promise.all([mustBe(200, asked), decided]);
    await stand.carryOut(id);
    expect(await statusOf(stand.api, member)).toMatchObject({ kyc_status: 'approved' });
  });

  it('is not decided by somebody who does not hold it', async () => {
    const { id } = await stand.waiting();
    await mustBe(200, post(stand.api, path(id, 'claim'), { visit: randomUUID() }, stand.ada));
    expect((await stand.decide(id, { decision: 'approve' })).statusCode).toBe(409);
    expect((await stand.decide(id, { decision: 'approve' }, stand.ada)).statusCode).toBe(200);
  });
});

describe('the routes of the console', () => {
  it('are for people who may decide', async () => {
    const { id, member } = await stand.waiting();
    const auditor = await signedInTeam(stand.api, 'auditor');
    for (const act of ['decision', 'undo'])
      expect(
        await Promise.all(
          [auditor, member, undefined].map(async (who) => (await post(stand.api, path(id, act), { decision: 'approve' }, who)).statusCode),
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
    const { id } = await stand.waiting();
    const answer = await stand.decide(id, body);
    expect([answer.statusCode, answer.json<{ errors: { field: string }[] }>().errors.map((error) => error.field)]).toEqual([400, [field]]);
    expect(await stand.scheduled(id)).toEqual([]);
  });
});
