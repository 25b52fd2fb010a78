import { signedInMember, type SignedIn } from '../../support/people.js';
import type { TestApi } from '../../support/test-app.js';
import { clubPayment, freshTxid, kycWithKey, pay, send } from '../payments/paying.js';

/** KYC and payments go through the same reviews: a test of one is a test of both. */
export interface ReviewCase {
  kind: 'KYC' | 'payment';
  name: 'kyc' | 'payment';
  table: 'kyc_submissions' | 'payments';
  resource: string;
  own: string;
  /** A code of its own list. */
  code: string;
  submit(api: TestApi, member: SignedIn): ReturnType<typeof pay>;
}

export const reviewCases: ReviewCase[] = [
  {
    kind: 'KYC',
    name: 'kyc',
    table: 'kyc_submissions',
    resource: '/admin/kyc-reviews',
    own: '/me/kyc',
    code: 'address-old',
    submit: async (api, { token }) => send(api, 'createkyc', token, (await kycWithKey()).parts),
  },
  {
    kind: 'payment',
    name: 'payment',
    table: 'payments',
    resource: '/admin/payments',
    own: '/me/payment',
    code: 'not-received',
    submit: async (api, member) => pay(api, member, await clubPayment({ txid: freshTxid() })),
  },
];

/** A member whose submission waits. */
export async function waiting(api: TestApi, { table, submit }: ReviewCase): Promise<{ member: SignedIn; id: string }> {
  const member = await signedInMember(api);
  const answer = await submit(api, member);
  if (answer.statusCode !== 201) throw new Error(`submitting answered ${answer.statusCode}: ${answer.body}`);
  const [row] = await api.em().execute<{ id: string }[]>(`select id from ${table} where user_id = ?`, [member.userId]);
  return { member, id: row!.id };
}
