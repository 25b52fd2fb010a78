import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '../../../src/platform/domain/index.js';
import { FileLinksService } from '../../../src/club/files/index.js';
import type { FileViewWire, PendingKycWire } from '../../../src/platform/wire/index.js';
import { call, PASSWORD, signedInAdmin, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { idCardImage } from '../kyc/documents.js';
import { form } from '../kyc/multipart.js';

let api: TestApi;
let admin: SignedIn;
let member: SignedIn;
let papers: PendingKycWire;
beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  member = await signedInMember(api);
  const key = { apiKey: 'sbx_small_read-only_901', secretKey: 'sbs_small_read-only_901' };
  const { payload, headers } = form({
    address: '12 Link Street',
    userType: 'trade club',
    platform: 'binance',
    ...key,
    idCard: await idCardImage(),
    proofOfAddress: await idCardImage(),
  });
  const sent = await api.app.inject({
    method: 'POST',
    url: '/api/v1/createkyc',
    payload,
    headers: { ...headers, authorization: member.token },
  });
  if (sent.statusCode !== 201) throw new Error(`createkyc answered ${sent.statusCode}: ${sent.body}`);
  papers = await pendingFor(admin);
});
afterAll(() => api.close());

async function pendingFor({ token }: { token: string }): Promise<PendingKycWire> {
  const { data } = (await call(api, 'GET', '/getpendingkyc', undefined, { token })).json<{ data: PendingKycWire[] }>();
  return data.find(({ userId }) => userId === member.userId)!;
}
const open = async (link: string, headers: Record<string, string> = {}) =>
  (await api.app.inject({ method: 'GET', url: link, headers })).statusCode;

/** A member of their own with a picture, and the link to it. */
async function pictured(): Promise<SignedIn & { link: string }> {
  const person = await signedInMember(api);
  const { payload, headers } = form({ profileImg: await idCardImage() });
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/v1/profileImg',
    payload,
    headers: { ...headers, authorization: person.token },
  });
  expect(answer.statusCode).toBe(200);
  return { ...person, link: answer.json<{ data: { profileImage: string } }>().data.profileImage };
}

describe('a link to a file', () => {
  it('opens it without a token, as an <img> asks for it', async () => {
    expect(await open(papers.idCard)).toBe(200);
  });

  it.each([
    ['signs out', ({ token }: SignedIn) => call(api, 'GET', '/logout', undefined, { token })],
    [
      'ends that session from another one',
      async ({ email, token }: SignedIn) => {
        const { data } = (await call(api, 'GET', '/auth/sessions', undefined, { token })).json<{
          data: { id: string; current: boolean }[];
        }>();
        const { token: second } = await signIn(api, email);
        return call(api, 'DELETE', `/auth/sessions/${data.find(({ current }) => current)!.id}`, undefined, { token: second });
      },
    ],
    [
      'changes the password in another session',
      async ({ email }: SignedIn) => {
        const { token } = await signIn(api, email);
        return call(api, 'POST', '/auth/password', { currentPassword: PASSWORD, newPassword: 'twelve herons on the quay' }, { token });
      },
    ],
    ['is deactivated', ({ userId }: SignedIn) => call(api, 'GET', `/userstatus/${userId}`, undefined, { token: admin.token })],
  ])('is void once its viewer %s', async (_, end) => {
    const person = await pictured();
    expect(await open(person.link)).toBe(200);
    expect((await end(person)).statusCode).toBe(200);
    expect(await open(person.link)).toBe(403);
    expect(await open(person.link, { authorization: admin.token })).toBe(403);
  });

  it('is void after five minutes', async () => {
    const past = new FileLinksService(api.config, { now: () => new Date(Date.now() - 301_000) } as Clock);
    const fresh = new FileLinksService(api.config, { now: () => new Date(Date.now() - 200_000) } as Clock);
    const session = await sessionOf(admin);
    const id = /files\/([\da-f-]+)/.exec(papers.idCard)![1]!;
    const viewer = { userId: admin.userId, sessionId: session, role: 'admin' as const };
    expect(await open(fresh.linkFor(id, viewer))).toBe(200);
    expect(await open(past.linkFor(id, viewer))).toBe(403);
  });

  it('opens no other file, and says nothing about whether there is one', async () => {
    const [idCard, proof] = [new URL(papers.idCard, 'http://site'), new URL(papers.proofOfAddress, 'http://site')];
    expect(await open(`${proof.pathname}${idCard.search}`)).toBe(403);
    expect(await open(`/api/v1/files/${crypto.randomUUID()}${idCard.search}`)).toBe(403);
    expect(await open(idCard.pathname)).toBe(403);
  });

  it('cannot be made over to another session: signature and viewer belong together', async () => {
    const leaving = await pictured();
    const sig = (link: string) => Buffer.from(new URL(link, 'http://site').searchParams.get('sig')!, 'base64url');
    const [admins, members] = [sig(papers.idCard), sig(leaving.link)];
    const mixed = [
      Buffer.concat([admins.subarray(0, 32), members.subarray(32)]),
      Buffer.concat([members.subarray(0, 32), admins.subarray(32)]),
    ];
    for (const other of mixed) expect(await open(papers.idCard.replace(/sig=.*/, `sig=${other.toString('base64url')}`))).toBe(403);
    expect(await open(papers.idCard)).toBe(200);
  });

  it('is told to nobody who may not see the file: members get links to their own alone', async () => {
    const stranger = await signedInMember(api);
    expect((await call(api, 'GET', '/getpendingkyc', undefined, { token: stranger.token })).statusCode).toBe(403);
    expect((await call(api, 'GET', '/admin/kyc-reviews', undefined, { token: stranger.token })).statusCode).toBe(403);
    expect(JSON.stringify((await call(api, 'GET', '/getuser', undefined, { token: stranger.token })).json())).not.toContain('/files/');
  });

  it('that staff opens is told to the member, as often as it was opened', async () => {
    const views = async () =>
      (await call(api, 'GET', '/me/file-views', undefined, { token: member.token })).json<{ data: FileViewWire[] }>().data;
    const before = (await views()).length;
    const { idCard, proofOfAddress } = await pendingFor(admin);
    for (const link of [idCard, proofOfAddress, proofOfAddress]) expect(await open(link)).toBe(200);
    expect((await views()).map(({ purpose }) => purpose).slice(0, 3)).toEqual(['proof-of-address', 'proof-of-address', 'id-card']);
    expect((await views()).length).toBe(before + 3);
  });

  it('is no way to HEAD, POST or list files', async () => {
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'] as const)
      expect((await api.app.inject({ method, url: papers.idCard })).statusCode).toBeGreaterThanOrEqual(404);
    expect((await call(api, 'GET', '/files', undefined, { token: admin.token })).statusCode).toBe(404);
  });
});

async function sessionOf({ userId }: SignedIn): Promise<string> {
  const [row] = await api
    .em()
    .execute<{ id: string }[]>('select id from sessions where user_id = ? and ended_at is null order by created_at desc limit 1', [userId]);
  return row!.id;
}
