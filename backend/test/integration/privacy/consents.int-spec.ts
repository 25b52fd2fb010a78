import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registrationTexts } from '../../../src/club/consents/consent-texts.settings.js';
import { UnsubscribeTokens } from '../../../src/messaging/preferences/unsubscribe-tokens.service.js';
import { call, confirmedMember, registration, signedInMember, type SignedIn } from '../../support/people.js';
import { mustBe } from '../payments/paying.js';
import { confirmJustNow, exported, jsonOf, privacyWorld, type PrivacyWorld } from './privacy-world.js';

let world: PrivacyWorld;
beforeAll(async () => (world = await privacyWorld()), 60_000);
afterAll(() => world.close(), 60_000);

interface Consent {
  purpose: string;
  state: string;
  document: string;
  version: string;
  hash: string | null;
  network: string | null;
  user_agent: string | null;
}
const rows = <T>(sql: string, values: unknown[] = []) => world.api.em().execute<T[]>(sql, values);
const consents = (userId: string, purpose = '%-mail') =>
  rows<Consent>(
    `select purpose, state, document, version, encode(text_hash, 'hex') as hash, network, user_agent from consent_events where user_id = ?
      and purpose like ? order by at, id`,
    [userId, purpose],
  );
const short = async ({ userId }: SignedIn) =>
  (await consents(userId)).map(({ purpose, state, document, hash }) => [purpose, state, document, hash !== null]);

describe('signing up', () => {
  it('writes down what the checkbox stands for: which text, which version, from where', async () => {
    const body = registration();
    const answer = await call(world.api, 'POST', '/signupuser', body, { headers: { 'user-agent': 'Browser/1' } });
    expect(answer.statusCode).toBe(201);
    const [user] = await rows<{ id: string; terms_version: string }>('select id, terms_version from users where email = ?', [
      body['email'],
    ]);
    const from = { state: 'given', version: user!.terms_version, network: '127.0.0.0/24', user_agent: 'Browser/1' };
    expect(await consents(user!.id, '%')).toEqual(
      (['terms', 'privacy', 'risk-disclaimer', 'age'] as const).map((purpose) => ({
        purpose,
        document: registrationTexts[purpose].document,
        hash: registrationTexts[purpose].sha256,
        ...from,
      })),
    );
  });

  it('writes down the language of each text: the documents are English, the sentence is in the language of the page', async () => {
    const body = registration();
    const headers = { 'tidemark-language': 'es' };
    expect((await call(world.api, 'POST', '/signupuser', body, { headers })).statusCode).toBe(201);
    const shown = await rows<{ purpose: string; language: string; hash: string }>(
      `select c.purpose, c.language, encode(c.text_hash, 'hex') as hash from consent_events c join users u on u.id = c.user_id
        where u.email = ? order by c.at, c.id`,
      [body['email']],
    );
    expect(shown.map(({ purpose, language }) => [purpose, language])).toEqual([
      ['terms', 'en'],
      ['privacy', 'en'],
      ['risk-disclaimer', 'en'],
      ['age', 'es'],
    ]);
    expect(shown.map(({ hash }) => hash)).toEqual([
      registrationTexts.terms.sha256,
      registrationTexts.privacy.sha256,
      registrationTexts['risk-disclaimer'].sha256,
      registrationTexts.age.translations!.es,
    ]);
  });

  it('writes nothing for one that is refused, and for an address that has an account', async () => {
    const { email } = await confirmedMember(world.api);
    const count = async () => (await rows<{ n: number }>('select count(*)::int as n from consent_events'))[0]!.n;
    const before = await count();
    expect((await call(world.api, 'POST', '/signupuser', registration({ email }))).statusCode).toBe(201);
    expect(
      (await call(world.api, 'POST', '/signupuser', registration({ dob: `${new Date().getUTCFullYear() - 10}-01-01` }))).statusCode,
    ).toBe(400);
    expect(await count()).toBe(before);
  });
});

/** Choices by email. */
const emails = (choices: Record<string, string>) => ({
  preferences: Object.entries(choices).map(([kind, value]) => ({ kind, channel: 'email', value })),
});

describe('emails that a member can turn off', () => {
  it('are written down where they change, each on its own', async () => {
    const member = await signedInMember(world.api);
    const choose = (choices: Record<string, string>) =>
      mustBe(
        200,
        call(world.api, 'PATCH', '/me/notification-preferences', emails(choices), {
          token: member.token,
          headers: { 'user-agent': 'Browser/2' },
        }),
      );
    await choose({ news: 'on' });
    expect(await short(member)).toEqual([]);
    await choose({ news: 'off', 'signal-ended': 'on' });
    await choose({ news: 'off' });
    await choose({ news: 'on' });
    expect(await short(member)).toEqual([
      ['signal-mail', 'given', 'notification settings, signal results', true],
      ['marketing-mail', 'withdrawn', 'notification settings, news', true],
      ['marketing-mail', 'given', 'notification settings, news', true],
    ]);
    expect(new Set((await consents(member.userId)).map(({ user_agent, network }) => `${user_agent} ${network}`))).toEqual(
      new Set(['Browser/2 127.0.0.0/24']),
    );
  });

  it('that end by the link of a mail, or with a request to be erased, are written down as ended', async () => {
    const member = await signedInMember(world.api);
    await mustBe(200, call(world.api, 'PATCH', '/me/notification-preferences', emails({ 'signal-ended': 'on' }), { token: member.token }));
    const link = world.api.app.get(UnsubscribeTokens, { strict: false }).issue(member.userId, 'signal-ended');
    for (let n = 0; n < 2; n++) await mustBe(200, world.api.app.inject({ method: 'POST', url: `/api/v1/public/unsubscribe/${link}` }));
    await confirmJustNow(world.api, member);
    await mustBe(202, call(world.api, 'POST', '/me/erasure', undefined, { token: member.token }));
    expect((await short(member)).slice(1)).toEqual([
      ['signal-mail', 'withdrawn', 'unsubscribe link', false],
      ['marketing-mail', 'withdrawn', 'request to be erased', false],
    ]);
  });
});

describe('the log', () => {
  it.each([`update consent_events set state = 'given'`, 'delete from consent_events', 'truncate consent_events'])(
    'refuses to %s',
    async (sql) => {
      await expect(rows(sql)).rejects.toThrow('consent_events is append-only');
    },
  );

  it('is part of the copy of the member, and of nobody else', async () => {
    const [member, other] = [await signedInMember(world.api), await signedInMember(world.api)];
    await mustBe(200, call(world.api, 'PATCH', '/me/notification-preferences', emails({ news: 'off' }), { token: other.token }));
    const own = jsonOf<Record<string, unknown>[]>(await exported(world.api, member), 'consents.json');
    expect(own.map(({ purpose }) => purpose)).toEqual(['terms', 'privacy', 'risk-disclaimer', 'age']);
    expect(own[0]).toEqual({
      at: expect.any(String),
      purpose: 'terms',
      state: 'given',
      document: 'terms',
      version: registrationTexts.terms.version,
      language: 'en',
      textSha256: registrationTexts.terms.sha256,
      network: '127.0.0.0/24',
      browser: expect.any(String),
    });
  });
});
