import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askAtOnce } from '../../support/crowd.js';
import { call, freshEmail, registration } from '../../support/people.js';
import { AccountsApp } from './accounts-app.js';

let accounts: AccountsApp;
beforeAll(async () => (accounts = await AccountsApp.start()));
afterAll(() => accounts.stop());

const EMAILS = 20;
const EACH = 10;

describe('a crowd at the door', () => {
  it('makes twenty users with one confirmation each of 200 sign-ups at once with twenty emails', async () => {
    const emails = Array.from({ length: EMAILS }, () => freshEmail('crowd'));
    const answers = await askAtOnce(
      Array.from(
        { length: EMAILS * EACH },
        (_, n) => () => call(accounts.api, 'POST', '/signupuser', registration({ email: emails[n % EMAILS]! })),
      ),
    );
    expect(
      new Set(
        answers
          .flat()
          .map(({ statusCode }) => statusCode)
          .filter((status) => status !== 503),
      ),
    ).toEqual(new Set([201]));
    for (const n of emails.keys())
      expect(new Set(answers.filter((_, index) => index % EMAILS === n).map((own) => own.at(-1)!.body)).size).toBe(1);

    expect(await accounts.count('users', "email like 'crowd.%'")).toBe(EMAILS);
    expect(await accounts.count('mail_tokens', "purpose = 'confirm-email'")).toBe(EMAILS);
    const confirmations = await accounts.sql<{ address: string; n: string }>(
      "select address, count(*) as n from mail_deliveries where letter = 'confirm-email' group by address",
    );
    expect(confirmations.map(({ address, n }) => [address, Number(n)]).sort()).toEqual(emails.map((email) => [email, 1]).sort());
    expect(await accounts.count('mail_deliveries', "letter = 'address-already-registered'")).toBeLessThanOrEqual(EMAILS * 5);
    expect(await accounts.count('outbox', 'not exists (select 1 from mail_deliveries d where d.outbox_id = outbox.id)')).toBe(0);
  }, 300_000);
});
