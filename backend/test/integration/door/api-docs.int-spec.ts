import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { FirstAdminService } from '../../../src/club/users/index.js';
import { signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

/** Settings that production asks for; nothing of them is reached. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://club.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PAY_BTC_ADDRESS: 'bc1qtg34pxllgwhd5f7jh7ngrjejt77s4rfdaqpy3z',
  PAY_USDT_TRC20_ADDRESS: 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36',
  ADMIN_EMAIL: 'owner@club.example',
  ADMIN_PASSWORD: 'correct horse battery staple 9',
  ADMIN_MFA: 'optional',
  LOG_SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64'),
};
const ADDRESSES = [
  '/api/docs',
  '/api/docs/',
  '/api/docs-json',
  '/api/docs-yaml',
  '/api/docs/swagger-ui.css',
  '/api/d%6fcs-json',
  '//api/docs-json',
];

describe('the documents of the API in production', () => {
  let api: TestApi;
  let admin: SignedIn;
  let member: SignedIn;
  beforeAll(async () => {
    api = await createTestApi(PRODUCTION);
    await api.app.get(FirstAdminService, { strict: false }).ensure();
    admin = await signIn(api, PRODUCTION.ADMIN_EMAIL, PRODUCTION.ADMIN_PASSWORD);
    member = await signedInMember(api);
  });
  afterAll(() => api.close());
  const ask = async (url: string, token?: string) =>
    (await api.app.inject({ method: 'GET', url, headers: token === undefined ? {} : { authorization: token } })).statusCode;

  it.each(ADDRESSES)('%s is no one else’s', async (url) => {
    expect(await ask(url)).not.toBe(200);
    expect(await ask(url, member.token)).not.toBe(200);
  });

  it('ask visitors to sign in, refuse members, and are for admins', async () => {
    for (const url of ['/api/docs', '/api/docs-json']) {
      expect([await ask(url), await ask(url, 'x'), await ask(url, member.token), await ask(url, admin.token)]).toEqual([
        401, 401, 403, 200,
      ]);
    }
  });
});
