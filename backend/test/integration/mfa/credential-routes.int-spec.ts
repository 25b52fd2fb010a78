import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fieldsOf, routesOf } from '../../support/app-routes.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

/**
 * Every route whose body holds something that proves who one is, or becomes such a thing, with what judges it (security T22: a second
 * factor is worth what the forgotten second path does not ask for). A new one fails this test until somebody has thought about it and
 * written it down here.
 */
const accepts: Record<string, { fields: string[]; judgedBy: string }> = {
  'POST /signinuser': {
    fields: ['otp', 'password'],
    judgedBy: 'CredentialsService.verify, then SignInFactorService.prove, then SignInService.enter',
  },
  'POST /auth/passkey/sign-in': { fields: ['response'], judgedBy: 'PasskeySignatureService.check, then SignInService.enter' },
  'POST /auth/step-up': {
    fields: ['otp', 'password'],
    judgedBy: 'SecondFactorCodeService.show; CredentialsService.isOwn where there is no second factor',
  },
  'POST /auth/step-up/passkey': { fields: ['response'], judgedBy: 'PasskeySignatureService.check' },
  'POST /auth/mfa/totp/confirm': { fields: ['otp'], judgedBy: 'SecondFactorCodeService.showFirst, after @StepUp' },
  'POST /auth/mfa/passkeys': { fields: ['response'], judgedBy: 'PasskeyCeremonyService.verifyCreation, after @StepUp' },
  'POST /auth/password': { fields: ['currentPassword', 'newPassword'], judgedBy: 'CredentialsService.isOwn' },
  'POST /signupuser': { fields: ['password'], judgedBy: 'nothing: it opens no session, and a known email keeps its password' },
  'POST /team-invitation/accept': { fields: ['password'], judgedBy: 'an emailed token; the account is new, and it opens no session' },
  'POST /changepassword': { fields: ['newPassword'], judgedBy: 'a mailed token; it opens no session' },
  'PUT /me/exchange-key': { fields: ['passphrase', 'secretKey'], judgedBy: 'the exchange, after @StepUp; it opens no session here' },
  'POST /admin/kyc-reviews/:id/reject': { fields: ['code'], judgedBy: 'nothing: it names a reason of a public list' },
  'POST /admin/kyc-reviews/:id/decision': { fields: ['code'], judgedBy: 'nothing: it names a reason of a public list' },
  'POST /admin/payments/:id/reject': { fields: ['code'], judgedBy: 'nothing: it names a reason of a public list' },
  'POST /forgetpassword': { fields: ['password'], judgedBy: 'nothing: the password is dropped unread (ruling D5)' },
};

const CREDENTIAL = /pass(word|code|phrase)|secret|otp|totp|pin$|assertion|credential|recovery|^code$|^response$|^token$/i;

let api: TestApi;
beforeAll(async () => (api = await createTestApi()));
afterAll(() => api.close());

const found = () =>
  routesOf(api).flatMap(({ method, path, schema }) => {
    const fields = Object.keys(fieldsOf(schema)).filter((field) => CREDENTIAL.test(field));
    return fields.length > 0 ? [{ route: `${method} ${path.replace('/api/v1', '')}`, fields }] : [];
  });

describe('routes that accept credentials', () => {
  it('are the ones written down here, each with the fields written down here', () => {
    expect(found().filter(({ route, fields }) => !fields.every((field) => accepts[route]?.fields.includes(field)))).toEqual([]);
  });

  it('are all seen', () => {
    const routes = found().map(({ route }) => route);
    // It does not read its password.
    expect(Object.keys(accepts).filter((route) => !routes.includes(route))).toEqual(['POST /forgetpassword']);
  });

  it('cannot hide in a body whose fields nobody can name', () => {
    expect(
      routesOf(api)
        .filter(({ body, schema }) => body === 'json' && Object.keys(fieldsOf(schema)).length === 0)
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

describe('the source', () => {
  const sources = join(import.meta.dirname, '../../../src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
  );
  const using = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(join(sources, file), 'utf8'))).sort();

  it('opens sessions at one place', () => {
    expect(using(/\bsessions\.open\(/i)).toEqual(['club/auth/sign-in.service.ts']);
    expect(using(/insertInto\('sessions'\)|insert into "?sessions\b/i)).toEqual(['club/auth/session.repository.ts']);
  });

  it('checks passwords at one place, and codes at one place', () => {
    expect(using(/hasher\.verify(Unknown)?\(/)).toEqual(['club/auth/credentials.service.ts']);
    expect(using(/\b(totp|recovery)\.(use|showFirst)\(/)).toEqual(['club/auth/mfa/second-factor-code.service.ts']);
  });

  it('lets a session be confirmed at one place', () => {
    expect(using(/sessions\.confirm\(/)).toEqual(['club/auth/mfa/step-up-grant.service.ts']);
  });
});
