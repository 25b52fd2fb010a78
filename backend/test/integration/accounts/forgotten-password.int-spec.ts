import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RESET_KIND } from '../../../src/club/auth/password-reset.service.js';
import { PasswordHasher } from '../../../src/platform/crypto/index.js';
import { call, confirmedMember, freshEmail, PASSWORD, registration, signedInAdmin, signedInMember, signIn } from '../../support/people.js';
import { attempt, codeOf, letTimePass, setUpApp } from '../mfa/factors.js';
import { AccountsApp, LINK_INVALID, NEW_PASSWORD } from './accounts-app.js';

let accounts: AccountsApp;
beforeAll(async () => (accounts = await AccountsApp.start()));
afterAll(() => accounts.stop());

const network = (n: number) => ({ 'x-forwarded-for': `198.51.${n}.7` });

describe('asking for a new password', () => {
  it('answers a known and an unknown email the same, after the same work', async () => {
    const { email } = await confirmedMember(accounts.api);
    const unknown = freshEmail();
    const tables = () =>
      Promise.all(
        ['users', 'outbox', 'mail_tokens', 'mail_deliveries', 'audit_events', 'rate_limits'].map((table) => accounts.count(table)),
      );
    const worked = async (address: string, n: number) => {
      const before = await tables();
      const response = await accounts.forget(address, {}, network(n));
      const after = await tables();
      return {
        status: response.statusCode,
        body: response.body,
        headers: Object.keys(response.headers),
        rows: after.map((count, table) => count - (before[table] ?? 0)),
      };
    };
    const [forKnown, forUnknown] = [await worked(email.toUpperCase(), 1), await worked(unknown, 2)];
    expect(forKnown).toEqual(forUnknown);
    expect(forKnown).toMatchObject({ status: 200, rows: [0, 1, 0, 0, 0, 2] });
    expect((await accounts.waiting(RESET_KIND)).map((row) => accounts.opened(row))).toEqual([
      { v: 1, email },
      { v: 1, email: unknown },
    ]);
    await accounts.workOnResets();
    expect(await accounts.letterNames(email)).toContain('reset-password');
    expect(await accounts.letterNames(unknown)).toEqual([]);
  });

  it.each(['nobody', 'a@b.co,c@d.co', 'ann@localhost', `${'a'.repeat(300)}@example.com`])(
    'answers the same for %p, which is no address, and queues nothing',
    async (typed) => {
      const before = await accounts.count('outbox');
      const response = await accounts.forget(typed);
      expect([response.statusCode, response.body]).toEqual([200, (await accounts.forget(freshEmail())).body]);
      expect(await accounts.count('outbox')).toBe(before + 1);
    },
  );

  it.each([[{}], [{ email: '' }], [{ email: { $ne: null } }], [{ email: ['a@example.com'] }], [{ password: 'canary password 41' }]])(
    'answers 400 naming the email for %j',
    async (body) => {
      const response = await call(accounts.api, 'POST', '/forgetpassword', body);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ errors: [{ field: 'email' }] });
      expect(response.body).not.toContain('canary');
    },
  );

  it('drops the password that the form sends along: nothing that is stored or answered has it, and it opens nothing', async () => {
    const { email } = await confirmedMember(accounts.api);
    const canary = 'canary password 7f3a';
    const response = await accounts.forget(email, { password: canary });
    expect(response.statusCode).toBe(200);
    const [row] = (await accounts.waiting(RESET_KIND)).slice(-1);
    expect(Object.keys(accounts.opened(row!))).toEqual(['v', 'email']);
    await accounts.workOnResets();
    const answered = response.body + JSON.stringify(await accounts.lettersTo(email));
    expect(answered).not.toContain(canary);
    expect((await accounts.signIn(email, canary)).statusCode).toBe(401);
    await signIn(accounts.api, email);
  });

  it('mails one address a handful of links an hour, and answers the same beyond', async () => {
    const { email } = await confirmedMember(accounts.api);
    const bodies = new Set<string>();
    for (let i = 0; i < 8; i++) bodies.add((await accounts.forget(email)).body);
    await accounts.workOnResets();
    expect(bodies.size).toBe(1);
    expect((await accounts.letterNames(email)).filter((letter) => letter === 'reset-password')).toHaveLength(5);
  });

  it('stops a network that asks for address after address', async () => {
    for (let i = 0; i < 100; i++) expect((await accounts.forget('nobody', {}, network(50))).statusCode).toBe(200);
    const refused = await accounts.forget(freshEmail(), {}, network(50));
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await accounts.forget(freshEmail(), {}, network(51))).statusCode).toBe(200);
  });

  it('makes one link of a request that the worker takes up twice', async () => {
    const { email } = await confirmedMember(accounts.api);
    await accounts.forget(email);
    const [row] = (await accounts.waiting(RESET_KIND)).slice(-1);
    await accounts.workOnReset(row!);
    await accounts.workOnReset(row!);
    expect(await accounts.count('mail_tokens', "purpose = 'reset-password' and email = ?", [email])).toBe(1);
    expect((await accounts.letterNames(email)).filter((letter) => letter === 'reset-password')).toHaveLength(1);
    expect((await accounts.reset(await accounts.tokenIn('reset-password', email))).statusCode).toBe(200);
  });
});

describe('choosing a new password by the mailed link', () => {
  it('sets it, ends every session, tells the owner and writes it down', async () => {
    const member = await signedInMember(accounts.api);
    const other = await signIn(accounts.api, member.email);
    const token = await accounts.resetToken(member.email);
    const response = await accounts.reset(token);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Your password was changed. You can sign in with it now', data: null },
    ]);
    for (const session of [member, other]) expect((await accounts.profile(session.token)).statusCode).toBe(401);
    expect((await accounts.signIn(member.email, PASSWORD)).statusCode).toBe(401);
    await signIn(accounts.api, member.email, NEW_PASSWORD);
    expect(await accounts.letterNames(member.userId)).toEqual(['password-changed']);
    expect(
      await accounts.count('audit_events', "action = 'auth.reset-password' and actor_id = ? and target_id = ?", [
        member.userId,
        member.userId,
      ]),
    ).toBe(1);
  });

  it('works for an hour, and once', async () => {
    const { email } = await confirmedMember(accounts.api);
    const token = await accounts.resetToken(email);
    expect(
      await accounts.count('mail_tokens', "purpose = 'reset-password' and email = ? and expires_at = created_at + interval '60 minutes'", [
        email,
      ]),
    ).toBe(1);
    expect((await accounts.reset(token)).statusCode).toBe(200);
    const again = await accounts.reset(token, 'another dozen of paper boats');
    expect([again.statusCode, again.json()]).toEqual([400, LINK_INVALID]);
    const late = await accounts.resetToken(email);
    await accounts.sql("update mail_tokens set expires_at = now() where email = ? and purpose = 'reset-password'", [email]);
    expect((await accounts.reset(late, 'another dozen of paper boats')).json()).toEqual(LINK_INVALID);
    await signIn(accounts.api, email, NEW_PASSWORD);
  });

  it('gives a link that is used many times at once to one of them', async () => {
    const { email } = await confirmedMember(accounts.api);
    const token = await accounts.resetToken(email);
    const passwords = Array.from({ length: 8 }, (_, n) => `paper boats number ${n} afloat`);
    const responses = await Promise.all(passwords.map((password) => accounts.reset(token, password)));
    const winners = passwords.filter((_, n) => responses[n]?.statusCode === 200);
    expect(winners).toHaveLength(1);
    for (const response of responses.filter(({ statusCode }) => statusCode !== 200)) expect(response.json()).toEqual(LINK_INVALID);
    await signIn(accounts.api, email, winners[0]);
    expect(
      await accounts.count('audit_events', "action = 'auth.reset-password' and target_id = (select id::text from users where email = ?)", [
        email,
      ]),
    ).toBe(1);
  });

  it.each([
    ['too short', 'short'],
    ['made of the name', 'Walker Ann 1990 !!'],
    ['a common one', 'passwordpassword'],
    ['endless', 'p'.repeat(300)],
    ['missing', null],
    ['no text', 123456789012345],
  ])('refuses a password that is %s, naming the field, and leaves the link good', async (_, password) => {
    const { email } = await confirmedMember(accounts.api);
    const token = await accounts.resetToken(email);
    const refused = await accounts.reset(token, password);
    expect(refused.statusCode).toBe(400);
    expect(refused.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(['newPassword']);
    await signIn(accounts.api, email, PASSWORD);
    expect((await accounts.reset(token)).statusCode).toBe(200);
  });

  it('asks fifteen characters of an admin', async () => {
    const admin = await signedInAdmin(accounts.api);
    const token = await accounts.resetToken(admin.email);
    const refused = await accounts.reset(token, 'seven lantern'); // 13: enough for a member
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { message: 'Use a password of at least 15 characters' }]);
    expect((await accounts.reset(token)).statusCode).toBe(200);
  });

  it('cancels the links before it', async () => {
    const { email } = await confirmedMember(accounts.api);
    const [first, second] = [await accounts.resetToken(email), await accounts.resetToken(email)];
    expect((await accounts.reset(first)).json()).toEqual(LINK_INVALID);
    expect((await accounts.reset(second)).statusCode).toBe(200);
  });

  it('takes no token of another purpose, and lends its own to none', async () => {
    const body = registration();
    const email = body['email'] as string;
    await call(accounts.api, 'POST', '/signupuser', body);
    const confirmation = await accounts.tokenIn('confirm-email', email);
    expect((await accounts.reset(confirmation)).json()).toEqual(LINK_INVALID);
    const reset = await accounts.resetToken(email);
    expect((await accounts.confirm(reset)).json()).toEqual(LINK_INVALID);
    expect((await accounts.userRow(email))['email_confirmed_at']).toBeNull();
    expect((await accounts.confirm(confirmation)).statusCode).toBe(200);
    expect((await accounts.reset(reset)).statusCode).toBe(200);
  });

  it('takes neither a session for a link nor a link for a session', async () => {
    const member = await signedInMember(accounts.api);
    const token = await accounts.resetToken(member.email);
    expect((await accounts.reset(member.token)).json()).toEqual(LINK_INVALID);
    expect((await accounts.profile(token)).statusCode).toBe(401);
  });

  it('is for the account at the address that the mail went to', async () => {
    const { email } = await confirmedMember(accounts.api);
    const token = await accounts.resetToken(email);
    const moved = freshEmail();
    await accounts.sql('update users set email = ? where email = ?', [moved, email]);
    expect((await accounts.reset(token)).json()).toEqual(LINK_INVALID);
    await signIn(accounts.api, moved, PASSWORD);
  });

  it('confirms the address of an account that waits for it: the link proves the same', async () => {
    const body = registration();
    const email = body['email'] as string;
    await call(accounts.api, 'POST', '/signupuser', body);
    expect((await accounts.reset(await accounts.resetToken(email))).statusCode).toBe(200);
    expect((await accounts.userRow(email))['email_confirmed_at']).not.toBeNull();
    await signIn(accounts.api, email, NEW_PASSWORD);
  });

  it('gives a deactivated account its new password and leaves it deactivated', async () => {
    const { email } = await confirmedMember(accounts.api);
    await accounts.sql("update users set status = 'deactivated' where email = ?", [email]);
    expect((await accounts.reset(await accounts.resetToken(email))).statusCode).toBe(200);
    expect((await accounts.signIn(email, NEW_PASSWORD)).json()).toMatchObject({
      statusCode: 403,
      message: expect.stringMatching(/deactivated/),
    });
  });

  it('mails nothing to a rejected user, answers all the same, and opens nothing by a link that went out before', async () => {
    const { email } = await confirmedMember(accounts.api);
    const token = await accounts.resetToken(email);
    await accounts.sql('update users set rejected_at = now() where email = ?', [email]);
    const before = await accounts.letterNames(email);
    expect((await accounts.forget(email)).body).toBe((await accounts.forget(freshEmail())).body);
    await accounts.workOnResets();
    expect(await accounts.letterNames(email)).toEqual(before);
    expect((await accounts.reset(token)).json()).toEqual(LINK_INVALID);
    await accounts.sql('update users set rejected_at = null where email = ?', [email]);
    await signIn(accounts.api, email, PASSWORD);
  });

  it('costs no hash without a good link', async () => {
    const hasher = accounts.api.app.get(PasswordHasher);
    const real = hasher.hash.bind(hasher);
    let hashes = 0;
    hasher.hash = (...given) => {
      hashes++;
      return real(...given);
    };
    try {
      for (const token of ['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`, 'eyJhbGciOiJIUzI1NiJ9.e30.x'])
        expect((await accounts.reset(token)).json()).toEqual(LINK_INVALID);
    } finally {
      hasher.hash = real;
    }
    expect(hashes).toBe(0);
  });

  it('leaves a second factor where it was: a mailbox alone opens no such account', async () => {
    const member = await signedInMember(accounts.api);
    const { secret } = await setUpApp(accounts.api, member);
    expect((await accounts.reset(await accounts.resetToken(member.email))).statusCode).toBe(200);
    const refused = await attempt(accounts.api, member.email, undefined, NEW_PASSWORD);
    expect([refused.statusCode, refused.json()]).toMatchObject([401, { otpRequired: true }]);
    await letTimePass(accounts.api, member.userId);
    expect((await attempt(accounts.api, member.email, await codeOf(secret), NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('is open again to its owner at once, whatever others guessed before', async () => {
    const { email } = await confirmedMember(accounts.api);
    for (let i = 0; i < 10; i++) await accounts.signIn(email, `wrong password ${i}`);
    expect((await accounts.signIn(email, PASSWORD)).statusCode).toBe(429);
    expect((await accounts.reset(await accounts.resetToken(email))).statusCode).toBe(200);
    await signIn(accounts.api, email, NEW_PASSWORD);
  });

  it('keeps no token in clear', async () => {
    const { email } = await confirmedMember(accounts.api);
    const token = await accounts.resetToken(email);
    const stored = await accounts.sql<{ line: string }>(
      `select row_to_json(t)::text as line from outbox t union all select row_to_json(t)::text from mail_deliveries t union all select
        row_to_json(t)::text from mail_tokens t
       union all select row_to_json(t)::text from audit_events t union all select encode(payload, 'escape') from outbox t where payload is
         not null`,
    );
    expect(stored.length).toBeGreaterThan(3);
    for (const form of [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token).toString('base64'),
      Buffer.from(token, 'base64url').toString('hex'),
    ]) {
      expect(stored.some(({ line }) => line?.includes(form))).toBe(false);
    }
  });
});
