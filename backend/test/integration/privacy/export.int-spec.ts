import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileStore } from '../../../src/platform/storage/index.js';
import { accountSets, leftOut, memberSets } from '../../../src/club/privacy/export/export-contents.sql.js';
import { ExportSweepService } from '../../../src/club/privacy/export/export-sweep.service.js';
import { MakeExportHandler } from '../../../src/club/privacy/export/make-export.handler.js';
import { RequestContext } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { call, PASSWORD, signedInAdmin, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { until } from '../../support/until.js';
import { ADDRESS, PDF_TEXT } from '../kyc/documents.js';
import { lettersTo } from '../users/people.js';
import {
  accountOf,
  ask,
  confirmJustNow,
  ended,
  exported,
  fetchLink,
  jsonOf,
  latestExport,
  linkOf,
  privacyWorld,
  trades,
  withEverything,
  type PrivacyWorld,
} from './privacy-world.js';
import { unzip } from './unzip.js';

let world: PrivacyWorld;
beforeAll(async () => {
  world = await privacyWorld();
});
afterAll(() => world.close());

const api = () => world.api;
/** Runs a part of the worker as its job would. */
const inWorker = <T>(work: () => Promise<T>) => RequestContext.create(world.worker.get(MikroORM).em, work);
const storedKeys = async () => {
  const keys: string[] = [];
  for await (const { key } of world.worker.get(FileStore, { strict: false }).list()) keys.push(key);
  return keys;
};

describe('a copy of my data', () => {
  it('holds everything that is kept about me, and my own files', async () => {
    const member = await signedInMember(api());
    await withEverything(api(), member);
    await trades(api(), (await accountOf(api(), member))!.id, 4500);
    const files = await exported(api(), member);

    expect([...files.keys()].filter((path) => !path.startsWith('files/')).sort()).toEqual(
      [
        'README.txt',
        'verification.json',
        'files.json',
        ...memberSets.map(({ path }) => path),
        ...accountSets.map(({ path }) => path),
      ].sort(),
    );
    expect(jsonOf(files, 'notifications.json')).toMatchObject([
      { kind: 'quiet hours', fromMinute: 1320, toMinute: 420, timeZone: 'Europe/Madrid' },
      { kind: 'signal-ended', channel: 'webhook', value: 'off' },
    ]);
    expect(jsonOf(files, 'notification-centre.json')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'key-expires', facts: { day: '2026-12-24' }, readAt: null }),
        expect.objectContaining({ kind: 'items for all members', facts: { items: ['one'] } }),
      ]),
    );
    expect(jsonOf(files, 'account.json')).toEqual([
      expect.objectContaining({
        id: member.userId,
        email: member.email,
        surname: 'Walker',
        firstName: 'Ann',
        dateOfBirth: '1990-05-17',
        kycStatus: 'pending',
        currency: 'EUR',
      }),
    ]);
    expect(jsonOf(files, 'verification.json')).toEqual([
      expect.objectContaining({ address: ADDRESS, status: 'pending', exchange: 'binance', membership: 'trade club' }),
    ]);
    expect(jsonOf(files, 'payments.json')).toEqual([expect.objectContaining({ amount: '50.000000000000000000', status: 'pending' })]);
    const spot = jsonOf<{ trade_id: string; price: string; time: string }[]>(files, 'exchange/spot-trades.json');
    expect(spot).toHaveLength(4500);
    expect(spot[0]).toMatchObject({ trade_id: '1', price: '60000.120000000000000001', time: '2026-01-01T00:01:00+00:00' });
    expect(new Set(spot.map((row) => row.trade_id)).size).toBe(4500);
    expect(jsonOf<{ action: string; by: string }[]>(files, 'activity.json')).toContainEqual(
      expect.objectContaining({ action: 'privacy.export-ask', by: 'you' }),
    );
    expect(files.get('README.txt')!.toString()).toContain('What is not in it, and why');
  });

  it('holds my documents byte for byte, as they are listed', async () => {
    const member = await signedInMember(api());
    await withEverything(api(), member);
    const files = await exported(api(), member);
    const listed = jsonOf<{ id: string; path: string; purpose: string; bytes: number }[]>(files, 'files.json');
    expect(listed.map(({ purpose }) => purpose).sort()).toEqual(['id-card', 'payment-proof', 'proof-of-address']);
    const stored = await api()
      .em()
      .execute<{ id: string; sha256: Buffer }[]>('select id, sha256 from files where user_id = ?', [member.userId]);
    for (const { id, path, bytes } of listed) {
      const content = files.get(path)!;
      expect(content).toHaveLength(bytes);
      expect(createHash('sha256').update(content).digest('hex')).toBe(
        Buffer.from(stored.find((row) => row.id === id)!.sha256).toString('hex'),
      );
    }
    expect(files.get(listed.find(({ purpose }) => purpose === 'proof-of-address')!.path)!.toString()).toContain(PDF_TEXT);
  });

  it('holds no secret and nothing of anybody else', async () => {
    const [admin, inviter] = [await signedInAdmin(api()), await signedInMember(api(), 'trade club', { surname: 'Inviterson' })];
    const [{ code }] = (await api()
      .em()
      .execute<{ code: string }[]>('select referral_code as code from users where id = ?', [inviter.userId])) as [{ code: string }];
    const member = await signedInMember(api(), 'trade club', { refferedBy: code });
    const key = await withEverything(api(), member);
    const stranger = await signedInMember(api(), 'trade club', { surname: 'Strangerman' });
    await withEverything(api(), stranger);
    await trades(api(), (await accountOf(api(), stranger))!.id, 3, 'STRANGEUSDT');
    await call(api(), 'GET', `/approvekyc/${member.userId}`, undefined, { token: admin.token });
    const files = await exported(api(), member);
    const text = [...files].map(([path, bytes]) => `${path}\n${bytes.toString('latin1')}`).join('\n');
    const [own] = await api().em().execute<{ hash: string }[]>('select password_hash as hash from users where id = ?', [member.userId]);
    const secrets = [key.apiKey, key.secretKey, own!.hash, PASSWORD, member.token, '$argon2id$', '\\\\x'];
    const others = [
      admin.userId,
      admin.email,
      inviter.userId,
      inviter.email,
      'Inviterson',
      stranger.userId,
      stranger.email,
      'Strangerman',
      'STRANGEUSDT',
    ];
    for (const foreign of [...secrets, ...others]) expect([foreign, text.includes(foreign)]).toEqual([foreign, false]);
    expect(text).toContain('our staff');
  });

  it('knows every table that tells something about a member', async () => {
    const rows = await api()
      .em()
      .execute<{ table: string }[]>(
        `select distinct c.table_name as table from information_schema.columns c join information_schema.tables t on t.table_name =
          c.table_name and t.table_schema = c.table_schema and t.table_type = 'BASE TABLE'
       where c.table_schema = 'public' and c.column_name in ('user_id', 'account_id', 'actor_id')`,
      );
    const named = new Set([
      ...memberSets.flatMap(({ tables }) => tables),
      ...accountSets.map(({ table }) => table),
      ...leftOut.flatMap(({ tables }) => tables),
      'files',
      'kyc_submissions',
    ]);
    expect(rows.map(({ table }) => table).filter((table) => !named.has(table))).toEqual([]);
  });
});

describe('asking for it', () => {
  it('takes a confirmation of its own, and so does the link: a stolen session is not enough', async () => {
    const member = await signedInMember(api());
    for (const path of ['/me/export', '/me/export/link']) {
      const answer = await call(api(), 'POST', path, undefined, { token: member.token });
      expect([answer.statusCode, answer.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
    }
    await confirmJustNow(api(), member, '6 minutes');
    expect((await call(api(), 'POST', '/me/export', undefined, { token: member.token })).statusCode).toBe(403);
    expect(await latestExport(api(), member)).toBeNull();
  });

  it('is one at a time, and a few times a day', async () => {
    const member = await signedInMember(api());
    await confirmJustNow(api(), member);
    // One that nobody will end: what is asked for over the API the worker makes in a moment.
    const [first] = await api()
      .em()
      .execute<{ id: string }[]>(
        `insert into data_exports (id, user_id, state, touched_at) values (gen_random_uuid(), ?, 'running', now()) returning id`,
        [member.userId],
      );
    const twice = await Promise.all([1, 2].map(() => call(api(), 'POST', '/me/export', undefined, { token: member.token })));
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
    await api().em().execute(`update data_exports set state = 'failed' where id = ?`, [first!.id]);
    const answers: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      answers.push((await call(api(), 'POST', '/me/export', undefined, { token: member.token })).statusCode);
      await api().em().execute(`update data_exports set state = 'failed' where user_id = ?`, [member.userId]);
    }
    expect(answers).toEqual([202, 202, 202, 202, 202, 429, 429]);
  });

  it('ends in a mail that leads to my data, and in records', async () => {
    const member = await signedInMember(api());
    await ask(api(), member);
    const { id, byteSize, progress, expiresAt } = await ended(api(), member);
    expect([byteSize! > 1000, progress, new Date(expiresAt!).getTime() > Date.now() + 23 * 3_600_000]).toEqual([true, 100, true]);
    expect((await lettersTo(api(), member.userId)).filter((letter) => letter.startsWith('export'))).toEqual(['export-ready']);
    await fetchLink(api(), await linkOf(api(), member));
    const acts = await api()
      .em()
      .execute<{ action: string }[]>(`select action from audit_events where target_id = ? order by at, id`, [id]);
    expect(acts.map(({ action }) => action)).toEqual(['privacy.export-ask', 'privacy.export-ready', 'privacy.export-fetch']);
  });
});

describe('its link', () => {
  let member: SignedIn;
  beforeAll(async () => {
    member = await signedInMember(api());
    await ask(api(), member);
    await ended(api(), member);
  });

  it('gives the archive once more, as a file that nothing can run or keep', async () => {
    const { statusCode, headers, rawPayload } = await fetchLink(api(), await linkOf(api(), member));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringMatching(/^attachment; filename="tidemark-my-data-\d{4}-\d\d-\d\d\.zip"$/),
      'content-length': String(rawPayload.length),
    });
    expect(unzip(rawPayload).has('account.json')).toBe(true);
  });

  it('is worth nothing when it is changed, for another export, or once its session has ended', async () => {
    const url = await linkOf(api(), member);
    const other = await signedInMember(api());
    await ask(api(), other);
    const theirs = (await ended(api(), other)).id;
    const bad = [
      url.replace(/sig=.{4}/, 'sig=AAAA'),
      url.replace(/exp=\d/, 'exp=9'),
      url.replace(/export\/[^/]+/, `export/${theirs}`),
      url.replace(/\?.*/, ''),
    ];
    for (const wrong of bad) expect([wrong, (await fetchLink(api(), wrong)).statusCode]).toEqual([wrong, 403]);
    const second = await signIn(api(), member.email);
    const short = await linkOf(api(), second);
    await call(api(), 'GET', '/logout', undefined, { token: second.token });
    expect((await fetchLink(api(), short)).statusCode).toBe(403);
    expect((await fetchLink(api(), url)).statusCode).toBe(200);
  });

  it('ends with its day: then the bytes are gone too', async () => {
    const late = await signedInMember(api());
    await ask(api(), late);
    const { id } = await ended(api(), late);
    const url = await linkOf(api(), late);
    const [{ parts }] = (await api().em().execute<{ parts: string[] }[]>('select parts from data_exports where id = ?', [id])) as [
      { parts: string[] },
    ];
    expect(parts.length).toBeGreaterThan(0);
    expect((await storedKeys()).filter((key) => parts.includes(key))).toHaveLength(parts.length);
    await api().em().execute('update data_exports set expires_at = now() where id = ?', [id]);
    expect((await fetchLink(api(), url)).statusCode).toBe(409);
    expect((await latestExport(api(), late))?.state).toBe('expired');
    await inWorker(() => world.worker.get(ExportSweepService, { strict: false }).expire());
    expect((await storedKeys()).filter((key) => parts.includes(key))).toEqual([]);
    expect((await call(api(), 'POST', '/me/export/link', undefined, { token: late.token })).statusCode).toBe(409);
  });
});

describe('an export', () => {
  it('whose worker died is made anew by the sweep, and leaves no bytes of the first try behind', async () => {
    const member = await signedInMember(api());
    const dead = 'ab'.repeat(16);
    await world.worker.get(FileStore, { strict: false }).put(
      dead,
      (async function* () {
        yield Buffer.from('half an archive');
      })(),
    );
    await api()
      .em()
      .execute(
        `insert into data_exports (id, user_id, state, parts, touched_at)
          values (gen_random_uuid(), ?, 'running', ?::jsonb, now() - interval '6 minutes')`,
        [member.userId, JSON.stringify([dead])],
      );
    await inWorker(() => world.worker.get(ExportSweepService, { strict: false }).restartStalled());
    expect((await ended(api(), member)).state).toBe('ready');
    expect(await storedKeys()).not.toContain(dead);
  });

  it('that is made twice at once is made by one of the two', async () => {
    const member = await signedInMember(api());
    const [row] = await api()
      .em()
      .execute<{ id: string }[]>(`insert into data_exports (id, user_id, state) values (gen_random_uuid(), ?, 'queued') returning id`, [
        member.userId,
      ]);
    const handler = world.worker.get(MakeExportHandler, { strict: false });
    const run = () => inWorker(() => handler.handle({ exportId: row!.id }, { attempt: 1, signal: new AbortController().signal }));
    await Promise.all([run(), run()]);
    await run();
    expect((await ended(api(), member)).state).toBe('ready');
    expect((await lettersTo(api(), member.userId)).filter((letter) => letter === 'export-ready')).toHaveLength(1);
  });

  it('with a document that was tampered with is given up, and its member told', async () => {
    const member = await signedInMember(api());
    await withEverything(api(), member);
    const store = world.worker.get(FileStore, { strict: false });
    const [file] = await api()
      .em()
      .execute<{ storage_key: string }[]>('select storage_key from files where user_id = ? limit 1', [member.userId]);
    await store.put(
      file!.storage_key,
      (async function* () {
        yield Buffer.from('not what was sealed');
      })(),
    );
    await ask(api(), member);
    expect(await ended(api(), member)).toMatchObject({ state: 'failed', failure: expect.stringContaining('Please ask once more') });
    await until('letter', async () => ((await lettersTo(api(), member.userId)).includes('export-failed') ? true : null));
  });

  it('goes on without a file whose bytes are lost, and says which', async () => {
    const member = await signedInMember(api());
    await withEverything(api(), member);
    const [file] = await api()
      .em()
      .execute<{ id: string; storage_key: string }[]>(`select id, storage_key from files where user_id = ? and purpose = 'id-card'`, [
        member.userId,
      ]);
    await world.worker.get(FileStore, { strict: false }).delete(file!.storage_key);
    const listed = jsonOf<{ id: string; path: string | null }[]>(await exported(api(), member), 'files.json');
    expect(listed.filter(({ path }) => path === null).map(({ id }) => id)).toEqual([file!.id]);
  });
});
