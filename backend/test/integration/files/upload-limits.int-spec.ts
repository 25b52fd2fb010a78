import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { limits, RateLimits } from '../../../src/platform/rate-limits/index.js';
import { signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestApi, type TestApi } from '../../support/test-app.js';
import { removeDataFolders } from '../../support/test-config.js';
import { clubForm } from '../kyc/documents.js';
import { form, type FormParts } from '../kyc/multipart.js';
import { fieldPart, listening, RawUpload } from './raw-upload.js';

let api: TestApi;
/** A second API process on the same database. */
let other: NestFastifyApplication;
let port: number;
beforeAll(async () => {
  api = await createTestApi();
  port = await listening(api);
  other = (await startTestApi(api.config.databaseUrl)).app;
});
afterEach(() => RawUpload.cutAll());
afterAll(async () => {
  await other.close();
  await api.close();
  removeDataFolders();
});

const upload = (
  path: string,
  { token }: SignedIn,
  parts: FormParts = {},
  { app = api.app, from }: { app?: NestFastifyApplication; from?: string } = {},
) => {
  const { payload, headers } = form(parts);
  return app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { ...headers, authorization: token, ...(from && { 'x-forwarded-for': from }) },
  });
};
const use = (times: number, { userId }: SignedIn) =>
  Promise.all(Array.from({ length: times }, () => api.app.get(RateLimits, { strict: false }).count('uploadUser', userId)));
const stored = async (member: SignedIn) =>
  (
    await api
      .em()
      .execute<object[]>('select id from files where user_id = ? union all select id from kyc_submissions where user_id = ?', [
        member.userId,
        member.userId,
      ])
  ).length;

describe('forms with files', () => {
  it('are accepted sixty times an hour from one member: the next gets 429 with Retry-After, and nothing of it is stored', async () => {
    const member = await signedInMember(api);
    for (let i = 0; i < limits.uploadUser.points; i += 1) expect((await upload('/createkyc', member)).statusCode).toBe(400);
    const refused = await upload('/createkyc', member, await clubForm());
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({ statusCode: 429, message: expect.any(String) });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(limits.uploadUser.duration);
    expect(await stored(member)).toBe(0);
    expect((await upload('/createkyc', await signedInMember(api))).statusCode).toBe(400);
  });

  it.each(['/createkyc', '/createpayment', '/profileImg', '/me/kyc/document'])('POST %s counts with all others', async (path) => {
    const member = await signedInMember(api);
    await use(limits.uploadUser.points - 1, member);
    expect((await upload(path, member)).statusCode).toBe(400);
    for (const next of ['/createkyc', '/createpayment', '/profileImg'])
      expect([next, (await upload(next, member)).statusCode]).toEqual([next, 429]);
  });

  it('are counted over all processes', async () => {
    const member = await signedInMember(api);
    await use(limits.uploadUser.points - 2, member);
    expect((await upload('/createkyc', member)).statusCode).toBe(400);
    expect((await upload('/createkyc', member, {}, { app: other })).statusCode).toBe(400);
    expect((await upload('/createkyc', member)).statusCode).toBe(429);
    expect((await upload('/createkyc', member, {}, { app: other })).statusCode).toBe(429);
  });

  it('are refused before the body is read', async () => {
    const member = await signedInMember(api);
    await use(limits.uploadUser.points, member);
    const sending = new RawUpload(port, '/createkyc', { token: member.token, length: 5_000_000 });
    await sending.send(fieldPart('address', 'x'));
    expect((await sending.reply()).status).toBe(429);
  });

  it('are limited for a network too, and those of other networks go on', async () => {
    const rates = api.app.get(RateLimits, { strict: false });
    for (let i = 0; i < limits.uploadNetwork.points; i += 50)
      await Promise.all(Array.from({ length: 50 }, () => rates.count('uploadNetwork', '203.0.113.0/24')));
    const member = await signedInMember(api);
    expect((await upload('/createkyc', member, {}, { from: '203.0.113.7' })).statusCode).toBe(429);
    expect((await upload('/createkyc', member, {}, { from: '203.0.113.200', app: other })).statusCode).toBe(429);
    expect((await upload('/createkyc', member, {}, { from: '203.0.114.7' })).statusCode).toBe(400);
  });

  it('of a member over the limit do not use up that of the network', async () => {
    const member = await signedInMember(api);
    await use(limits.uploadUser.points, member);
    const rates = api.app.get(RateLimits, { strict: false });
    for (let i = 0; i < limits.uploadNetwork.points - 1; i += 1) await rates.count('uploadNetwork', '198.51.100.0/24');
    for (let i = 0; i < 3; i += 1) expect((await upload('/createkyc', member, {}, { from: '198.51.100.1' })).statusCode).toBe(429);
    expect((await upload('/createkyc', await signedInMember(api), {}, { from: '198.51.100.2' })).statusCode).toBe(400);
  });
});
