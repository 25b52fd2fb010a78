import { randomBytes, randomInt } from 'node:crypto';
import { call, PASSWORD, signIn, type SignedIn } from '../../support/people.js';
import type { TestApi } from '../../support/test-app.js';
import { clubForm, idCardImage } from '../kyc/documents.js';
import { form, type FormParts } from '../kyc/multipart.js';

export const freshTxid = () => randomBytes(32).toString('hex');

/** A payment of a trade club member that is taken. */
export async function clubPayment(changes: FormParts = {}): Promise<FormParts> {
  return { membership: 'trade club', amount: '50', proofOfPayment: await idCardImage(), ...changes };
}

/** A payment of a hedge fund member that is taken. */
export async function fundPayment(changes: FormParts = {}): Promise<FormParts> {
  return { membership: 'hedge fund', amount: '20', proofOfPayment: await idCardImage(), ...changes };
}

export function send(api: TestApi, route: 'createpayment' | 'createkyc' | 'me/kyc/document', token: string | undefined, parts: FormParts) {
  const { payload, headers } = form(parts);
  return api.app.inject({
    method: 'POST',
    url: `/api/v1/${route}`,
    headers: { ...headers, ...(token && { authorization: token }) },
    payload,
  });
}

export const pay = (api: TestApi, { token }: { token: string }, parts: FormParts) => send(api, 'createpayment', token, parts);

/** A KYC form with a key of the sandbox exchange that nobody else uses. */
export async function kycWithKey(): Promise<{ parts: FormParts; apiKey: string; secretKey: string }> {
  const n = randomInt(100_000_000, 999_999_999);
  const key = { apiKey: `sbx_small_read-only_${n}`, secretKey: `sbs_small_read-only_${n}` };
  return { parts: { ...(await clubForm()), ...key }, ...key };
}

/** One more admin than the first one, signed in. */
export async function anotherAdmin(api: TestApi, membersEmail: string): Promise<SignedIn> {
  await api.em().execute(`update users set role = 'admin' where email = ?`, [membersEmail]);
  return signIn(api, membersEmail, PASSWORD);
}

export interface PaymentState {
  id: string;
  status: string;
  reason: string | null;
  txid: string | null;
  amount: string;
  decided_by: string | null;
  payment_status: string | null;
}

/** Every payment of a member, the oldest first, with where the member stands. */
export function paymentsOf(api: TestApi, { userId }: { userId: string }): Promise<PaymentState[]> {
  return api.em().execute<PaymentState[]>(
    `select p.id, p.status, p.reason, p.txid, p.amount::text as amount, p.decided_by, u.payment_status from payments p join users u
        on u.id = p.user_id where p.user_id = ? order by p.submitted_at, p.id`,
    [userId],
  );
}

export const statusOf = async (api: TestApi, { userId }: { userId: string }) =>
  (
    await api
      .em()
      .execute<{ kyc_status: string | null; payment_status: string | null }[]>(
        'select kyc_status, payment_status from users where id = ?',
        [userId],
      )
  )[0];

export const lettersTo = async (api: TestApi, { userId }: { userId: string }, like: string) =>
  (
    await api
      .em()
      .execute<{ letter: string }[]>('select letter from mail_deliveries where user_id = ? and letter like ? order by letter', [
        userId,
        like,
      ])
  ).map(({ letter }) => letter);

export const auditOf = (api: TestApi, targetId: string) =>
  api
    .em()
    .execute<{ action: string; actor_id: string; detail: Record<string, unknown> }[]>(
      'select action, actor_id, detail from audit_events where target_id = ? order by at, id',
      [targetId],
    );

export const filesOf = ({ em }: TestApi, { userId }: { userId: string }) =>
  em().execute<{ id: string; purpose: string; mime: string }[]>('select id, purpose, mime from files where user_id = ?', [userId]);

export const get = (api: TestApi, path: string, { token }: { token?: string } = {}, headers: Record<string, string> = {}) =>
  call(api, 'GET', path, undefined, { ...(token && { token }), headers });
export const post = (api: TestApi, path: string, body: object, { token }: { token?: string } = {}) =>
  call(api, 'POST', path, body, token ? { token } : {});

/** For what a test builds on: throws unless the answer has this status. */
export async function mustBe(status: number, answer: Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await answer;
  if (statusCode !== status) throw new Error(`answered ${statusCode}: ${body}`);
}
