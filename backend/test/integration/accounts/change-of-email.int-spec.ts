import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  call,
  confirmedMember,
  freshEmail,
  PASSWORD,
  registration,
  signedInAdmin,
  signedInMember,
  signIn,
  type SignedIn,
} from '../../support/people.js';
import { AccountsApp, LINK_INVALID, NEW_PASSWORD } from './accounts-app.js';

let accounts: AccountsApp;
beforeAll(async () => (accounts = await AccountsApp.start()));
afterAll(() => accounts.stop());

/** What registration() gave them. */
const person = { surname: 'Walker', otherName: 'Ann', phoneNumber: '+2348012345678', country: 'Nigeria' };
const TAKEN = { statusCode: 409, message: 'This email address now belongs to another account. Nothing was changed' };

// Each test comes from a network of its own, so that none meets the mail limit of another.
let tests = 0;
beforeEach(() => void tests++);
const update = ({ token }: { token: string }, body: object) =>
  call(accounts.api, 'POST', '/updateprofile', body, { token, headers: { 'x-forwarded-for': `198.51.${tests}.7` } });
const ask = (member: SignedIn, email: string) => update(member, { ...person, email });
const asked = async (member: SignedIn, email: string) => {
  const response = await ask(member, email);
  if (response.statusCode !== 200) throw new Error(`updateprofile answered ${response.statusCode}: ${response.body}`);
  return accounts.tokenIn('confirm-new-email', email);
};

describe('the profile', () => {
  it('changes names, phone number and country at once, in the forms in which they are kept', async () => {
    const member = await signedInMember(accounts.api);
    const response = await update(member, {
      surname: ' Lindqvist ',
      otherName: 'Freja  Maria',
      phoneNumber: ' +4681234567',
      country: 'sweden',
      email: member.email.toUpperCase(),
      role: 'admin',
      userRole: 'admin',
      paymentStatus: 'approved',
    });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Your profile is saved', data: { fullName: 'Freja Maria Lindqvist', emailPending: null } },
    ]);
    expect((await accounts.profile(member.token)).json()).toMatchObject({
      data: {
        email: member.email,
        surName: 'Lindqvist',
        otherName: 'Freja Maria',
        fullName: 'Freja Maria Lindqvist',
        phoneNumber: '+4681234567',
        country: 'Sweden',
        userRole: 'trade club',
        paymentStatus: null,
      },
    });
    const [record] = await accounts.sql<{ detail: unknown }>(
      "select detail from audit_events where action = 'user.change-profile' and actor_id = ?",
      [member.userId],
    );
    expect(record?.detail).toEqual({ changed: ['surname', 'otherName', 'phoneNumber', 'country'] });
    expect(await accounts.count('mail_deliveries', "user_id = ? and letter <> 'confirm-email'", [member.userId])).toBe(0);
  });

  it('writes nothing down where nothing changes', async () => {
    const member = await signedInMember(accounts.api);
    const before = await accounts.userRow(member.email);
    expect((await update(member, { ...person, email: member.email })).statusCode).toBe(200);
    expect(await accounts.userRow(member.email)).toEqual(before);
    expect(await accounts.count('audit_events', "action = 'user.change-profile' and actor_id = ?", [member.userId])).toBe(0);
  });

  it.each<[string, unknown]>([
    ['surname', '=cmd|x'],
    ['surname', undefined],
    ['otherName', '<b>'],
    ['otherName', ''],
    ['email', 'ann@localhost'],
    ['email', { $ne: null }],
    ['email', undefined],
    ['phoneNumber', 'call me'],
    ['phoneNumber', 8012345678],
    ['country', 'Atlantis'],
    ['country', null],
  ])('answers 400 naming the field for %s = %j, and changes nothing', async (field, value) => {
    const member = await signedInMember(accounts.api);
    const before = await accounts.userRow(member.email);
    const response = await update(member, { ...person, surname: 'Changed', email: freshEmail(), [field]: value });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { field: string }[] }>().errors.map((error) => error.field)).toEqual([field]);
    expect(await accounts.userRow(member.email)).toEqual(before);
    expect(await accounts.count('mail_tokens', "purpose = 'change-email' and user_id = ?", [member.userId])).toBe(0);
  });

  it('says what registering says', async () => {
    const sentences = async (path: string, token?: string) => {
      const response = await call(
        accounts.api,
        'POST',
        path,
        { surname: '1', otherName: '1', email: '1', phoneNumber: 'x', country: 'x' },
        token ? { token } : {},
      );
      return Object.fromEntries(
        response.json<{ errors: { field: string; message: string }[] }>().errors.map(({ field, message }) => [field, message]),
      );
    };
    const { token } = await signedInMember(accounts.api);
    const profile = await sentences('/updateprofile', token);
    expect(Object.keys(profile).sort()).toEqual(['country', 'email', 'otherName', 'phoneNumber', 'surname']);
    expect(await sentences('/signupuser')).toMatchObject(profile);
  });

  it('is for those who are signed in, and each their own', async () => {
    expect((await call(accounts.api, 'POST', '/updateprofile', { ...person, email: freshEmail() })).statusCode).toBe(401);
    const [member, other] = [await signedInMember(accounts.api), await signedInMember(accounts.api)];
    await update(member, { ...person, surname: 'Mallory', email: member.email, userId: other.userId, id: other.userId });
    expect((await accounts.profile(other.token)).json()).toMatchObject({ data: { surName: 'Walker' } });
  });
});

describe('a new email address', () => {
  it('waits for the link in its mail, while both addresses are told', async () => {
    const member = await signedInMember(accounts.api);
    const next = freshEmail('Next');
    const response = await ask(member, next);
    const address = next.toLowerCase();
    expect(response.json()).toEqual({
      message: `Your profile is saved. To change your email address, open the link we sent to ${address}`,
      data: { fullName: 'Ann Walker', emailPending: address },
    });
    expect((await accounts.profile(member.token)).json()).toMatchObject({ data: { email: member.email } });
    await signIn(accounts.api, member.email);
    expect((await accounts.signIn(next, PASSWORD)).statusCode).toBe(401);
    expect(await accounts.lettersTo(address)).toMatchObject([
      { letter: 'confirm-new-email', user_id: member.userId, data: { token: expect.stringMatching(/^[\w-]{43}$/) } },
    ]);
    expect((await accounts.lettersTo(member.email)).at(-1)).toMatchObject({ letter: 'email-change-asked', data: {} });
    expect(await accounts.count('audit_events', "action = 'user.ask-email-change' and actor_id = ?", [member.userId])).toBe(1);
  });

  it.each(['GET /confirmemail', 'POST /auth/confirm-email'])(
    'takes effect by %s, ends every session, and tells the address before',
    async (door) => {
      const member = await signedInMember(accounts.api);
      const other = await signIn(accounts.api, member.email);
      const next = freshEmail();
      const token = await asked(member, next);
      const [method, path] = door.split(' ') as ['GET' | 'POST', string];
      const open = () => call(accounts.api, method, path, undefined, { token: `Bearer ${token}` });
      const response = await open();
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { message: 'Your new email address is confirmed. Sign in with it from now on', data: { confirmed: true } },
      ]);
      for (const session of [member, other]) expect((await accounts.profile(session.token)).statusCode).toBe(401);
      expect((await accounts.signIn(member.email, PASSWORD)).statusCode).toBe(401);
      const { token: signedIn } = await signIn(accounts.api, next);
      expect((await accounts.profile(signedIn)).json()).toMatchObject({ data: { email: next, userId: member.userId } });
      expect((await accounts.lettersTo(member.email)).at(-1)).toMatchObject({ letter: 'email-changed', address: member.email });
      expect(await accounts.count('audit_events', "action = 'user.change-email' and target_id = ?", [member.userId])).toBe(1);
      expect((await open()).json()).toMatchObject({ message: 'Your new email address is already confirmed. You can sign in with it' });
      expect((await accounts.profile(signedIn)).statusCode).toBe(200);
    },
  );

  it('takes effect once for many who open the link at one moment', async () => {
    const member = await signedInMember(accounts.api);
    const next = freshEmail();
    const token = await asked(member, next);
    const responses = await Promise.all(Array.from({ length: 6 }, () => accounts.confirm(token)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(responses.filter(({ body }) => body.includes('Sign in with it from now on'))).toHaveLength(1);
    expect(await accounts.count('audit_events', "action = 'user.change-email' and target_id = ?", [member.userId])).toBe(1);
  });

  it('waits 24 hours', async () => {
    const member = await signedInMember(accounts.api);
    const next = freshEmail();
    const token = await asked(member, next);
    expect(await accounts.count('mail_tokens', "email = ? and expires_at = created_at + interval '24 hours'", [next])).toBe(1);
    await accounts.sql('update mail_tokens set expires_at = now() where email = ?', [next]);
    expect((await accounts.confirm(token)).json()).toEqual(LINK_INVALID);
    expect((await accounts.profile(member.token)).json()).toMatchObject({ data: { email: member.email } });
  });

  it('is cancelled by the next one', async () => {
    const member = await signedInMember(accounts.api);
    const [first, second] = [freshEmail(), freshEmail()];
    const [cancelled, token] = [await asked(member, first), await asked(member, second)];
    expect((await accounts.confirm(cancelled)).json()).toEqual(LINK_INVALID);
    expect((await accounts.confirm(token)).statusCode).toBe(200);
    await signIn(accounts.api, second);
  });

  it('goes on waiting while the rest of the profile changes', async () => {
    const member = await signedInMember(accounts.api);
    const next = freshEmail();
    const token = await asked(member, next);
    expect((await update(member, { ...person, surname: 'Runner', email: member.email })).json()).toMatchObject({
      data: { fullName: 'Ann Runner', emailPending: next },
    });
    expect((await accounts.confirm(token)).statusCode).toBe(200);
  });

  it.each(['POST /auth/password', 'the reset link'])('is cancelled by a new password through %s', async (way) => {
    const member = await signedInMember(accounts.api);
    const token = await asked(member, freshEmail());
    const changed =
      way === 'the reset link'
        ? await accounts.reset(await accounts.resetToken(member.email))
        : await call(
            accounts.api,
            'POST',
            '/auth/password',
            { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
            { token: member.token },
          );
    expect(changed.statusCode).toBe(200);
    expect((await accounts.confirm(token)).json()).toEqual(LINK_INVALID);
    await signIn(accounts.api, member.email, NEW_PASSWORD);
  });

  it('takes the reset links of the address before with it', async () => {
    const member = await signedInMember(accounts.api);
    const reset = await accounts.resetToken(member.email);
    expect((await accounts.confirm(await asked(member, freshEmail()))).statusCode).toBe(200);
    expect((await accounts.reset(reset)).json()).toEqual(LINK_INVALID);
  });

  it('lends its token to no other purpose', async () => {
    const member = await signedInMember(accounts.api);
    const token = await asked(member, freshEmail());
    expect((await accounts.reset(token)).json()).toEqual(LINK_INVALID);
    expect((await accounts.profile(token)).statusCode).toBe(401);
    expect((await accounts.confirm(token)).statusCode).toBe(200);
  });

  it('asks for a recent sign-in, and changes nothing without one', async () => {
    const member = await signedInMember(accounts.api);
    await accounts.age(member.userId);
    const refused = await update(member, { ...person, surname: 'Changed', email: freshEmail() });
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { stepUp: true }]);
    expect((await accounts.userRow(member.email))['surname']).toBe('Walker');
    expect((await update(member, { ...person, surname: 'Changed', email: member.email })).statusCode).toBe(200);
    await accounts.sql('update sessions set confirmed_at = now() where user_id = ?', [member.userId]);
    expect((await ask(member, freshEmail())).statusCode).toBe(200);
  });

  it('can be asked for a handful of times an hour', async () => {
    const member = await signedInMember(accounts.api);
    for (let i = 0; i < 5; i++) expect((await ask(member, freshEmail())).statusCode).toBe(200);
    const refused = await ask(member, freshEmail());
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await update(member, { ...person, email: member.email })).statusCode).toBe(200);
  });

  it('mails one address a handful of times an hour, whoever asks', async () => {
    const next = freshEmail();
    const members = await Promise.all(Array.from({ length: 6 }, () => signedInMember(accounts.api)));
    const statuses: number[] = [];
    for (const member of members) statuses.push((await ask(member, next)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await accounts.lettersTo(next)).toHaveLength(5);
  });

  it.each([
    ['deactivated', "status = 'deactivated'"],
    ['rejected', 'rejected_at = now()'],
  ])('does not come to an account that was %s meanwhile', async (_, state) => {
    const member = await signedInMember(accounts.api);
    const next = freshEmail();
    const token = await asked(member, next);
    await accounts.sql(`update users set ${state} where id = ?`, [member.userId]);
    expect((await accounts.confirm(token)).json()).toEqual(LINK_INVALID);
    expect(await accounts.count('users', 'email = ?', [next])).toBe(0);
  });

  it("is an admin's right too", async () => {
    const admin = await signedInAdmin(accounts.api);
    const next = freshEmail('admin');
    expect((await accounts.confirm(await asked(admin, next))).statusCode).toBe(200);
    expect(await accounts.userRow(next)).toMatchObject({ id: admin.userId, role: 'admin' });
  });
});

describe("a new email address that is somebody else's", () => {
  it('gets the same answer, then and later; its owner gets a mail, and nobody a link', async () => {
    const [member, control] = [await signedInMember(accounts.api), await signedInMember(accounts.api)];
    const { email: taken } = await confirmedMember(accounts.api);
    const owner = await accounts.userRow(taken);
    const free = freshEmail();
    const tables = () =>
      Promise.all(['users', 'outbox', 'mail_tokens', 'mail_deliveries', 'audit_events'].map((table) => accounts.count(table)));
    const worked = async (asker: SignedIn, address: string) => {
      const before = await tables();
      const response = await ask(asker, address);
      const later = await update(asker, { ...person, email: asker.email });
      const after = await tables();
      const told = (body: string) => body.replaceAll(address, '{address}');
      return {
        status: response.statusCode,
        body: told(response.body),
        later: told(later.body),
        headers: Object.keys(response.headers),
        rows: after.map((count, table) => count - (before[table] ?? 0)),
      };
    };
    expect(await worked(member, taken)).toEqual(await worked(control, free));
    expect((await accounts.letterNames(member.email)).at(-1)).toBe('email-change-asked');
    expect((await accounts.letterNames(control.email)).at(-1)).toBe('email-change-asked');
    expect((await accounts.lettersTo(taken)).at(-1)).toMatchObject({
      letter: 'address-already-registered',
      user_id: owner['id'],
      data: {},
    });
    expect(await accounts.letterNames(taken)).not.toContain('confirm-new-email');
    expect(await accounts.userRow(taken)).toEqual(owner);
  });

  it('is refused when the link is opened after somebody took it, and leaves everything as it was', async () => {
    const member = await signedInMember(accounts.api);
    const next = freshEmail();
    const token = await asked(member, next);
    await confirmedMember(accounts.api, 'trade club', { email: next });
    const before = await accounts.userRow(member.email);
    const response = await accounts.confirm(token);
    expect([response.statusCode, response.json()]).toEqual([409, TAKEN]);
    expect(await accounts.userRow(member.email)).toEqual(before);
    expect((await accounts.profile(member.token)).statusCode).toBe(200);
    expect(await accounts.letterNames(member.email)).not.toContain('email-changed');
    expect(await accounts.count('mail_tokens', "email = ? and purpose = 'change-email' and used_at is not null", [next])).toBe(0);
    // free again: the link is still good
    await accounts.sql('update users set email = ? where email = ?', [freshEmail(), next]);
    expect((await accounts.confirm(token)).statusCode).toBe(200);
  });

  it('goes to one of two who wait for it and open their links at one moment', async () => {
    const [one, two] = [await signedInMember(accounts.api), await signedInMember(accounts.api)];
    const next = freshEmail();
    const tokens = [await asked(one, next), await asked(two, next)];
    const responses = await Promise.all(tokens.map((token) => accounts.confirm(token)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toEqual(TAKEN);
    const loser = responses[0]?.statusCode === 409 ? one : two;
    expect(await accounts.count('users', 'email = ?', [next])).toBe(1);
    expect((await accounts.profile(loser.token)).json()).toMatchObject({ data: { email: loser.email } });
  });

  it('goes to a sign-up or to the one who waits for it, never to both', async () => {
    const member = await signedInMember(accounts.api);
    const next = freshEmail();
    const token = await asked(member, next);
    const [confirmed, signedUp] = await Promise.all([
      accounts.confirm(token),
      call(accounts.api, 'POST', '/signupuser', registration({ email: next })),
    ]);
    expect([200, 409]).toContain(confirmed.statusCode);
    expect(signedUp.statusCode).toBe(201);
    expect(await accounts.count('users', 'email = ?', [next])).toBe(1);
    expect((await accounts.userRow(next))['id'] === member.userId).toBe(confirmed.statusCode === 200);
  });

  it('can be taken over once its owner has moved on', async () => {
    const [one, two] = [await signedInMember(accounts.api), await signedInMember(accounts.api)];
    expect((await accounts.confirm(await asked(one, freshEmail()))).statusCode).toBe(200);
    expect((await accounts.confirm(await asked(two, one.email))).statusCode).toBe(200);
    expect(await signIn(accounts.api, one.email)).toMatchObject({ userId: two.userId });
  });
});
