import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedInAdmin, signedInMember } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { idCardImage, proofPdf } from '../kyc/documents.js';
import { form } from '../kyc/multipart.js';
import { auditOf, clubPayment, filesOf, freshTxid, fundPayment, lettersTo, pay, paymentsOf, send, statusOf } from './paying.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const fieldsOf = (answer: { json: <T>() => T }) => answer.json<{ errors?: { field: string }[] }>().errors?.map(({ field }) => field) ?? [];

/** Nothing of the attempt may be left: no row, no file, no letter, the status as it was. */
async function expectNothingStored(member: { userId: string }, status: string | null = null): Promise<void> {
  expect(await paymentsOf(api, member)).toEqual([]);
  expect(await filesOf(api, member)).toEqual([]);
  expect(await lettersTo(api, member, 'payment-%')).toEqual([]);
  expect((await statusOf(api, member))?.payment_status).toBe(status);
}

describe('POST /createpayment', () => {
  it('makes a member pending, with the proof, a letter and a record, all at once', async () => {
    const member = await signedInMember(api);
    const txid = freshTxid();
    const answer = await pay(api, member, await clubPayment({ txid: `0x${txid.toUpperCase()}`, amount: '50.00' }));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ message: 'Payment success apply wait for approval', data: { paymentStatus: 'pending' } });
    expect(answer.headers['cache-control']).toBe('no-store');
    const [payment, ...others] = await paymentsOf(api, member);
    expect(others).toEqual([]);
    expect(payment).toMatchObject({ status: 'pending', reason: null, txid, decided_by: null, payment_status: 'pending' });
    expect(Number(payment!.amount)).toBe(50);
    expect((await filesOf(api, member)).map(({ purpose, mime }) => [purpose, mime])).toEqual([['payment-proof', 'image/jpeg']]);
    expect(await lettersTo(api, member, 'payment-%')).toEqual(['payment-received']);
    expect(await auditOf(api, payment!.id)).toEqual([
      { action: 'payment.submit', actor_id: member.userId, detail: { membership: 'trade club', amount: '50', txid } },
    ]);
  });

  it('takes the fee of the hedge fund from its members, and needs no transaction id', async () => {
    const member = await signedInMember(api, 'hedge fund');
    expect((await pay(api, member, await fundPayment())).statusCode).toBe(201);
    expect(await paymentsOf(api, member)).toMatchObject([{ txid: null, payment_status: 'pending' }]);
  });

  it('asks the fees of the settings', async () => {
    const other = await createTestApi({ FEE_TRADE_CLUB: '75' });
    try {
      const member = await signedInMember(other);
      const refused = await pay(other, member, await clubPayment());
      expect(refused.json()).toMatchObject({
        errors: [{ field: 'amount', message: 'The fee of the trade club membership is 75 dollars' }],
      });
      expect((await pay(other, member, await clubPayment({ amount: '75' }))).statusCode).toBe(201);
    } finally {
      await other.close();
    }
  });

  it('is open again after a rejection, keeps the first payment, and may name the same transfer', async () => {
    const [admin, member, txid] = [await signedInAdmin(api), await signedInMember(api), freshTxid()];
    expect((await pay(api, member, await clubPayment({ txid }))).statusCode).toBe(201);
    const reject = await api.app.inject({
      method: 'GET',
      url: `/api/v1/rejectpayment/${member.userId}`,
      headers: { authorization: admin.token },
    });
    expect(reject.statusCode).toBe(200);
    expect((await pay(api, member, await clubPayment({ txid }))).statusCode).toBe(201);
    expect((await paymentsOf(api, member)).map(({ status }) => status)).toEqual(['rejected', 'pending']);
  });
});

describe('POST /createpayment refuses, and stores nothing', () => {
  it.each([
    ['another amount', { amount: '49' }, ['amount']],
    ['the fee of the other membership', { amount: '20' }, ['amount']],
    ['a fee and a little more', { amount: '50.01' }, ['amount']],
    ['an exponent', { amount: '5e1' }, ['amount']],
    ['no amount', { amount: undefined }, ['amount']],
    ['the other membership', { membership: 'hedge fund' }, ['membership']],
    ['the other membership with its fee', { membership: 'hedge fund', amount: '20' }, ['membership', 'amount']],
    ['a role for a membership', { membership: 'admin' }, ['membership']],
    ['no proof', { proofOfPayment: undefined }, ['proofOfPayment']],
    ['an empty proof', { proofOfPayment: Buffer.alloc(0) }, ['proofOfPayment']],
    ['a PDF for a proof', { proofOfPayment: proofPdf }, ['proofOfPayment']],
    [
      'a script for a picture',
      { proofOfPayment: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>') },
      ['proofOfPayment'],
    ],
    ['a text for a proof', { proofOfPayment: 'not a file' }, ['proofOfPayment']],
    ['a transaction id that is too short', { txid: 'ab12' }, ['txid']],
    ['a transaction id with other letters', { txid: 'z'.repeat(64) }, ['txid']],
    ['a link for a transaction id', { txid: `https://tronscan.org/#/transaction/${'a'.repeat(64)}` }, ['txid']],
  ])('%s, naming the field', async (_, changes, fields) => {
    const member = await signedInMember(api);
    const answer = await pay(api, member, await clubPayment(changes));
    expect(answer.statusCode).toBe(400);
    expect(fieldsOf(answer)).toEqual(fields);
    await expectNothingStored(member);
  });

  it('a form without anything, naming every field at once', async () => {
    const member = await signedInMember(api);
    const answer = await pay(api, member, {});
    expect(answer.statusCode).toBe(400);
    expect(fieldsOf(answer)).toEqual(['membership', 'amount', 'proofOfPayment']);
  });

  it('a proof that is cut off', async () => {
    const member = await signedInMember(api);
    const answer = await pay(api, member, await clubPayment({ proofOfPayment: (await idCardImage()).subarray(0, 200) }));
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, ['proofOfPayment']]);
    await expectNothingStored(member);
  });

  it('a proof over 10 MB, with 413', async () => {
    const member = await signedInMember(api);
    const answer = await pay(
      api,
      member,
      await clubPayment({ proofOfPayment: Buffer.concat([await idCardImage(), Buffer.alloc(10 * 1024 * 1024)]) }),
    );
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([413, ['proofOfPayment']]);
    await expectNothingStored(member);
  });

  it('a second file', async () => {
    const member = await signedInMember(api);
    const answer = await pay(api, member, await clubPayment({ idCard: await idCardImage() }));
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([400, ['idCard']]);
    await expectNothingStored(member);
  });

  it.each(['pending', 'approved'])('a second payment while the first is %s', async (status) => {
    const member = await signedInMember(api);
    await api.em().execute('update users set payment_status = ? where id = ?', [status, member.userId]);
    const answer = await pay(api, member, await clubPayment());
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({
      statusCode: 409,
      message: status === 'approved' ? 'Your payment is already approved' : 'Your payment is already waiting for review',
    });
    await expectNothingStored(member, status);
  });

  it.each(['pending', 'approved'])('a transaction id whose payment is %s, in any spelling of it', async (status) => {
    const [first, second, txid] = [await signedInMember(api), await signedInMember(api, 'hedge fund'), freshTxid()];
    expect((await pay(api, first, await clubPayment({ txid }))).statusCode).toBe(201);
    await api.em().execute('update payments set status = ? where user_id = ?', [status, first.userId]);
    for (const spelling of [txid, `0x${txid.toUpperCase()}`]) {
      const answer = await pay(api, second, await fundPayment({ txid: spelling }));
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        message: expect.stringContaining('was already used for a payment'),
        errors: [{ field: 'txid' }],
      });
    }
    await expectNothingStored(second);
  });

  it('fields that nobody asked for: they change nothing', async () => {
    const member = await signedInMember(api);
    const surplus = {
      status: 'approved',
      userId: '00000000-0000-4000-8000-000000000000',
      decidedBy: member.userId,
      currency: 'XXX',
      paymentStatus: 'approved',
    };
    expect((await pay(api, member, await clubPayment(surplus))).statusCode).toBe(201);
    expect(await paymentsOf(api, member)).toMatchObject([{ status: 'pending', decided_by: null, payment_status: 'pending' }]);
  });

  it('admins, strangers, and what is no multipart form', async () => {
    const [admin, member] = [await signedInAdmin(api), await signedInMember(api)];
    expect((await pay(api, admin, await clubPayment())).statusCode).toBe(403);
    expect((await send(api, 'createpayment', undefined, await clubPayment())).statusCode).toBe(401);
    const json = await api.app.inject({
      method: 'POST',
      url: '/api/v1/createpayment',
      headers: { authorization: member.token },
      payload: { membership: 'trade club', amount: '50' },
    });
    expect(json.statusCode).toBe(415);
    await expectNothingStored(member);
  });

  it('a stranger before a byte of the body is parsed', async () => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/v1/createpayment',
      payload: Buffer.from('this is no multipart body'),
      headers: form({}).headers,
    });
    expect(answer.statusCode).toBe(401);
  });

  it('the sixty-first form of a member within an hour, with 429', async () => {
    const member = await signedInMember(api);
    const answers = [];
    for (let n = 0; n < 61; n++) answers.push(await pay(api, member, { amount: '1' }));
    expect(answers.slice(0, 60).every(({ statusCode }) => statusCode === 400)).toBe(true);
    expect(answers[60]?.statusCode).toBe(429);
    expect(Number(answers[60]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
