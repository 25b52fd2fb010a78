import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PasswordHasher } from '../../../src/platform/crypto/index.js';
import { call, PASSWORD, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { attempt, auditOf, codeOf, lettersTo, letTimePass, setUpApp } from './factors.js';

let api: TestApi;
beforeAll(async () => (api = await createTestApi()));
afterAll(() => api.close());

const withCodes = async (): Promise<SignedIn & { secret: string; codes: string[] }> => {
  const member = await signedInMember(api);
  const { secret, recoveryCodes } = await setUpApp(api, member);
  await letTimePass(api, member.userId);
  return { ...member, secret, codes: recoveryCodes ?? [] };
};
const stepUp = (token: string, otp: string) => call(api, 'POST', '/auth/step-up', { otp }, { token });
const renew = (token: string) => call(api, 'POST', '/auth/mfa/recovery-codes', {}, { token });
const left = async (token: string) =>
  (await call(api, 'GET', '/auth/mfa', undefined, { token })).json<{ data: { recoveryCodesLeft: number } }>().data.recoveryCodesLeft;

describe('a recovery code', () => {
  it('signs in once, tells its owner by letter how many are left, and the audit log', async () => {
    const { email, userId, codes, token } = await withCodes();
    expect((await attempt(api, email, codes[3])).statusCode).toBe(200);
    expect((await attempt(api, email, codes[3])).statusCode).toBe(401);
    expect(await left(token)).toBe(9);
    expect((await lettersTo(api, userId)).filter((letter) => letter === 'recovery-code-used')).toHaveLength(1);
    const events = await auditOf(api, userId);
    expect(events).toContainEqual(expect.objectContaining({ action: 'mfa.use-recovery-code', detail: { left: 9 } }));
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'auth.sign-in', detail: expect.objectContaining({ factor: 'recovery' }) }),
    );
    expect(JSON.stringify(events)).not.toContain(codes[3]);
  });

  it('lets one of two in who type it at once', async () => {
    const { email, codes, userId } = await withCodes();
    const answers = await Promise.all([attempt(api, email, codes[0]), attempt(api, email, codes[0]), attempt(api, email, codes[0])]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    expect((await lettersTo(api, userId)).filter((letter) => letter === 'recovery-code-used')).toHaveLength(1);
  });

  it('is read as people type it', async () => {
    const { email, codes } = await withCodes();
    expect((await attempt(api, email, ` ${(codes[0] ?? '').toUpperCase()} `)).statusCode).toBe(200);
    expect((await attempt(api, email, (codes[1] ?? '').replace('-', ''))).statusCode).toBe(200);
    expect((await attempt(api, email, (codes[2] ?? '').replaceAll('0', 'O').replaceAll('1', 'l'))).statusCode).toBe(200);
  });

  it('works for nobody but its owner', async () => {
    const [mine, yours] = [await withCodes(), await withCodes()];
    expect((await attempt(api, mine.email, yours.codes[0])).statusCode).toBe(401);
    expect((await attempt(api, yours.email, yours.codes[0])).statusCode).toBe(200);
  });

  it('costs one hash to look up, whichever of the ten it is, and still works after the cost of hashing was raised', async () => {
    const { email, codes, userId } = await withCodes();
    const hasher = api.app.get(PasswordHasher);
    const real = hasher.hashLike.bind(hasher);
    let hashes = 0;
    hasher.hashLike = (phc, code) => {
      hashes++;
      return real(phc, code);
    };
    try {
      expect((await attempt(api, email, codes[9])).statusCode).toBe(200);
    } finally {
      hasher.hashLike = real;
    }
    expect(hashes).toBe(1);
    const old = new PasswordHasher({ memoryCost: 8, timeCost: 3, parallelism: 1 });
    await api
      .em()
      .execute('update recovery_codes set hash = ? where user_id = ? and hash = ?', [
        await old.hash('0123456789'),
        userId,
        (await hashesOf(userId))[0],
      ]);
    await api.em().execute('delete from recovery_codes where user_id = ? and hash not like ?', [userId, '%t=3,%']);
    expect((await attempt(api, email, '01234-56789')).statusCode).toBe(200);
  });

  it('does not open an account without a second factor, and is asked for by none', async () => {
    const { email } = await signedInMember(api);
    expect((await attempt(api, email, '01234-56789')).statusCode).toBe(200);
    expect((await attempt(api, email, '01234-56789', 'wrong password 77')).statusCode).toBe(401);
  });

  it('confirms an act, and so lets its owner give up an app that is lost', async () => {
    const { token, codes, email } = await withCodes();
    expect((await stepUp(token, codes[0] ?? '')).statusCode).toBe(200);
    expect((await call(api, 'DELETE', '/auth/mfa/totp', undefined, { token })).statusCode).toBe(200);
    expect(await left(token)).toBe(0);
    expect((await attempt(api, email)).statusCode).toBe(200);
  });
});

describe('new recovery codes', () => {
  it('replace the old ones, with a letter, a record, and the end of every other session', async () => {
    const { token, codes, email, userId } = await withCodes();
    const elsewhere = (await attempt(api, email, codes[0])).json<{ token: string }>().token;
    expect((await renew(token)).json()).toMatchObject({ statusCode: 403, stepUp: true });
    await stepUp(token, codes[1] ?? '');
    const fresh = (await renew(token)).json<{ data: { recoveryCodes: string[] } }>().data.recoveryCodes;
    expect(fresh).toHaveLength(10);
    expect(await left(token)).toBe(10);
    expect((await attempt(api, email, codes[2])).statusCode).toBe(401);
    expect((await attempt(api, email, fresh[0])).statusCode).toBe(200);
    expect((await call(api, 'GET', '/getuser', undefined, { token: elsewhere })).statusCode).toBe(401);
    expect((await lettersTo(api, userId)).filter((letter) => letter === 'second-factor-added')).toHaveLength(2);
    expect((await auditOf(api, userId)).map(({ action }) => action)).toContain('mfa.new-recovery-codes');
  });

  it('are for accounts with a second factor alone', async () => {
    const { token } = await signedInMember(api);
    await call(api, 'POST', '/auth/step-up', { password: PASSWORD }, { token });
    expect((await renew(token)).statusCode).toBe(409);
  });

  it('are not had with an app alone that has not shown a code', async () => {
    const { token, email } = await signedInMember(api);
    await call(api, 'POST', '/auth/mfa/totp', {}, { token });
    await call(api, 'POST', '/auth/step-up', { password: PASSWORD }, { token });
    expect((await renew(token)).statusCode).toBe(409);
    expect((await attempt(api, email)).statusCode).toBe(200);
  });
});

describe('giving an app up', () => {
  it('takes a confirmation: a fresh sign-in does not do', async () => {
    const { email, secret, userId } = await withCodes();
    const token = (await attempt(api, email, await codeOf(secret))).json<{ token: string }>().token;
    const remove = () => call(api, 'DELETE', '/auth/mfa/totp', undefined, { token });
    expect((await remove()).json()).toMatchObject({ statusCode: 403, stepUp: true });
    await letTimePass(api, userId);
    expect((await stepUp(token, await codeOf(secret))).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(404);
    expect(await lettersTo(api, userId)).toContain('second-factor-removed');
    expect((await auditOf(api, userId)).map(({ action }) => action)).toContain('mfa.remove-app');
  });
});

const hashesOf = async (userId: string): Promise<string[]> =>
  (await api.em().execute<{ hash: string }[]>('select hash from recovery_codes where user_id = ? and used_at is null', [userId])).map(
    ({ hash }) => hash,
  );
