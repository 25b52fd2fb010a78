import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AccountRepository } from '../../../src/club/auth/account.repository.js';
import { MailLinkService } from '../../../src/club/auth/mail-link.service.js';
import { RESEND_KIND } from '../../../src/club/auth/confirmation.service.js';
import { ResendConfirmationHandler } from '../../../src/club/auth/resend-confirmation.handler.js';
import { limits } from '../../../src/platform/rate-limits/index.js';
import { call, confirmedMember, freshEmail, registration } from '../../support/people.js';
import { AccountsApp, LINK_INVALID, NEW_PASSWORD } from './accounts-app.js';

const STRANGERS = 'a stranger wrote this one';
const OWNERS = 'nine kettles under the pier';

let accounts: AccountsApp;
beforeAll(async () => (accounts = await AccountsApp.start()));
afterAll(() => accounts.stop());

const signUp = (email: string, password: string, overrides: Record<string, unknown> = {}) =>
  call(accounts.api, 'POST', '/signupuser', registration({ email, password, ...overrides }));

/** A stranger signs up with an address, then its owner does. */
async function signedUpTwice(strangers: Record<string, unknown> = {}, owners: Record<string, unknown> = {}): Promise<string> {
  const email = freshEmail('owner');
  await signUp(email, STRANGERS, { surname: 'Mallory', ...strangers });
  await signUp(email, OWNERS, { surname: 'Walker', ...owners });
  return email;
}

/** A factor, a passkey, recovery codes, a session and a pending change of the address, as if there had been a way to make them. */
async function prepare(userId: unknown): Promise<void> {
  await accounts.sql(`insert into totp_factors (id, user_id, seed, confirmed_at) values (?, ?, '\\x00', now()) returning 1`, [
    randomUUID(),
    userId,
  ]);
  await accounts.sql(`insert into recovery_codes (id, user_id, hash) values (?, ?, 'x') returning 1`, [randomUUID(), userId]);
  await accounts.sql(
    `insert into sessions (id, user_id, idle_seconds, idle_ends_at, absolute_ends_at, security_epoch) values (?, ?, 60, now() + interval
      '1 day', now() + interval '1 day', 0) returning 1`,
    [randomUUID(), userId],
  );
  await accounts.sql(
    `insert into mail_tokens (hash, purpose, user_id, email, expires_at) values (sha256(?::text::bytea), 'change-email', ?,
      'mallory@example.com', now() + interval '1 day') returning 1`,
    [String(userId), userId],
  );
}

async function prepared(email: string): Promise<number[]> {
  const { id } = await accounts.userRow(email);
  return Promise.all([
    accounts.count('totp_factors', 'user_id = ?', [id]),
    accounts.count('recovery_codes', 'user_id = ?', [id]),
    accounts.count('sessions', 'user_id = ? and ended_at is null', [id]),
    accounts.count('mail_tokens', `user_id = ? and purpose = 'change-email' and cancelled_at is null`, [id]),
  ]);
}

describe('a second sign-up with an unconfirmed address', () => {
  it('is answered like the first, and makes the passwords and confirmation links of both worthless', async () => {
    const email = freshEmail('owner');
    const first = await signUp(email, STRANGERS);
    const strangersLink = await accounts.tokenIn('confirm-email', email);
    const second = await signUp(email, OWNERS);
    expect([second.statusCode, second.body, Object.keys(second.headers)]).toEqual([
      first.statusCode,
      first.body,
      Object.keys(first.headers),
    ]);
    const confirmed = await accounts.confirm(strangersLink);
    expect([confirmed.statusCode, confirmed.json()]).toEqual([400, LINK_INVALID]);
    await accounts.sql('update users set email_confirmed_at = now() where email = ?', [email]);
    expect((await accounts.signIn(email, STRANGERS)).statusCode).toBe(401);
    expect((await accounts.signIn(email, OWNERS)).statusCode).toBe(401);
  });

  it('mails a link to choose a password, which confirms the address', async () => {
    const email = await signedUpTwice();
    expect(await accounts.letterNames(email)).toEqual(['confirm-email', 'choose-password']);
    expect((await accounts.reset(await accounts.tokenIn('choose-password', email))).statusCode).toBe(200);
    expect((await accounts.signIn(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await accounts.signIn(email, STRANGERS)).statusCode).toBe(401);
  });

  it('removes every factor, session and pending change that was prepared', async () => {
    const email = freshEmail('owner');
    await signUp(email, STRANGERS);
    await prepare((await accounts.userRow(email))['id']);
    expect(await prepared(email)).toEqual([1, 1, 1, 1]);
    await signUp(email, OWNERS);
    expect(await prepared(email)).toEqual([0, 0, 0, 0]);
  });

  it('keeps the personal data of the last sign-up, and no referral that the two do not agree on', async () => {
    const referrer = await confirmedMember(accounts.api);
    const { referral_code: code, id: referrerId } = await accounts.userRow(referrer.email);
    const email = await signedUpTwice(
      { refferedBy: code, country: 'Sweden', dob: '1980-01-01' },
      { membership: 'hedge fund', role: 'hedge fund' },
    );
    expect(await accounts.userRow(email)).toMatchObject({
      surname: 'Walker',
      country: 'Nigeria',
      date_of_birth: '1990-05-17',
      role: 'hedge fund',
      referred_by_id: null,
    });
    const agreed = await signedUpTwice({ refferedBy: code }, { refferedBy: code });
    expect((await accounts.userRow(agreed))['referred_by_id']).toBe(referrerId);
  });

  it('voids the first one also when the address has had its mails for this hour', async () => {
    const email = freshEmail('owner');
    await signUp(email, STRANGERS);
    const strangersLink = await accounts.tokenIn('confirm-email', email);
    for (let n = 0; n < limits.mailToAddress.points; n++) await accounts.forget(email);
    await signUp(email, OWNERS);
    expect((await accounts.confirm(strangersLink)).statusCode).toBe(400);
    expect(await accounts.letterNames(email)).toEqual(['confirm-email']);
  });

  it('leaves the earlier links to choose a password good: a stranger cannot void them by signing up again', async () => {
    const email = await signedUpTwice();
    const link = await accounts.tokenIn('choose-password', email);
    await signUp(email, STRANGERS);
    expect((await accounts.reset(link)).statusCode).toBe(200);
  });

  it('leaves a confirmed account and one that an admin closed as they are', async () => {
    const { email } = await confirmedMember(accounts.api);
    const closed = freshEmail('closed');
    await signUp(closed, OWNERS);
    await accounts.sql('update users set rejected_at = now() where email = ?', [closed]);
    const before = [await accounts.userRow(email), await accounts.userRow(closed)];
    await signUp(email, STRANGERS);
    await signUp(closed, STRANGERS);
    expect([await accounts.userRow(email), await accounts.userRow(closed)]).toEqual(before);
  });

  it('is offered a link to choose a password when it asks for its mail again', async () => {
    const email = await signedUpTwice();
    expect((await call(accounts.api, 'POST', '/auth/resend-confirmation', { email })).statusCode).toBe(200);
    const { app } = accounts.api;
    const handler = new ResendConfirmationHandler(accounts.api.em() as EntityManager, app.get(AccountRepository), app.get(MailLinkService));
    for (const row of await accounts.waiting(RESEND_KIND))
      await handler.handle(accounts.opened(row), { id: row.id, attempt: 1, createdAt: new Date() });
    expect(await accounts.letterNames(email)).toEqual(['confirm-email', 'choose-password', 'choose-password']);
  });

  it('and opening the first link at one moment leave either a confirmed account or a void one, never both', async () => {
    for (let n = 0; n < 5; n++) {
      const email = freshEmail('race');
      await signUp(email, STRANGERS);
      const link = await accounts.tokenIn('confirm-email', email);
      const [confirmed, again] = await Promise.all([accounts.confirm(link), signUp(email, OWNERS)]);
      const { email_confirmed_at: at, password_hash: hash } = await accounts.userRow(email);
      expect(again.statusCode).toBe(201);
      expect([confirmed.statusCode, at !== null, hash === '!']).toEqual(
        confirmed.statusCode === 200 ? [200, true, false] : [400, false, true],
      );
    }
  });
});

describe('the first proof of an address', () => {
  it.each(['the confirmation link', 'a new password'])('by %s removes what was prepared before', async (way) => {
    const email = freshEmail('owner');
    await signUp(email, STRANGERS);
    await prepare((await accounts.userRow(email))['id']);
    const proof = way.startsWith('the')
      ? await accounts.confirm(await accounts.tokenIn('confirm-email', email))
      : await accounts.reset(await accounts.resetToken(email));
    expect(proof.statusCode).toBe(200);
    expect(await prepared(email)).toEqual([0, 0, 0, 0]);
  });

  it('is the only one that removes factors: a later new password keeps them', async () => {
    const { email } = await confirmedMember(accounts.api);
    await prepare((await accounts.userRow(email))['id']);
    expect((await accounts.reset(await accounts.resetToken(email))).statusCode).toBe(200);
    expect(await prepared(email)).toEqual([1, 1, 0, 0]);
  });
});
