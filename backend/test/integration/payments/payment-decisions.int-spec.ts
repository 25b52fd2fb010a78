import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mailTexts from '../../../locales/en/mail.json' with { type: 'json' };
import type { PaymentDetailWire, PendingPaymentWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { confirmedMember, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { anotherAdmin, auditOf, clubPayment, fundPayment, get, lettersTo, pay, paymentsOf, post } from './paying.js';

let api: TestApi;
let worker: INestApplicationContext;
let admin: SignedIn;
let second: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  worker = await startTestWorker(api.config);
  admin = await signedInAdmin(api);
  second = await anotherAdmin(api, (await confirmedMember(api)).email);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

/** A member whose payment waits. */
async function waiting(membership: 'trade club' | 'hedge fund' = 'trade club'): Promise<SignedIn & { paymentId: string }> {
  const member = await signedInMember(api, membership);
  expect((await pay(api, member, membership === 'trade club' ? await clubPayment() : await fundPayment())).statusCode).toBe(201);
  const [payment] = await paymentsOf(api, member);
  return { ...member, paymentId: payment!.id };
}

const idsOf = (answer: { json: <T>() => T }) => answer.json<{ data: PendingPaymentWire[] }>().data.map(({ userId }) => userId);

describe('approving', () => {
  it('approves member and payment, records the act, opens the signals at once, and answers what still waits', async () => {
    const [member, other] = [await waiting(), await waiting('hedge fund')];
    expect((await get(api, '/getsignal', member)).statusCode).toBe(403);
    const answer = await get(api, `/approvepayment/${member.userId}`, admin);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(idsOf(answer)).toContain(other.userId);
    expect(idsOf(answer)).not.toContain(member.userId);
    expect(answer.headers['x-total-count']).toBe(String(idsOf(answer).length));
    expect(await paymentsOf(api, member)).toMatchObject([
      { status: 'approved', reason: null, decided_by: admin.userId, payment_status: 'approved' },
    ]);
    expect((await auditOf(api, member.paymentId)).slice(1)).toEqual([
      { action: 'payment.approve', actor_id: admin.userId, detail: { userId: member.userId } },
    ]);
    expect((await get(api, '/getuser', member)).json()).toMatchObject({ data: { paymentStatus: 'approved' } });
    expect((await get(api, '/getsignal', member)).statusCode).toBe(200);
    expect(await paymentsOf(api, other)).toMatchObject([{ status: 'pending', payment_status: 'pending' }]);
  });

  it('writes to the member once', async () => {
    const member = await waiting();
    await get(api, `/approvepayment/${member.userId}`, admin);
    const mails = await eventually(async () => {
      const { data } = (await api.app.inject({ method: 'GET', url: `/dev/mails?to=${member.email}` })).json<{
        data: { subject: string }[];
      }>();
      const subjects = Object.entries(mailTexts).flatMap(([id, letter]) =>
        id.startsWith('payment-') && 'subject' in letter ? [letter.subject] : [],
      );
      const about = data.map(({ subject }) => subject).filter((subject) => subjects.includes(subject));
      expect(about).toContain(mailTexts['payment-approved'].subject);
      expect(about).toContain(mailTexts['payment-received'].subject);
      return about;
    });
    expect(mails).toHaveLength(2);
    expect(await lettersTo(api, member, 'payment-%')).toEqual(['payment-approved', 'payment-received']);
  });

  it('opens the signals to no hedge fund member', async () => {
    const member = await waiting('hedge fund');
    expect((await get(api, `/approvepayment/${member.userId}`, admin)).statusCode).toBe(200);
    expect((await get(api, '/getsignal', member)).statusCode).toBe(403);
  });

  it('has a twin for the console', async () => {
    const member = await waiting();
    const answer = await post(api, `/admin/payments/${member.paymentId}/approve`, {}, second);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      message: 'Payment approved',
      data: { id: member.paymentId, userId: member.userId, status: 'approved', reason: null },
    });
    expect(answer.json<{ data: PaymentDetailWire }>().data.decidedAt).toMatch(/Z$/);
    expect(await paymentsOf(api, member)).toMatchObject([{ decided_by: second.userId }]);
  });
});

describe('rejecting', () => {
  it('tells the member why, by the reviewer’s own words, and opens the form again', async () => {
    const member = await waiting();
    const answer = await post(api, `/admin/payments/${member.paymentId}/reject`, { reason: '  The picture shows another wallet  ' }, admin);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      message: 'Payment rejected',
      data: { id: member.paymentId, status: 'rejected', reason: 'The picture shows another wallet' },
    });
    expect(await paymentsOf(api, member)).toMatchObject([{ status: 'rejected', payment_status: 'rejected', decided_by: admin.userId }]);
    expect((await auditOf(api, member.paymentId)).slice(1)).toEqual([
      { action: 'payment.reject', actor_id: admin.userId, detail: { userId: member.userId, reason: 'The picture shows another wallet' } },
    ]);
    expect((await get(api, '/me/payment', member)).json()).toMatchObject({
      data: { status: 'rejected', reason: 'The picture shows another wallet' },
    });
    const mail = await eventually(async () => {
      const { data } = (await api.app.inject({ method: 'GET', url: `/dev/mails?to=${member.email}` })).json<{
        data: { subject: string; text: string }[];
      }>();
      const found = data.find(({ subject }) => subject === mailTexts['payment-rejected'].subject);
      if (!found) throw new Error('no letter yet');
      return found;
    });
    expect(mail.text).toContain('The picture shows another wallet');
    expect((await get(api, '/getsignal', member)).statusCode).toBe(403);
    expect((await pay(api, member, await clubPayment())).statusCode).toBe(201);
    expect((await get(api, '/me/payment', member)).json()).toMatchObject({ data: { status: 'pending', reason: null, decidedAt: null } });
  });

  it('gives a reason of its own where the specification’s route carries none', async () => {
    const member = await waiting();
    const answer = await get(api, `/rejectpayment/${member.userId}`, admin);
    expect(answer.statusCode).toBe(200);
    expect(idsOf(answer)).not.toContain(member.userId);
    expect(await paymentsOf(api, member)).toMatchObject([
      { status: 'rejected', reason: expect.stringMatching(/could not match/), payment_status: 'rejected' },
    ]);
  });

  it('decides the payment that waits and leaves earlier decisions as they were', async () => {
    const member = await waiting();
    await get(api, `/rejectpayment/${member.userId}`, admin);
    await pay(api, member, await clubPayment());
    expect((await get(api, `/approvepayment/${member.userId}`, second)).statusCode).toBe(200);
    expect((await paymentsOf(api, member)).map(({ status, decided_by }) => [status, decided_by])).toEqual([
      ['rejected', admin.userId],
      ['approved', second.userId],
    ]);
  });

  it.each([[{ reason: '   ' }], [{ reason: 'x'.repeat(501) }], [{ reason: 7 }], [{ reason: 'fine', status: 'approved' }]])(
    'refuses %p and decides nothing',
    async (body) => {
      const member = await waiting();
      expect((await post(api, `/admin/payments/${member.paymentId}/reject`, body, admin)).statusCode).toBe(400);
      expect(await paymentsOf(api, member)).toMatchObject([{ status: 'pending' }]);
    },
  );
});

describe('decisions are refused', () => {
  it('where nothing waits: 409, and where nobody is: 404', async () => {
    const member = await signedInMember(api);
    for (const route of ['approvepayment', 'rejectpayment']) {
      const nothing = await get(api, `/${route}/${member.userId}`, admin);
      expect([nothing.statusCode, nothing.json<{ message: string }>().message]).toEqual([
        409,
        'This payment is not waiting for a decision',
      ]);
      expect((await get(api, `/${route}/${randomUUID()}`, admin)).statusCode).toBe(404);
      expect((await get(api, `/${route}/1`, admin)).statusCode).toBe(404);
    }
    const decided = await waiting();
    await get(api, `/approvepayment/${decided.userId}`, admin);
    for (const action of ['approve', 'reject']) {
      expect((await post(api, `/admin/payments/${decided.paymentId}/${action}`, {}, admin)).statusCode).toBe(409);
      expect((await post(api, `/admin/payments/${randomUUID()}/${action}`, {}, admin)).statusCode).toBe(404);
    }
    expect(await lettersTo(api, decided, 'payment-%')).toEqual(['payment-approved', 'payment-received']);
  });

  it('on a rejected payment while the next one waits', async () => {
    const member = await waiting();
    await get(api, `/rejectpayment/${member.userId}`, admin);
    await pay(api, member, await clubPayment());
    for (const action of ['approve', 'reject'])
      expect((await post(api, `/admin/payments/${member.paymentId}/${action}`, {}, second)).statusCode).toBe(409);
    expect((await paymentsOf(api, member)).map(({ status, decided_by, payment_status }) => [status, decided_by, payment_status])).toEqual([
      ['rejected', admin.userId, 'pending'],
      ['pending', null, 'pending'],
    ]);
  });

  it('to members, the payer included, and to strangers', async () => {
    const member = await waiting();
    for (const path of [
      `/approvepayment/${member.userId}`,
      `/rejectpayment/${member.userId}`,
      '/getpendingpayment',
      '/admin/payments',
      `/admin/payments/${member.paymentId}`,
    ]) {
      expect((await get(api, path, member)).statusCode).toBe(403);
      expect((await get(api, path)).statusCode).toBe(401);
    }
    for (const action of ['approve', 'reject']) {
      expect((await post(api, `/admin/payments/${member.paymentId}/${action}`, {}, member)).statusCode).toBe(403);
      expect((await post(api, `/admin/payments/${member.paymentId}/${action}`, {})).statusCode).toBe(401);
    }
    expect(await paymentsOf(api, member)).toMatchObject([{ status: 'pending', payment_status: 'pending' }]);
  });

  it.each([
    ['sec-fetch-dest', 'image'],
    ['sec-fetch-mode', 'navigate'],
    ['sec-purpose', 'prefetch'],
    ['origin', 'https://elsewhere.example'],
  ])('to links, foreign pages and prefetching: %s %s', async (header, value) => {
    const member = await waiting();
    for (const route of ['approvepayment', 'rejectpayment'])
      expect((await get(api, `/${route}/${member.userId}`, admin, { [header]: value })).statusCode).toBe(403);
    expect(await paymentsOf(api, member)).toMatchObject([{ status: 'pending' }]);
  });

  it('by HEAD, which must not decide', async () => {
    const member = await waiting();
    const answer = await api.app.inject({
      method: 'HEAD',
      url: `/api/v1/approvepayment/${member.userId}`,
      headers: { authorization: admin.token },
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(await paymentsOf(api, member)).toMatchObject([{ status: 'pending' }]);
  });
});
