import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { idCardImage } from '../kyc/documents.js';
import { form } from '../kyc/multipart.js';
import { mustBe } from '../payments/paying.js';
import { accountOf, confirmJustNow, privacyWorld, trades, withEverything, type PrivacyWorld } from '../privacy/privacy-world.js';
import { unzip } from '../privacy/unzip.js';
import { type, variablesOf } from './command-line.js';

let folder: string;
let world: PrivacyWorld;
let admin: SignedIn;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-members-'));
  world = await privacyWorld();
  admin = await signedInAdmin(world.api);
}, 180_000);
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
}, 180_000);

const cli = (...argv: string[]) => type(argv, { environment: variablesOf(world.api.config) });
const rows = <T>(sql: string, values: unknown[] = []) => world.api.em().execute<T[]>(sql, values);
const audited = (action: string, { userId }: SignedIn) =>
  rows<{ actor_id: string | null; detail: Record<string, unknown> }>(
    'select actor_id, detail from audit_events where action = ? and target_id = ?',
    [action, userId],
  );

describe('sync:run', () => {
  it("reads an approved member's account, and waits for its end", async () => {
    const member = await signedInMember(world.api);
    await withEverything(world.api, member);
    expect(await cli('sync:run', '--user', member.email)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no such member'),
    });
    await mustBe(200, call(world.api, 'GET', `/approvekyc/${member.userId}`, undefined, { token: admin.token }));
    const answer = await cli('sync:run', '--user', member.email.toUpperCase(), '--wait', '--json');
    expect(answer).toMatchObject({ code: 0, err: expect.stringMatching(/queued|running/) });
    const { runId, state } = answer.json<{ runId: string; state: string }>();
    expect(state).toBe('done');
    expect(await rows('select user_id, state from sync_runs where id = ?', [runId])).toEqual([{ user_id: member.userId, state: 'done' }]);
    expect(await audited('exchange.sync', member)).toEqual([{ actor_id: null, detail: { runId } }]);
    const later = await cli('sync:run', '--user', member.userId);
    expect(later).toMatchObject({ code: 0, out: expect.stringMatching(/^The run [0-9a-f-]{36} reads the account\n$/) });
  }, 180_000);

  it('wants a member', async () => {
    expect(await cli('sync:run', '--user', 'nobody@example.com')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no account nobody@example.com'),
    });
    expect(await cli('sync:run', '--user', admin.email)).toMatchObject({ code: 1, err: expect.stringContaining('is an admin') });
  });
});

describe('user:export', () => {
  it('writes the same archive as the member would get, for its owner alone, and leaves a record', async () => {
    const member = await signedInMember(world.api);
    await withEverything(world.api, member);
    const to = join(folder, 'copy.zip');
    const answer = await cli('user:export', '--user', member.email, '--to', to, '--json');
    expect(answer).toMatchObject({ code: 0 });
    expect(answer.json()).toEqual({ userId: member.userId, file: to, bytes: statSync(to).size });
    expect(statSync(to).mode & 0o777).toBe(0o600);
    const files = unzip(readFileSync(to));
    expect([...files.keys()]).toEqual(expect.arrayContaining(['README.txt', expect.stringMatching(/^files\/003-.*\.(jpg|webp|pdf)$/)]));
    expect([...files.values()].some((bytes) => bytes.includes(member.email))).toBe(true);
    expect(await audited('privacy.export-write', member)).toEqual([{ actor_id: null, detail: { exportId: expect.any(String) } }]);
    expect(await cli('user:export', '--user', member.email, '--to', to)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be made: EEXIST'),
    });
    expect(statSync(to).size).toBe(answer.json<{ bytes: number }>().bytes);
  });

  it('leaves no file where a document does not open', async () => {
    const member = await signedInMember(world.api);
    await withEverything(world.api, member);
    const [file] = await rows<{ storage_key: string }>('select storage_key from files where user_id = ? order by id limit 1', [
      member.userId,
    ]);
    const key = file!.storage_key;
    const path = join(world.api.config.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
    const to = join(folder, 'broken.zip');
    expect(await cli('user:export', '--user', member.email, '--to', to)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('does not open'),
    });
    expect(existsSync(to)).toBe(false);
  });
});

describe('user:erase', () => {
  const erase = (member: SignedIn, ...options: string[]) =>
    cli('user:erase', '--user', member.email, '--confirmed-by', admin.email, ...options);
  const person = async ({ userId }: SignedIn) =>
    (
      await rows<{ phone_number: string; rejected_at: string | null }>('select phone_number, rejected_at from users where id = ?', [userId])
    )[0]!;
  const requests = ({ userId }: SignedIn) =>
    rows<{ state: string; decided_by: string | null }>('select state, decided_by from erasure_requests where user_id = ?', [userId]);

  it('shows first what it would do', async () => {
    const member = await signedInMember(world.api);
    await withEverything(world.api, member);
    const { payload, headers } = form({ profileImg: await idCardImage() });
    await mustBe(
      200,
      world.api.app.inject({ method: 'POST', url: '/api/v1/profileImg', headers: { ...headers, authorization: member.token }, payload }),
    );
    await trades(world.api, (await accountOf(world.api, member))!.id, 2);
    const dry = await erase(member, '--dry-run', '--json');
    expect(dry.code).toBe(0);
    expect(dry.json()).toMatchObject({
      userId: member.userId,
      open: false,
      atOnce: { exchangeKey: 1, exchangeSignIns: 0, pictures: 1, phoneNumber: 1, inviter: 0 },
      kept: { verifications: 1, payments: 1, files: 3, exchangeAccounts: 1, trades: 2, signalsShown: 1 },
    });
    expect((await erase(member, '--dry-run')).out).toMatch(/^Nothing was changed\.\nErased at once:\n {2}1 exchange keys\n/);
    expect(await requests(member)).toEqual([]);
    expect(await person(member)).toMatchObject({ phone_number: '+2348012345678' });

    const done = await erase(member, '--json');
    expect(done.json()).toMatchObject({ state: 'restricted', atOnce: { exchangeKey: 1, pictures: 1 } });
    expect(await requests(member)).toEqual([{ state: 'restricted', decided_by: null }]);
    expect((await erase(member, '--dry-run', '--json')).json()).toMatchObject({
      open: true,
      atOnce: { exchangeKey: 0, exchangeSignIns: 0, pictures: 0, phoneNumber: 0, inviter: 0 },
      kept: { trades: 2, files: 3 },
    });
    expect(await audited('privacy.erasure-ask', member)).toEqual([
      { actor_id: null, detail: { requestId: done.json<{ requestId: string }>().requestId, confirmedBy: admin.userId } },
    ]);
    expect(await erase(member)).toMatchObject({ code: 1, err: expect.stringContaining('already asked us to erase') });
    expect((await rows(`select 1 from mail_deliveries where user_id = ? and letter = 'erasure-received'`, [member.userId])).length).toBe(1);
  });

  it('answers the request too where it is told to: its own, or one that the member has made', async () => {
    const [one, other] = [await signedInMember(world.api), await signedInMember(world.api)];
    expect((await erase(one, '--complete', '--json')).json()).toMatchObject({ state: 'completed' });
    await confirmJustNow(world.api, other);
    await mustBe(202, call(world.api, 'POST', '/me/erasure', undefined, { token: other.token }));
    expect((await erase(other, '--complete', '--json')).json()).toMatchObject({ state: 'completed' });
    for (const member of [one, other]) {
      expect(await requests(member)).toEqual([{ state: 'completed', decided_by: admin.userId }]);
      expect((await person(member)).rejected_at).not.toBeNull();
      expect((await call(world.api, 'GET', '/getuser', undefined, { token: member.token })).statusCode).toBe(401);
    }
    expect(await erase(one, '--complete')).toMatchObject({ code: 1, err: expect.stringContaining('already asked us to erase') });
  });

  it('wants an admin who answers for it', async () => {
    const [member, other] = [await signedInMember(world.api), await signedInMember(world.api)];
    expect(await cli('user:erase', '--user', member.email, '--confirmed-by', other.email)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is no active admin'),
    });
    expect(await cli('user:erase', '--user', admin.email, '--confirmed-by', admin.email)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is an admin'),
    });
    expect(await requests(member)).toEqual([]);
  });
});
