import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { LocalFileStore } from '../../../src/platform/storage/index.js';
import { call, confirmedMember, PASSWORD, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { form, type FormParts } from '../kyc/multipart.js';
import { AccountsApp } from './accounts-app.js';

let accounts: AccountsApp;
beforeAll(async () => (accounts = await AccountsApp.start()));
afterAll(() => accounts.stop());

const picture = (red: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: red, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();
const upload = ({ token }: { token?: string }, parts: FormParts, address = '127.0.0.1') => {
  const { payload, headers } = form(parts);
  return accounts.api.app.inject({
    method: 'POST',
    url: '/api/v1/profileImg',
    headers: { ...headers, ...(token && { authorization: token }), 'x-forwarded-for': address },
    payload,
  });
};
const uploaded = async (member: SignedIn, red = 10) => {
  const response = await upload(member, { profileImg: await picture(red) });
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { message: 'Profile Image Uploaded', data: { profileImage: expect.stringMatching(/^\/api\/v1\/files\/[0-9a-f-]{36}\?/) } },
  ]);
  return response.json<{ data: { profileImage: string } }>().data.profileImage;
};
const see = (link: string) => accounts.api.app.inject({ url: link });
const imageUrl = async ({ token }: SignedIn) =>
  (await accounts.profile(token)).json<{ data: { image_url: string | null } }>().data.image_url;
const idIn = (link: string) => /files\/([0-9a-f-]{36})/.exec(link)?.[1];
const storedFiles = () => {
  const root = join(accounts.api.config.dataDir, 'files');
  return existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0;
};
const filesOf = ({ userId }: SignedIn) => accounts.count('files', 'user_id = ?', [userId]);

describe('the profile image', () => {
  it('is shown to its owner by a link of the session that asks', async () => {
    const member = await signedInMember(accounts.api);
    expect(await imageUrl(member)).toBeNull();
    const link = await uploaded(member);
    const file = await see(link);
    expect([file.statusCode, file.headers['content-type'], file.headers['cache-control']]).toEqual([200, 'image/jpeg', 'no-store']);
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 60, height: 40, format: 'jpeg' });

    const again = await imageUrl(member);
    expect(idIn(again!)).toBe(idIn(link));
    expect((await see(again!)).statusCode).toBe(200);
    const signIn = await accounts.signIn(member.email, PASSWORD);
    const other = signIn.json<{ token: string; data: { image_url: string } }>();
    expect(idIn(other.data.image_url)).toBe(idIn(link));
    expect((await see(other.data.image_url)).statusCode).toBe(200);

    // A link dies with the session it was made for.
    await call(accounts.api, 'GET', '/logout', undefined, { token: member.token });
    expect([(await see(again!)).statusCode, (await see(other.data.image_url)).statusCode]).toEqual([403, 200]);
    expect(await accounts.count('audit_events', "action = 'user.change-image' and actor_id = ?", [member.userId])).toBe(1);
  });

  it('is no view by staff where an admin sees their own', async () => {
    const admin = await signedInAdmin(accounts.api);
    expect((await see(await uploaded(admin))).statusCode).toBe(200);
    expect(await accounts.count('audit_events', "action = 'file.view' and actor_id = ?", [admin.userId])).toBe(0);
  });

  it('takes the place of the one before, of which neither row nor bytes stay', async () => {
    const member = await signedInMember(accounts.api);
    const before = storedFiles();
    const first = await uploaded(member, 10);
    const second = await uploaded(member, 200);
    expect(idIn(second)).not.toBe(idIn(first));
    expect([(await see(first)).statusCode, (await see(second)).statusCode]).toEqual([404, 200]);
    expect([await filesOf(member), storedFiles() - before]).toEqual([1, 1]);
    expect((await accounts.userRow(member.email))['image_file_id']).toBe(idIn(second));
  });

  it('is one after two uploads at once', async () => {
    const member = await signedInMember(accounts.api);
    const before = storedFiles();
    const buffers = [await picture(30), await picture(220)];
    const responses = await Promise.all(buffers.map((profileImg) => upload(member, { profileImg })));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect([await filesOf(member), storedFiles() - before]).toEqual([1, 1]);
    expect((await see((await imageUrl(member))!)).statusCode).toBe(200);
  });

  it('stays where the bytes of the new one cannot be kept', async () => {
    const member = await signedInMember(accounts.api);
    const link = await uploaded(member);
    const put = LocalFileStore.prototype.put;
    LocalFileStore.prototype.put = () => Promise.reject(new Error('disk full'));
    try {
      expect((await upload(member, { profileImg: await picture(99) })).statusCode).toBeGreaterThanOrEqual(500);
    } finally {
      LocalFileStore.prototype.put = put;
    }
    expect([(await see(link)).statusCode, await filesOf(member)]).toEqual([200, 1]);
  });

  it('leaves bytes that cannot be deleted to the sweep', async () => {
    const member = await signedInMember(accounts.api);
    await uploaded(member);
    const remove = LocalFileStore.prototype.delete;
    LocalFileStore.prototype.delete = () => Promise.reject(new Error('busy'));
    try {
      expect((await upload(member, { profileImg: await picture(99) })).statusCode).toBe(200);
    } finally {
      LocalFileStore.prototype.delete = remove;
    }
    expect(await filesOf(member)).toBe(1);
  });

  it('can be taken away, and taken away again', async () => {
    const member = await signedInMember(accounts.api);
    const before = storedFiles();
    const link = await uploaded(member);
    const remove = () => call(accounts.api, 'DELETE', '/me/image', undefined, { token: member.token });
    for (const response of [await remove(), await remove()])
      expect([response.statusCode, response.json()]).toEqual([200, { message: 'Profile image removed', data: { profileImage: null } }]);
    expect([await imageUrl(member), (await see(link)).statusCode, await filesOf(member), storedFiles() - before]).toEqual([
      null,
      404,
      0,
      0,
    ]);
    expect(await accounts.count('audit_events', "action = 'user.remove-image' and actor_id = ?", [member.userId])).toBe(1);
  });

  it("never takes away a file that is no profile image, or somebody else's", async () => {
    const [member, other] = [await signedInMember(accounts.api), await signedInMember(accounts.api)];
    const theirs = idIn(await uploaded(other));
    await accounts.sql('update users set image_file_id = ? where id = ?', [theirs, member.userId]);
    await uploaded(member);
    expect(await accounts.count('files', 'id = ?', [theirs])).toBe(1);
    await accounts.sql("update files set purpose = 'id-card' where user_id = ?", [member.userId]);
    await uploaded(member);
    expect(await filesOf(member)).toBe(2);
  });

  it.each<[string, () => FormParts | Promise<FormParts>, number, string[]]>([
    ['nothing', () => ({}), 400, ['profileImg']],
    ['text for a file', () => ({ profileImg: 'x' }), 400, ['profileImg']],
    [
      'a drawing with a script',
      () => ({ profileImg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>') }),
      400,
      ['profileImg'],
    ],
    ['a PDF', () => ({ profileImg: Buffer.from('%PDF-1.4\n%%EOF') }), 400, ['profileImg']],
    ['a picture that ends early', async () => ({ profileImg: (await picture(1)).subarray(0, 200) }), 400, ['profileImg']],
    ['another file', async () => ({ idCard: await picture(1) }), 400, ['idCard']],
    ['11 MB', async () => ({ profileImg: Buffer.concat([await picture(1), Buffer.alloc(11 * 1024 * 1024)]) }), 413, ['profileImg']],
  ])('is refused for %s', async (_, parts, status, fields) => {
    const member = await signedInMember(accounts.api);
    const response = await upload(member, await parts());
    expect(response.statusCode).toBe(status);
    expect(response.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(fields);
    expect([await imageUrl(member), await filesOf(member)]).toEqual([null, 0]);
  });

  it('is for those who are signed in, admins too', async () => {
    expect((await upload({}, { profileImg: await picture(1) })).statusCode).toBe(401);
    expect((await call(accounts.api, 'DELETE', '/me/image')).statusCode).toBe(401);
    const admin = await signedInAdmin(accounts.api);
    expect((await see(await uploaded(admin))).statusCode).toBe(200);
    expect((await call(accounts.api, 'POST', '/profileImg', { profileImg: 'x' }, { token: admin.token })).statusCode).toBe(415);
  });

  it('can be sent a number of times an hour, by each member and from each network', async () => {
    const member = await signedInMember(accounts.api);
    const from = (n: number) => ({ 'x-forwarded-for': `198.51.${n}.7` });
    const empty = (who: SignedIn, n: number) =>
      accounts.api.app.inject({ method: 'POST', url: '/api/v1/profileImg', headers: { ...from(n), authorization: who.token } });
    for (let i = 0; i < 60; i++) expect((await empty(member, i)).statusCode).toBe(415);
    const refused = await empty(member, 99);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);

    const other = await signedInMember(accounts.api);
    expect((await empty(other, 100)).statusCode).toBe(415);
    await accounts.sql("update rate_limits set points = 600 where key like 'uploadNetwork%'");
    expect((await empty(other, 100)).statusCode).toBe(429);
  });

  it('is read in one statement with the session and the rest of the profile', async () => {
    const { email } = await confirmedMember(accounts.api);
    const { token } = (await accounts.signIn(email, PASSWORD)).json<{ token: string }>();
    await accounts.profile(token);
    const pool = (await accounts.api.em().getConnection().getNativeClient()) as { query: (...given: unknown[]) => unknown };
    const real = pool.query;
    const names: unknown[] = [];
    pool.query = function (this: unknown, ...given: unknown[]) {
      names.push((given[0] as { name?: string }).name);
      return real.apply(pool, given);
    };
    try {
      await accounts.profile(token);
    } finally {
      pool.query = real;
    }
    expect(names).toEqual(['session-profile-read']);
  });
});
