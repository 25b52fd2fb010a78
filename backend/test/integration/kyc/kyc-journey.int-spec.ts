import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import type { PendingKycWire } from '../../../src/platform/wire/index.js';
import { clubForm, proofPdf } from './documents.js';
import { form } from './multipart.js';

/** The whole API with real sessions, the real adapter and the run's sandbox exchange. */
let api: TestApi;
let admin: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
});
afterAll(() => api.close());

/** A key of the sandbox that no other test uses. */
function sandboxKey(kind: string) {
  const n = randomInt(100_000_000, 999_999_999);
  return { apiKey: `sbx_small_${kind}_${n}`, secretKey: `sbs_small_${kind}_${n}` };
}

async function submit(member: SignedIn, key: { apiKey: string; secretKey: string }) {
  const { payload, headers } = form({ ...(await clubForm()), ...key });
  return api.app.inject({
    method: 'POST',
    url: '/api/v1/createkyc',
    headers: { authorization: `Bearer ${member.token}`, ...headers },
    payload,
  });
}

const accountsOf = ({ userId }: SignedIn) =>
  api
    .em()
    .execute<{ key_state: string; sync_enabled: boolean }[]>(
      'select key_state, sync_enabled from exchange_accounts where user_id = ? and is_current',
      [userId],
    );
const left = async ({ userId }: SignedIn) =>
  api
    .em()
    .execute<unknown[]>('select 1 from kyc_submissions where user_id = ? union all select 1 from files where user_id = ?', [
      userId,
      userId,
    ]);

describe('KYC with a key of the exchange', () => {
  it('goes from the form over the reviewer’s eyes to approval, a sync that was asked for, and the member’s own status', async () => {
    const member = await signedInMember(api);
    const key = sandboxKey('read-only');
    expect((await submit(member, key)).statusCode).toBe(201);
    expect((await call(api, 'GET', '/getuser', undefined, member)).json()).toMatchObject({ data: { kycStatus: 'pending' } });

    const pending = await call(api, 'GET', '/getpendingkyc', undefined, admin);
    const review = pending.json<{ data: PendingKycWire[] }>().data.find(({ userId }) => userId === member.userId)!;
    expect(review).toMatchObject({
      fullName: 'Ann Walker',
      apiKey: `••••••••${key.apiKey.slice(-4)}`,
      secretKey: `••••••••${key.secretKey.slice(-4)}`,
      status: 'pending',
    });
    for (const link of [review.idCard, review.proofOfAddress])
      expect((await api.app.inject({ method: 'GET', url: link })).statusCode).toBe(200);
    expect((await api.app.inject({ method: 'GET', url: review.proofOfAddress })).rawPayload.equals(proofPdf)).toBe(true);

    expect((await call(api, 'GET', `/approvekyc/${member.userId}`, undefined, admin)).statusCode).toBe(200);
    expect((await call(api, 'GET', '/getuser', undefined, member)).json()).toMatchObject({ data: { kycStatus: 'approved' } });
    expect(await accountsOf(member)).toEqual([{ key_state: 'valid', sync_enabled: true }]);
    expect(await api.em().execute('select "trigger", state from sync_runs where user_id = ?', [member.userId])).toEqual([
      { trigger: 'approval', state: 'queued' },
    ]);
    expect(
      (await call(api, 'GET', '/getlistkyc', undefined, admin)).json<{ data: { userId: string }[] }>().data.map(({ userId }) => userId),
    ).toContain(member.userId);
  });

  it.each([
    ['can-withdraw', /can do more than read/],
    ['can-trade', /can do more than read/],
    ['wrong-secret', /does not accept this key/],
    ['ip-locked', /does not accept this key/],
    ['unknown', /does not accept this key/],
  ])('a key that is %s is a 400 at apiKey, and nothing is stored', async (kind, message) => {
    const member = await signedInMember(api);
    const answer = await submit(member, sandboxKey(kind));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'apiKey', message: expect.stringMatching(message) }] });
    expect(await left(member)).toEqual([]);
    expect(await accountsOf(member)).toEqual([]);
  });

  it('a key that serves another member already is refused, and nothing is stored', async () => {
    const key = sandboxKey('read-only');
    const [first, second] = [await signedInMember(api), await signedInMember(api)];
    expect((await submit(first, key)).statusCode).toBe(201);
    expect((await submit(second, key)).statusCode).toBe(400);
    expect(await left(second)).toEqual([]);
    expect((await call(api, 'GET', '/getuser', undefined, second)).json()).toMatchObject({ data: { kycStatus: null } });
  });

  it('a rejection removes the key, and the member may bring it again', async () => {
    const member = await signedInMember(api);
    const key = sandboxKey('read-only');
    await submit(member, key);
    expect((await call(api, 'GET', `/rejectkyc/${member.userId}`, undefined, admin)).statusCode).toBe(200);
    expect(await accountsOf(member)).toEqual([]);
    expect(await api.em().execute('select api_key, secret_key from exchange_accounts where user_id = ?', [member.userId])).toEqual([
      { api_key: null, secret_key: null },
    ]);
    expect((await submit(member, key)).statusCode).toBe(201);
  });

  it('a key is taken unchecked while the exchange is out of reach', async () => {
    const away = await createTestApi({ EXCHANGE_URL: 'http://127.0.0.1:9' });
    try {
      const member = await signedInMember(away);
      const { payload, headers } = form({ ...(await clubForm()), ...sandboxKey('read-only') });
      expect(
        (await away.app.inject({ method: 'POST', url: '/api/v1/createkyc', headers: { authorization: member.token, ...headers }, payload }))
          .statusCode,
      ).toBe(201);
      expect(await away.em().execute('select key_state from exchange_accounts')).toEqual([{ key_state: 'unchecked' }]);
    } finally {
      await away.close();
    }
  });

  it('a link to a document ends when the admin signs out', async () => {
    const member = await signedInMember(api);
    await submit(member, sandboxKey('read-only'));
    const other = await signedInAdmin(api);
    const { data } = (await call(api, 'GET', '/getpendingkyc', undefined, other)).json<{ data: PendingKycWire[] }>();
    const link = data.find(({ userId }) => userId === member.userId)!.idCard;
    expect((await api.app.inject({ method: 'GET', url: link })).statusCode).toBe(200);
    await call(api, 'GET', '/logout', undefined, other);
    expect((await api.app.inject({ method: 'GET', url: link })).statusCode).toBe(403);
  });
});
