import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askAtOnce } from '../../support/crowd.js';
import { confirmedMember, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import {
  anotherAdmin,
  auditOf,
  clubPayment,
  filesOf,
  freshTxid,
  fundPayment,
  get,
  kycWithKey,
  lettersTo,
  pay,
  paymentsOf,
  post,
  send,
  statusOf,
} from '../payments/paying.js';

const CROWD = 50;

let api: TestApi;
let admin: SignedIn;
let second: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  second = await anotherAdmin(api, (await confirmedMember(api)).email);
});
afterAll(() => api.close());

interface Case {
  kind: string;
  table: 'kyc_submissions' | 'payments';
  letters: 'kyc' | 'payment';
  submit(member: SignedIn): ReturnType<typeof pay>;
  route(move: 'approve' | 'reject', userId: string): string;
  resource: string;
  status: 'kyc_status' | 'payment_status';
}

const kyc: Case = {
  kind: 'KYC',
  table: 'kyc_submissions',
  letters: 'kyc',
  submit: async ({ token }) => send(api, 'createkyc', token, (await kycWithKey()).parts),
  route: (move, userId) => `/${move}kyc/${userId}`,
  resource: '/admin/kyc-reviews',
  status: 'kyc_status',
};
const payment: Case = {
  kind: 'payment',
  table: 'payments',
  letters: 'payment',
  submit: async (member) => pay(api, member, await clubPayment({ txid: freshTxid() })),
  route: (move, userId) => `/${move}payment/${userId}`,
  resource: '/admin/payments',
  status: 'payment_status',
};

const tally = (answers: { statusCode: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
};

describe.each([kyc, payment])('of one $kind', ({ table, letters, submit, route, resource, status }) => {
  async function waiting(): Promise<{ member: SignedIn; id: string }> {
    const member = await signedInMember(api);
    expect((await submit(member)).statusCode).toBe(201);
    const [row] = await api.em().execute<{ id: string }[]>(`select id from ${table} where user_id = ?`, [member.userId]);
    return { member, id: row!.id };
  }
  const decisions = async (id: string) => (await auditOf(api, id)).filter(({ action }) => action !== `${letters}.submit`);

  it('fifty approvals at once: one decides, forty-nine get 409, one letter, one record', async () => {
    const { member, id } = await waiting();
    const answers = await askAtOnce(
      Array.from(
        { length: CROWD },
        (_, n) => () =>
          n % 2
            ? get(api, route('approve', member.userId), n % 4 === 1 ? admin : second)
            : post(api, `${resource}/${id}/approve`, {}, n % 4 === 0 ? admin : second),
      ),
    );
    expect(tally(answers.map((own) => own.at(-1)!))).toEqual({ 200: 1, 409: CROWD - 1 });
    expect(await statusOf(api, member)).toMatchObject({ [status]: 'approved' });
    expect(await lettersTo(api, member, `${letters}-approved`)).toEqual([`${letters}-approved`]);
    expect((await decisions(id)).map(({ action }) => action)).toEqual([`${letters}.approve`]);
    const [outbox] = await api
      .em()
      .execute<{ n: number }[]>(`select count(*)::int as n from outbox where dedupe_key = ?`, [`mail:${letters}-approved:${id}`]);
    expect(outbox?.n).toBe(1);
  });

  it('approving and rejecting at once: one wins, and everything tells the same story', async () => {
    const { member, id } = await waiting();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => get(api, route('approve', member.userId), admin)),
      ...Array.from({ length: 5 }, () => post(api, `${resource}/${id}/reject`, { reason: 'Not readable' }, second)),
    ]);
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
    const [row] = await api
      .em()
      .execute<{ status: string; decided_by: string; reason: string | null }[]>(
        `select status, decided_by, reason from ${table} where id = ?`,
        [id],
      );
    const approved = row?.status === 'approved';
    expect(row).toEqual(
      approved
        ? { status: 'approved', decided_by: admin.userId, reason: null }
        : { status: 'rejected', decided_by: second.userId, reason: 'Not readable' },
    );
    expect(await statusOf(api, member)).toMatchObject({ [status]: row?.status });
    expect(await lettersTo(api, member, `${letters}-%ed`)).toEqual([
      ...(approved ? [`${letters}-approved`] : []),
      `${letters}-received`,
      ...(approved ? [] : [`${letters}-rejected`]),
    ]);
    expect((await decisions(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      [`${letters}.${approved ? 'approve' : 'reject'}`, row?.decided_by],
    ]);
  });

  it('two forms of a member at once: one is taken, the other gets 409 and leaves nothing', async () => {
    const member = await signedInMember(api);
    expect(tally(await Promise.all([submit(member), submit(member)]))).toEqual({ 201: 1, 409: 1 });
    const rows = await api.em().execute<unknown[]>(`select 1 from ${table} where user_id = ?`, [member.userId]);
    expect(rows).toHaveLength(1);
    expect(await lettersTo(api, member, `${letters}-%`)).toEqual([`${letters}-received`]);
    expect(await filesOf(api, member)).toHaveLength(letters === 'kyc' ? 2 : 1);
  });

  it('a decision and the next form at once: the status of the member is that of the last row', async () => {
    const { member } = await waiting();
    const [, submitted] = await Promise.all([get(api, route('reject', member.userId), admin), submit(member)]);
    expect([201, 409]).toContain(submitted.statusCode);
    const rows = await api
      .em()
      .execute<{ status: string }[]>(`select status from ${table} where user_id = ? order by submitted_at, id`, [member.userId]);
    expect(rows.map((row) => row.status)).toEqual(submitted.statusCode === 201 ? ['rejected', 'pending'] : ['rejected']);
    expect(await statusOf(api, member)).toMatchObject({ [status]: rows.at(-1)?.status });
  });

  it('a member in the rejected list cannot be decided on, and waits again once restored', async () => {
    const { member, id } = await waiting();
    await api.em().execute('update users set rejected_at = now() where id = ?', [member.userId]);
    for (const move of ['approve', 'reject'] as const) {
      for (const answer of [await get(api, route(move, member.userId), admin), await post(api, `${resource}/${id}/${move}`, {}, admin)]) {
        expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
          409,
          'This member stands in the rejected list. Restore the member first',
        ]);
      }
    }
    expect(await decisions(id)).toEqual([]);
    expect(await statusOf(api, member)).toMatchObject({ [status]: 'pending' });
    const pendingRoute = letters === 'kyc' ? '/getpendingkyc' : '/getpendingpayment';
    const waitingIds = async () =>
      (await get(api, pendingRoute, admin)).json<{ data: { userId: string }[] }>().data.map(({ userId }) => userId);
    expect(await waitingIds()).not.toContain(member.userId);
    await api.em().execute('update users set rejected_at = null where id = ?', [member.userId]);
    expect(await waitingIds()).toContain(member.userId);
    expect((await get(api, route('approve', member.userId), admin)).statusCode).toBe(200);
  });
});

describe('one transaction id', () => {
  it('of two members at once pays for one', async () => {
    const [club, fund, txid] = [await signedInMember(api), await signedInMember(api, 'hedge fund'), freshTxid()];
    const answers = await Promise.all([
      pay(api, club, await clubPayment({ txid })),
      pay(api, fund, await fundPayment({ txid: `0x${txid}` })),
    ]);
    expect(tally(answers)).toEqual({ 201: 1, 409: 1 });
    const loser = answers[0].statusCode === 409 ? club : fund;
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ errors: [{ field: 'txid' }] });
    expect(await paymentsOf(api, loser)).toEqual([]);
    expect(await filesOf(api, loser)).toEqual([]);
    expect(await lettersTo(api, loser, 'payment-%')).toEqual([]);
    expect(await statusOf(api, loser)).toMatchObject({ payment_status: null });
    // The loser is not stuck: the form is open, with the id of their own transfer.
    const again =
      loser === club
        ? await pay(api, club, await clubPayment({ txid: freshTxid() }))
        : await pay(api, fund, await fundPayment({ txid: freshTxid() }));
    expect(again.statusCode).toBe(201);
  });
});
