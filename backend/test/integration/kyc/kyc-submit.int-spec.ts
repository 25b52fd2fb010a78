import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOffline } from '../../../src/platform/crypto/index.js';
import { DomainError } from '../../../src/platform/domain/index.js';
import { ADDRESS, clubForm, fundForm, idCardImage, key, login, planted, proofPdf } from './documents.js';
import { KycApp, type Person } from './kyc-app.js';
import { form } from './multipart.js';

const pair = generateKeyPairSync('x25519');
const offlineKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x as string, 'base64url').toString('base64');

interface SubmissionRow {
  id: string;
  user_id: string;
  status: string;
  user_type: string;
  exchange_account_id: string | null;
  api_key_hint: string | null;
  secret_key_hint: string | null;
  exchange_login: Buffer | null;
  exchange_login_given: boolean;
}

let kyc: KycApp;
beforeAll(async () => {
  kyc = await KycApp.start({ OFFLINE_SEAL_PUBLIC_KEY: offlineKey });
});
afterAll(() => kyc.stop());
beforeEach(() => kyc.exchange.reset());

const submissionsOf = ({ userId }: Person) =>
  kyc.rows<SubmissionRow>('select * from kyc_submissions where user_id = ? order by submitted_at', [userId]);
const filesOf = ({ userId }: Person) =>
  kyc.rows<{ id: string; purpose: string; mime: string }>('select * from files where user_id = ? order by purpose', [userId]);
const statusOf = async ({ userId }: Person) =>
  (await kyc.rows<{ kyc_status: string | null }>('select kyc_status from users where id = ?', [userId]))[0]?.kyc_status;
const lettersTo = ({ userId }: Person) => kyc.rows<{ letter: string }>('select letter from mail_deliveries where user_id = ?', [userId]);

/** Nothing of the attempt may be left: no row, no file, no letter, the status as it was. */
async function expectNothingStored(person: Person, filesBefore: number, status: string | null = null): Promise<void> {
  expect(await submissionsOf(person)).toEqual([]);
  expect(await filesOf(person)).toEqual([]);
  expect(await lettersTo(person)).toEqual([]);
  expect(await statusOf(person)).toBe(status);
  expect(kyc.storedFiles()).toHaveLength(filesBefore);
}

describe('POST /createkyc', () => {
  it('makes a trade club member pending, with files, key hints, a letter and a record, all at once', async () => {
    const member = await kyc.person('trade club');
    const answer = await kyc.createKyc(member, await clubForm());
    expect(answer.json()).toEqual({ message: 'kyc uploaded success', data: { kycStatus: 'pending' } });
    expect(answer.statusCode).toBe(201);
    expect(await statusOf(member)).toBe('pending');
    const [submission, ...others] = await submissionsOf(member);
    expect(others).toEqual([]);
    expect(submission).toMatchObject({
      status: 'pending',
      user_type: 'trade club',
      api_key_hint: 'ABCD',
      secret_key_hint: 'WXYZ',
      exchange_login: null,
      exchange_login_given: false,
    });
    expect(submission!.exchange_account_id).not.toBeNull();
    expect((await filesOf(member)).map(({ purpose, mime }) => [purpose, mime])).toEqual([
      ['id-card', 'image/jpeg'],
      ['proof-of-address', 'application/pdf'],
    ]);
    expect(kyc.exchange.checked).toEqual([key.apiKey]);
    expect(kyc.exchange.attached).toEqual([{ userId: member.userId, apiKey: key.apiKey, venue: 'binance' }]);
    expect(await lettersTo(member)).toEqual([{ letter: 'kyc-received' }]);
    const audit = await kyc.rows<{ action: string; target_id: string }>('select action, target_id from audit_events where actor_id = ?', [
      member.userId,
    ]);
    expect(audit).toEqual([{ action: 'kyc.submit', target_id: submission!.id }]);
    expect(kyc.exchange.synced).toEqual([]);
  });

  it('seals the sign-in of a hedge fund member so that the offline key alone opens it', async () => {
    const member = await kyc.person('hedge fund');
    expect((await kyc.createKyc(member, await fundForm())).statusCode).toBe(201);
    const [submission] = await submissionsOf(member);
    expect(submission).toMatchObject({ exchange_account_id: null, api_key_hint: null, exchange_login_given: true });
    expect(kyc.exchange.checked).toEqual([]);
    const context = { table: 'kyc_submissions', rowId: submission!.id, userId: member.userId, field: 'exchange_login' };
    expect(JSON.parse(openOffline(pair.privateKey, submission!.exchange_login!, context).toString())).toEqual(login);
  });

  it('leaves no planted secret in the clear in any table or file', async () => {
    await kyc.createKyc(await kyc.person('trade club'), await clubForm());
    await kyc.createKyc(await kyc.person('hedge fund'), { ...(await fundForm()), ...key });
    const found: string[] = [];
    const tables = await kyc.rows<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['kyc_submissions', 'files', 'outbox', 'audit_events', 'mail_deliveries']),
    );
    for (const { name } of tables) {
      for (const row of await kyc.rows<Record<string, unknown>>(`select * from "${name}"`)) {
        for (const [column, value] of Object.entries(row)) {
          const bytes = Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value ?? null));
          for (const secret of planted) if (bytes.includes(secret)) found.push(`${name}.${column}`);
        }
      }
    }
    for (const file of kyc.storedFiles()) for (const secret of [...planted, '%PDF', 'JFIF']) if (file.includes(secret)) found.push('file');
    expect(kyc.storedFiles().length).toBeGreaterThanOrEqual(4);
    expect(found).toEqual([]);
  });

  it('takes a key that the exchange could not be asked about', async () => {
    kyc.exchange.answer = { outcome: 'unreachable' };
    const member = await kyc.person('trade club');
    expect((await kyc.createKyc(member, await clubForm())).statusCode).toBe(201);
    expect(kyc.exchange.attached).toHaveLength(1);
  });

  it('is open again after a rejection, and keeps the first submission', async () => {
    const member = await kyc.person('trade club', 'rejected');
    expect((await kyc.createKyc(member, await clubForm())).statusCode).toBe(201);
    await kyc.em().execute(`update kyc_submissions set status = 'rejected' where user_id = ?`, [member.userId]);
    await kyc.em().execute(`update users set kyc_status = 'rejected' where id = ?`, [member.userId]);
    expect((await kyc.createKyc(member, await clubForm())).statusCode).toBe(201);
    expect((await submissionsOf(member)).map(({ status }) => status)).toEqual(['rejected', 'pending']);
  });
});

describe('POST /createkyc refuses, and stores nothing', () => {
  let before: number;
  beforeEach(() => {
    before = kyc.storedFiles().length;
  });

  it('a key that the exchange refuses, naming the field', async () => {
    kyc.exchange.answer = { outcome: 'refused', reason: 'unknown key' };
    const member = await kyc.person('trade club');
    const answer = await kyc.createKyc(member, await clubForm());
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'apiKey', message: expect.stringContaining('unknown key') }] });
    await expectNothingStored(member, before);
  });

  it('a key that may do more than read, naming each right', async () => {
    kyc.exchange.answer = { outcome: 'too-powerful', rights: ['Enable Withdrawals', 'Enable Spot & Margin Trading'] };
    const member = await kyc.person('hedge fund');
    const answer = await kyc.createKyc(member, { ...(await fundForm()), ...key });
    expect(answer.statusCode).toBe(400);
    const [error] = answer.json<{ errors: { field: string; message: string }[] }>().errors;
    expect(error).toMatchObject({ field: 'apiKey' });
    for (const right of ['Enable Withdrawals', 'Enable Spot & Margin Trading']) expect(error!.message).toContain(right);
    expect(answer.body).not.toContain(key.secretKey);
    await expectNothingStored(member, before);
  });

  it('a form with gaps: every field and file is named at once, and the exchange is not asked', async () => {
    const member = await kyc.person('trade club');
    const answer = await kyc.createKyc(member, {
      address: '',
      userType: 'hedge fund',
      platform: 'nowhere',
      apiKey: key.apiKey,
      proofOfAddress: proofPdf,
    });
    expect(answer.statusCode).toBe(400);
    const fields = answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field);
    expect(fields.sort()).toEqual(['address', 'idCard', 'platform', 'secretKey', 'userType']);
    expect(kyc.exchange.checked).toEqual([]);
    await expectNothingStored(member, before);
  });

  it('files that are not what they must be, both at once, and the exchange is not asked', async () => {
    const member = await kyc.person('trade club');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const answer = await kyc.createKyc(member, { ...(await clubForm()), idCard: proofPdf, proofOfAddress: svg });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(['idCard', 'proofOfAddress']);
    expect(kyc.exchange.checked).toEqual([]);
    await expectNothingStored(member, before);
  });

  it('a file over 10 MB, with 413', async () => {
    const member = await kyc.person('trade club');
    const answer = await kyc.createKyc(member, {
      ...(await clubForm()),
      idCard: Buffer.concat([await idCardImage(), Buffer.alloc(10 * 1024 * 1024)]),
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'idCard' }] });
    await expectNothingStored(member, before);
  });

  it('a key that serves another member: the exchange module says so in the middle of the transaction', async () => {
    kyc.exchange.failure = new DomainError('conflict', 'exchange.key-in-use', 'This key is in use already');
    const member = await kyc.person('trade club');
    expect((await kyc.createKyc(member, await clubForm())).statusCode).toBe(409);
    await expectNothingStored(member, before);
  });

  it('anything when the transaction breaks', async () => {
    kyc.exchange.failure = new Error('planted failure');
    const member = await kyc.person('trade club', 'rejected');
    const answer = await kyc.createKyc(member, await clubForm());
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('planted');
    await expectNothingStored(member, before, 'rejected');
  });

  it.each(['pending', 'approved'] as const)('a second submission while the first is %s', async (status) => {
    const member = await kyc.person('trade club', status);
    expect((await kyc.createKyc(member, await clubForm())).statusCode).toBe(409);
    expect(kyc.exchange.checked).toEqual([]);
    await expectNothingStored(member, before, status);
  });

  it('admins, strangers, and what is no multipart form', async () => {
    const [admin, member] = [await kyc.person('admin'), await kyc.person('trade club')];
    expect((await kyc.createKyc(admin, await clubForm())).statusCode).toBe(403);
    expect((await kyc.createKyc({ ...member, token: 'unknown' }, await clubForm())).statusCode).toBe(401);
    expect((await kyc.post('/api/v1/createkyc', member.token, { address: ADDRESS })).statusCode).toBe(415);
    await expectNothingStored(member, before);
  });

  it('a stranger before a byte of the body is parsed', async () => {
    const broken = { payload: Buffer.from('this is no multipart body'), headers: form({}).headers };
    const answer = await kyc.app.inject({ method: 'POST', url: '/api/v1/createkyc', ...broken });
    expect(answer.statusCode).toBe(401);
  });
});

describe('POST /createkyc when files cannot be stored', () => {
  const folder = () => join(kyc.config.dataDir, 'files');
  afterEach(() => {
    rmSync(folder(), { force: true, recursive: true });
    mkdirSync(folder());
  });

  it('answers 503 and leaves neither rows nor parts', async () => {
    rmSync(folder(), { force: true, recursive: true });
    writeFileSync(folder(), 'a file where the folder should be');
    const member = await kyc.person('trade club');
    expect((await kyc.createKyc(member, await clubForm())).statusCode).toBe(503);
    expect(await submissionsOf(member)).toEqual([]);
    expect(await filesOf(member)).toEqual([]);
    expect(await statusOf(member)).toBeNull();
  });
});

describe('POST /createkyc at the same moment', () => {
  it('takes one of two forms of a member, and keeps only its files', async () => {
    const member = await kyc.person('trade club');
    const before = kyc.storedFiles().length;
    const forms = await Promise.all([clubForm(), clubForm()]);
    const answers = await Promise.all(forms.map((parts) => kyc.createKyc(member, parts)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(await submissionsOf(member)).toHaveLength(1);
    expect(await filesOf(member)).toHaveLength(2);
    expect(kyc.storedFiles()).toHaveLength(before + 2);
    expect(await lettersTo(member)).toHaveLength(1);
  });

  it('lets two forms of a member under way and refuses the third with 429', async () => {
    const member = await kyc.person('trade club');
    const open = kyc.exchange.hold();
    const parts = await clubForm();
    const slow = [kyc.createKyc(member, parts), kyc.createKyc(member, parts)];
    await kyc.exchange.asked(2);
    const third = await kyc.createKyc(member, parts);
    expect(third.statusCode).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    open();
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });
});

describe('POST /createkyc without an offline key', () => {
  it('keeps only the fact that a sign-in was given', async () => {
    const plain = await KycApp.start();
    try {
      const member = await plain.person('hedge fund');
      expect((await plain.createKyc(member, await fundForm())).statusCode).toBe(201);
      expect(await plain.rows('select exchange_login, exchange_login_given from kyc_submissions')).toEqual([
        { exchange_login: null, exchange_login_given: true },
      ]);
    } finally {
      await plain.stop();
    }
  });
});
