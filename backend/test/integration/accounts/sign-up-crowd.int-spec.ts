import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, freshEmail, registration } from '../../support/people.js';
import { AccountsApp } from './accounts-app.js';

let accounts: AccountsApp;
beforeAll(async () => (accounts = await AccountsApp.start()));
afterAll(() => accounts.stop());

const EMAILS = 20;
const EACH = 10;
const TRIES = 100;

/** Signs up as an honest client does: told that the server is busy, it comes again when it was asked to. */
async function signUp(email: string): Promise<{ statuses: number[]; body: string }> {
  const statuses: number[] = [];
  for (;;) {
    const response = await call(accounts.api, 'POST', '/signupuser', registration({ email }));
    statuses.push(response.statusCode);
    if (response.statusCode !== 503 || statuses.length === TRIES) return { statuses, body: response.body };
    await new Promise((next) => setTimeout(next, Number(response.headers['retry-after']) * 1000));
  }
}

describe('a crowd at the door', () => {
  it('makes twenty users with one confirmation each of 200 sign-ups at once with twenty e-mails', async () => {
    const emails = Array.from({ length: EMAILS }, () => freshEmail('crowd'));
    const answers = await Promise.all(Array.from({ length: EMAILS * EACH }, (_, n) => signUp(emails[n % EMAILS]!)));
    expect(new Set(answers.flatMap(({ statuses }) => statuses).filter((status) => status !== 503))).toEqual(new Set([201]));
    for (const n of emails.keys()) expect(new Set(answers.filter((_, index) => index % EMAILS === n).map(({ body }) => body)).size).toBe(1);

    expect(await accounts.count('users', "email like 'crowd.%'")).toBe(EMAILS);
    expect(await accounts.count('mail_tokens', "purpose = 'confirm-email'")).toBe(EMAILS);
    const confirmations = await accounts.sql<{ address: string; n: string }>("select address, count(*) as n from mail_deliveries where letter = 'confirm-email' group by address");
    expect(confirmations.map(({ address, n }) => [address, Number(n)]).sort()).toEqual(emails.map((email) => [email, 1]).sort());
    expect(await accounts.count('mail_deliveries', "letter = 'address-already-registered'")).toBeLessThanOrEqual(EMAILS * 5);
    expect(await accounts.count('outbox', 'not exists (select 1 from mail_deliveries d where d.outbox_id = outbox.id)')).toBe(0);
  }, 300_000);
});
