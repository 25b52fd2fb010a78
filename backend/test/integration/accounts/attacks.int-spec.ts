import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SignInSettings } from '../../../src/club/auth/sign-in.settings.js';
import { limits, type LimitName } from '../../../src/platform/rate-limits/index.js';
import { FirstAdminService } from '../../../src/club/users/index.js';
import { confirmedMember, freshEmail, PASSWORD, registration } from '../../support/people.js';
import { listening, seriesOf } from '../live/live-client.js';
import { AccountsApp, NEW_PASSWORD } from './accounts-app.js';

const GUESS = 'a guess that is wrong';
const HOME = '192.0.2.10';
const CAFE = '192.0.3.10';
/** As many attackers as it takes to have an account slowed, and then some. */
const BOTNET = Array.from({ length: 40 }, (_, n) => `203.${n}.113.7`);

let accounts: AccountsApp;
let url: string;
beforeAll(async () => {
  accounts = await AccountsApp.start();
  url = (await listening(accounts.api)).replace('ws:', 'http:').replace('/ws', '/api/v1');
  Object.assign(accounts.api.app.get(SignInSettings), { accountEveryMs: 20, everywhereDelayMs: 20 });
});
afterAll(() => accounts.stop());
beforeEach(async () => void (await accounts.sql('delete from rate_limits returning 1')));

interface Answer {
  status: number;
  body: string;
  cookie: string;
}

/** A request over the network, as an attacker's script makes it. */
async function post(path: string, from: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify(body),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { status: response.status, body: await response.text(), cookie };
}
const signIn = (email: string, password: string, from: string, headers?: Record<string, string>) =>
  post('/signinuser', from, { email, password }, headers);
const statusOf = async (answer: Promise<Answer>) => (await answer).status;

/** As if this had been counted by attempts before. */
async function counted(limit: LimitName, key: string, points: number): Promise<void> {
  const fingerprint = createHash('sha256').update(key).digest('base64url');
  await accounts.sql(
    `insert into rate_limits (key, points, expire) values (?, ?, (extract(epoch from now()) * 1000 + 900000)::bigint) returning 1`,
    [`${limit}:${fingerprint}`, points],
  );
}

/** Confirmed, and signed in from home before. */
async function member(): Promise<{ email: string; cookie: string }> {
  const { email } = await confirmedMember(accounts.api);
  const { status, cookie } = await signIn(email, PASSWORD, HOME);
  if (status !== 200) throw new Error(`sign-in answered ${status}`);
  return { email, cookie };
}

describe('a stranger who signs up with somebody’s address first', () => {
  it('gets nothing of it: neither password, link nor session', async () => {
    const email = freshEmail('victim');
    const sign = (password: string, from: string) => post('/signupuser', from, registration({ email, password }));
    const strangers = await sign('the password of a stranger', '203.0.113.7');
    const owners = await sign(PASSWORD, HOME);
    expect([owners.status, owners.body]).toEqual([strangers.status, strangers.body]);
    const link = await accounts.tokenIn('choose-password', email);
    expect((await post('/changepassword', HOME, { newPassword: NEW_PASSWORD }, { authorization: `Bearer ${link}` })).status).toBe(200);
    expect(await statusOf(signIn(email, 'the password of a stranger', '203.0.113.7'))).toBe(401);
    expect(await statusOf(signIn(email, NEW_PASSWORD, HOME))).toBe(200);
  });
});

describe('somebody who guesses at an account', () => {
  it('from one network is refused there, and holds up neither its owner nor anybody else', async () => {
    const { email } = await member();
    const other = await member();
    const guesses: number[] = [];
    for (let n = 0; n < limits.signInOrigin.points + 2; n++) guesses.push(await statusOf(signIn(email, GUESS, '203.0.113.7')));
    expect(guesses.slice(-2)).toEqual([429, 429]);
    for (const from of [HOME, CAFE]) expect(await statusOf(signIn(email, PASSWORD, from))).toBe(200);
    expect(await statusOf(signIn(other.email, PASSWORD, '203.0.113.8'))).toBe(200);
  });

  it('from forty networks at once holds up no sign-in from where its owner has signed in before', async () => {
    const { email, cookie } = await member();
    for (const from of BOTNET.slice(0, limits.signInAccount.points)) await signIn(email, GUESS, from);
    const attack = Promise.all(BOTNET.map((from) => statusOf(signIn(email, GUESS, from))));
    const own = await Promise.all([signIn(email, PASSWORD, HOME), signIn(email, PASSWORD, CAFE, { cookie })]);
    expect(own.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(await attack)).not.toContain(200);
  });

  it('from forty networks slows a sign-in from a new one, and does not lock it out', async () => {
    const { email } = await member();
    const before = await seriesOf(accounts.api, 'tidemark_sign_in_slowed_total', { brake: 'account' });
    for (const from of BOTNET) expect(await statusOf(signIn(email, GUESS, from))).toBe(401);
    expect(await statusOf(signIn(email, PASSWORD, CAFE))).toBe(200);
    expect(await seriesOf(accounts.api, 'tidemark_sign_in_slowed_total', { brake: 'account' })).toBeGreaterThan(before);
  });

  it('from the network of its owner uses up the tries of that network, and none of the owner’s browser', async () => {
    const { email, cookie } = await member();
    for (let n = 0; n < limits.signInKnownOrigin.points; n++) await signIn(email, GUESS, HOME);
    expect(await statusOf(signIn(email, PASSWORD, HOME))).toBe(429);
    expect(await statusOf(signIn(email, PASSWORD, HOME, { cookie }))).toBe(200);
    const other = await member();
    expect(await statusOf(signIn(email, PASSWORD, HOME, { cookie: other.cookie }))).toBe(429);
  });

  it.each(['account-changed', 'ended-elsewhere', 'ended-by-admin'])(
    'forgets a network whose session may have been a stranger’s: %s',
    async (reason) => {
      const { email } = await member();
      await accounts.sql(
        `update sessions set ended_at = now(), end_reason = ? where user_id = (select id from users where email = ?) returning 1`,
        [reason, email],
      );
      await counted('signInNetwork', '192.0.2.0/24', limits.signInNetwork.points);
      expect(await statusOf(signIn(email, PASSWORD, HOME))).toBe(429);
    },
  );

  it('does not lock the admin out', async () => {
    const admin = await accounts.api.app.get(FirstAdminService, { strict: false }).ensure();
    const [email, password] = [admin!.email, admin!.password!];
    expect(await statusOf(signIn(email, password, HOME))).toBe(200);
    for (const from of BOTNET) await signIn(email, GUESS, from);
    expect(await statusOf(signIn(email, password, HOME))).toBe(200);
  });

  it('is slowed on IPv6 by the /64 that one customer has', async () => {
    const { email } = await member();
    for (let n = 0; n < limits.signInOrigin.points; n++) await signIn(email, GUESS, `2001:db8:1:2::${n + 1}`);
    expect(await statusOf(signIn(email, PASSWORD, '2001:db8:1:2:ffff::1'))).toBe(429);
    expect(await statusOf(signIn(email, PASSWORD, '2001:db8:1:3::1'))).toBe(200);
  });
});

describe('somebody who guesses at every account', () => {
  it('stops no sign-in: known networks pass at once, others after a delay, and the metric tells', async () => {
    const [known, unknown] = [await member(), await confirmedMember(accounts.api)];
    await counted('signInEverywhere', 'all', limits.signInEverywhere.points);
    const metrics = async () => [
      await seriesOf(accounts.api, 'tidemark_sign_in_failures_total', { reason: 'password' }),
      await seriesOf(accounts.api, 'tidemark_sign_in_slowed_total', { brake: 'everywhere' }),
    ];
    const [failed, slowed] = await metrics();
    expect(await statusOf(signIn(known.email, PASSWORD, HOME))).toBe(200);
    expect(await metrics()).toEqual([failed, slowed]);
    expect(await statusOf(signIn(unknown.email, PASSWORD, CAFE))).toBe(200);
    expect(await statusOf(signIn(unknown.email, GUESS, '203.0.113.7'))).toBe(401);
    expect(await metrics()).toEqual([failed! + 1, slowed! + 2]);
  });

  it('from one network is refused there, but not those who have signed in from it before', async () => {
    const [known, unknown] = [await member(), await confirmedMember(accounts.api)];
    await counted('signInNetwork', '192.0.2.0/24', limits.signInNetwork.points);
    expect(await statusOf(signIn(unknown.email, PASSWORD, HOME))).toBe(429);
    expect(await statusOf(signIn(known.email, PASSWORD, HOME))).toBe(200);
  });

  it('gets the same answers for addresses that nobody has', async () => {
    const nobody = freshEmail('nobody');
    for (let n = 0; n < limits.signInOrigin.points; n++) expect(await statusOf(signIn(nobody, GUESS, '203.0.113.7'))).toBe(401);
    expect(await statusOf(signIn(nobody, GUESS, '203.0.113.7'))).toBe(429);
    expect(await statusOf(signIn(nobody, GUESS, HOME))).toBe(401);
  });
});
