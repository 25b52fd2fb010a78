import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PaymentDetailWire, PaymentWire, PendingPaymentWire } from '../../../src/platform/wire/index.js';
import { signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { clubPayment, freshTxid, fundPayment, get, mustBe, pay, paymentsOf, post } from './paying.js';

interface Payer extends SignedIn {
  paymentId: string;
}

const link = expect.stringMatching(/^\/api\/v1\/files\/[0-9a-f-]{36}\?exp=\d+&kid=k2&sig=[\w-]+$/);
const txid = freshTxid();

let api: TestApi;
let admin: SignedIn;
/** In the order in which they paid; the first was rejected once and paid again, the last is approved. */
let payers: [Payer, Payer, Payer];
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  const ann = await signedInMember(api);
  await mustBe(201, pay(api, ann, await clubPayment({ txid })));
  await mustBe(200, get(api, `/rejectpayment/${ann.userId}`, admin));
  await mustBe(201, pay(api, ann, await clubPayment()));
  const bea = await signedInMember(api, 'hedge fund', { otherName: 'Bea', surname: 'Young' });
  await mustBe(201, pay(api, bea, await fundPayment({ txid })));
  const cem = await signedInMember(api, 'trade club', { otherName: 'Cem', surname: 'Zorlu' });
  await mustBe(201, pay(api, cem, await clubPayment()));
  await mustBe(200, get(api, `/approvepayment/${cem.userId}`, admin));
  const latest = async (member: SignedIn): Promise<Payer> => ({ ...member, paymentId: (await paymentsOf(api, member)).at(-1)!.id });
  payers = [await latest(ann), await latest(bea), await latest(cem)];
});
afterAll(() => api.close());

describe('GET /getpendingpayment', () => {
  it('shows what waits, the oldest first, in the fields of the contract alone', async () => {
    const answer = await get(api, '/getpendingpayment', admin);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'x-total-count': '2', 'cache-control': 'no-store' });
    expect(answer.json<{ data: PendingPaymentWire[] }>().data).toEqual([
      { userId: payers[0].userId, fullname: 'Ann Walker', membership: 'trade club', amount: '50', proofOfPayment: link, status: 'pending' },
      { userId: payers[1].userId, fullname: 'Bea Young', membership: 'hedge fund', amount: '20', proofOfPayment: link, status: 'pending' },
    ]);
  });

  it('pages', async () => {
    const answer = await get(api, '/getpendingpayment?page=2&perPage=1', admin);
    expect(answer.headers['x-total-count']).toBe('2');
    expect(answer.json<{ data: PendingPaymentWire[] }>().data.map(({ userId }) => userId)).toEqual([payers[1].userId]);
    for (const query of ['page=0', 'perPage=0', 'page=x', 'perPage=9999999']) {
      const refused = await get(api, `/getpendingpayment?${query}`, admin);
      expect([refused.statusCode, refused.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([400, query.split('=')[0]]);
    }
  });

  it('hands the proof out to the admin who asked, for the life of the session, and writes the view down', async () => {
    const own = await signedInAdmin(api);
    const { data } = (await get(api, '/getpendingpayment', own)).json<{ data: PendingPaymentWire[] }>();
    const proof = data[0]!.proofOfPayment;
    const shown = await api.app.inject({ method: 'GET', url: proof });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const views = await api
      .em()
      .execute<{ detail: unknown }[]>(`select detail from audit_events where action = 'file.view' order by at desc, id desc limit 1`);
    expect(views).toEqual([{ detail: { userId: payers[0].userId, purpose: 'payment-proof' } }]);
    await post(api, '/auth/logout', {}, own);
    expect((await api.app.inject({ method: 'GET', url: proof })).statusCode).toBe(403);
  });
});

describe('the console’s resource', () => {
  const list = async (query: Record<string, unknown>) => {
    const parameters = new URLSearchParams(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)])));
    const answer = await get(api, `/admin/payments?${parameters}`, admin);
    expect(answer.statusCode).toBe(200);
    return { rows: answer.json<PaymentWire[]>(), range: answer.headers['content-range'] };
  };
  const idsOf = async (query: Record<string, unknown>) => (await list(query)).rows.map(({ id }) => id);

  it('has every field of its record', async () => {
    const { rows } = await list({ filter: { id: [payers[1].paymentId] } });
    expect(rows).toEqual([
      {
        id: payers[1].paymentId,
        userId: payers[1].userId,
        fullName: 'Bea Young',
        email: payers[1].email,
        membership: 'hedge fund',
        amount: '20',
        currency: 'USD',
        proofOfPaymentUrl: link,
        txid,
        status: 'pending',
        reason: null,
        reasonCode: null,
        final: false,
        reopenedAt: null,
        decidedBy: null,
        may: ['approve', 'reject'],
        mayNot: null,
        viewers: [],
        restricted: false,
        submittedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        decidedAt: null,
      },
    ]);
  });

  it('sorts, pages and tells the true total', async () => {
    const all = await list({ sort: ['submittedAt', 'ASC'] });
    expect(all.range).toBe('payments 0-3/4');
    expect(all.rows.map(({ fullName, status }) => [fullName, status])).toEqual([
      ['Ann Walker', 'rejected'],
      ['Ann Walker', 'pending'],
      ['Bea Young', 'pending'],
      ['Cem Zorlu', 'approved'],
    ]);
    expect(await list({ sort: ['submittedAt', 'DESC'], range: [1, 1] })).toMatchObject({
      rows: [{ id: payers[1].paymentId }],
      range: 'payments 1-1/4',
    });
    expect((await idsOf({ sort: ['fullName', 'DESC'], range: [0, 0] }))[0]).toBe(payers[2].paymentId);
    expect((await idsOf({ sort: ['amount', 'ASC'], range: [0, 0] }))[0]).toBe(payers[1].paymentId);
    expect((await idsOf({ sort: ['membership', 'ASC'], range: [0, 0] }))[0]).toBe(payers[1].paymentId);
    for (const sort of ['decidedAt', 'status']) expect(await idsOf({ sort: [sort, 'DESC'] })).toHaveLength(4);
  });

  it('filters and searches', async () => {
    expect(await idsOf({ filter: { status: 'pending' }, sort: ['submittedAt', 'ASC'] })).toEqual([
      payers[0].paymentId,
      payers[1].paymentId,
    ]);
    expect(await idsOf({ filter: { status: 'approved' } })).toEqual([payers[2].paymentId]);
    expect(await idsOf({ filter: { userId: payers[0].userId } })).toHaveLength(2);
    expect(await idsOf({ filter: { membership: 'hedge fund' } })).toEqual([payers[1].paymentId]);
    expect(await idsOf({ filter: { txid } })).toHaveLength(2);
    expect(await idsOf({ filter: { txid: `0x${txid.toUpperCase()}`, status: 'pending' } })).toEqual([payers[1].paymentId]);
    expect(await idsOf({ filter: { q: 'cem zor' } })).toEqual([payers[2].paymentId]);
    expect(await idsOf({ filter: { q: payers[1].email } })).toEqual([payers[1].paymentId]);
    expect(await idsOf({ filter: { q: txid.slice(0, 12) } })).toHaveLength(2);
    expect(await idsOf({ filter: { q: '%' } })).toEqual([]);
  });

  it('shows of one payment who else named its transfer', async () => {
    const answer = await get(api, `/admin/payments/${payers[1].paymentId}`, admin);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [first] = await paymentsOf(api, payers[0]);
    expect(answer.json<PaymentDetailWire>()).toMatchObject({ id: payers[1].paymentId, txid, status: 'pending' });
    expect(answer.json<PaymentDetailWire>().txidUsedBefore).toEqual([
      {
        id: first!.id,
        userId: payers[0].userId,
        fullName: 'Ann Walker',
        amount: '50',
        status: 'rejected',
        reason: expect.stringMatching(/could not match/),
        submittedAt: expect.stringMatching(/Z$/),
        decidedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await get(api, `/admin/payments/${payers[2].paymentId}`, admin)).json<PaymentDetailWire>().txidUsedBefore).toEqual([]);
    for (const id of [randomUUID(), 'nonsense']) expect((await get(api, `/admin/payments/${id}`, admin)).statusCode).toBe(404);
  });

  it.each([
    'sort=["reason","ASC"]',
    'sort=["submittedAt","ASC; drop table users"]',
    'filter={"decided_by":"x"}',
    'filter={"status":"any"}',
    'filter={"txid":"x"}',
    'filter={"membership":"admin"}',
    'filter={"id":["1"]}',
    'range=[0,100000]',
  ])('refuses %s', async (query) => {
    const answer = await get(api, `/admin/payments?${encodeURI(query)}`, admin);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: expect.stringMatching(/^(sort|range|filter\.\w+)$/) }] });
  });
});

describe('GET /me/payment', () => {
  it('shows a member their latest payment, and null before the first', async () => {
    expect((await get(api, '/me/payment', payers[1])).json()).toEqual({
      message: 'Your payment',
      data: {
        status: 'pending',
        reason: null,
        final: false,
        amount: '20',
        txid,
        submittedAt: expect.stringMatching(/Z$/),
        decidedAt: null,
      },
    });
    expect((await get(api, '/me/payment', payers[2])).json()).toMatchObject({
      data: { status: 'approved', amount: '50', txid: null, decidedAt: expect.stringMatching(/Z$/) },
    });
    const nobody = await signedInMember(api);
    expect((await get(api, '/me/payment', nobody)).json()).toMatchObject({
      data: { status: null, reason: null, amount: null, txid: null, submittedAt: null, decidedAt: null },
    });
  });

  it('is for members', async () => {
    for (const path of ['/me/payment', '/me/subscription']) {
      expect((await get(api, path)).statusCode).toBe(401);
      expect((await get(api, path, admin)).statusCode).toBe(403);
    }
  });
});
