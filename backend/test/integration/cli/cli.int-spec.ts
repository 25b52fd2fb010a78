import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainReport } from '../../../src/operations/audit/index.js';
import { commands, findCommand } from '../../../src/operations/cli/commands.js';
import { OfflineSeal } from '../../../src/platform/crypto/index.js';
import { call, confirmedMember, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { ChainApp } from '../audit/chain-app.js';
import { type, variablesOf } from './command-line.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the command line', () => {
  it('shows its usage, to who asks on the output and to who mistypes on the error output', async () => {
    const asked = await type(['--help']);
    expect(asked).toMatchObject({ code: 0, err: '' });
    for (const name of Object.keys(commands)) expect(asked.out).toContain(name);
    expect(await type([])).toMatchObject({ code: 2, out: '', err: asked.out });
    const wrong = await type(['audit:verfy', '--json']);
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toBe(`There is no command audit:verfy\n\n${asked.out}`);
    expect(await type(['__proto__'])).toMatchObject({ code: 2 });
  });

  it.each(Object.keys(commands))('explains %s, and refuses options it does not have', async (name) => {
    const words = name.split(' ');
    const help = await type([...words, '--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain(`tidemark ${name}`);
    expect(await type([...words, '--nonsense'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining("Unknown option '--nonsense'"),
    });
    expect(await type([...words, 'surplus'])).toMatchObject({ code: 2, out: '' });
  });

  it.each([
    ['keys:list', 'keys list'],
    ['keys:rewrap', 'keys rotate'],
    ['backup', 'backup create'],
    ['backups:prune', 'backup prune'],
    ['restore', 'backup restore'],
  ])('knows %s as %s', async (earlier, name) => {
    expect(findCommand([earlier])).toEqual({ name, words: 1 });
    expect(findCommand(name.split(' '))).toEqual({ name, words: 2 });
    expect((await type([earlier, '--help'])).out).toBe((await type([...name.split(' '), '--help'])).out);
  });

  it('shows the commands of a noun', async () => {
    const asked = await type(['keys', '--help']);
    expect(asked).toMatchObject({ code: 0, err: '', out: expect.stringContaining('keys rotate') });
    expect(asked.out).not.toContain('audit');
    expect(await type(['keys'])).toMatchObject({ code: 2, out: '', err: asked.out });
  });

  it('names what is missing', async () => {
    expect(await type(['admin:reset-mfa', '--email', 'ann@example.com'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Missing: --confirmed-by'),
    });
  });

  it('says in one line, without a secret, that the database is out of reach', async () => {
    const environment = {
      NODE_ENV: 'test',
      DATA_DIR: folder,
      EXCHANGE_URL: 'http://127.0.0.1:9',
      DATABASE_URL: 'postgres://somebody:hunter2@127.0.0.1:9/none',
    };
    const answer = await type(['audit:verify'], { environment });
    expect(answer).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^audit:verify: DATABASE_URL: the database at 127\.0\.0\.1:9\/none cannot be used: .*\n$/),
    });
    expect(answer.err).not.toContain('hunter2');
  });
});

describe('audit:verify', () => {
  let chain: ChainApp;
  beforeAll(async () => {
    chain = await ChainApp.start();
    await chain.records(150);
    await chain.seal();
    await chain.record();
  });
  afterAll(() => chain.stop());

  it('reports a sound chain, in words and as JSON', async () => {
    const environment = variablesOf(chain.config);
    const [words, json] = [await type(['audit:verify'], { environment }), await type(['audit:verify', '--json'], { environment })];
    expect(words).toMatchObject({ code: 0, err: '' });
    expect(words.out).toMatch(
      /^150 events are sealed and unchanged, up to [\da-f]{64}\n1 anchors agree .*\n1 events wait for their seal\n$/,
    );
    expect(json.code).toBe(0);
    expect(json.json<ChainReport>()).toEqual({
      sealed: '150',
      head: expect.stringMatching(/^[\da-f]{64}$/),
      anchors: 1,
      heads: 0,
      restores: 0,
      waiting: 1,
      firstBreak: null,
    });
  });

  it('compares the anchors of a log or of AUDIT_ANCHOR_FILE, and reports the first break with exit code 1', async () => {
    const [anchor] = chain.published;
    const line = { seq: String(anchor!.seq), hash: anchor!.hash.toString('hex'), mac: anchor!.mac.toString('hex') };
    const [log, file] = [join(folder, 'api.log'), join(folder, 'anchors')];
    writeFileSync(
      log,
      `plain text\n{"level":"info","msg":"a \\"mac\\" in a ` +
        `text"}\n${JSON.stringify({ level: 'info', anchor: line, msg: 'audit anchor' })}\n{"anchor":{"seq":"9","mac":`,
    );
    writeFileSync(file, `${JSON.stringify(line)}\n`);
    const environment = variablesOf(chain.config, { AUDIT_ANCHOR_FILE: file });
    for (const options of [[], ['--anchors', log]])
      expect((await type(['audit:verify', '--json', ...options], { environment })).json<ChainReport>()).toMatchObject({
        anchors: 2,
        firstBreak: null,
      });
    await chain.tamper(
      'delete from audit_anchors',
      'delete from audit_events where id in (select event_id from audit_seals where seq > 60)',
      'delete from audit_seals where seq > 60',
    );
    expect(await type(['audit:verify'], { environment: variablesOf(chain.config) })).toMatchObject({ code: 0 });
    const broken = await type(['audit:verify'], { environment });
    expect(broken).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /^BROKEN: the chain ends at the number 60, and an anchor vouches for 100\nfirst number that cannot be believed: 61\n/,
      ),
    });
    expect((await type(['audit:verify', '--json'], { environment })).json<ChainReport>().firstBreak).toMatchObject({
      fault: 'cut-off',
      seq: '61',
    });
    expect(await type(['audit:verify', '--anchors', join(folder, 'none')], { environment })).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read'),
    });
  });
});

describe('commands beside a running product', () => {
  let api: TestApi;
  let admin: SignedIn;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
  });
  afterAll(() => api.close());
  const environment = () => variablesOf(api.config);
  const reset = (email: string, witness: string) =>
    type(['admin:reset-mfa', '--email', email, '--confirmed-by', witness, '--json'], { environment: environment() });

  it('admin:reset-mfa takes every factor, ends the sessions and leaves a record that names both', async () => {
    const member = await signedInMember(api);
    await api.em().execute(`insert into recovery_codes (id, user_id, hash) values (gen_random_uuid(), ?, 'x')`, [member.userId]);
    const answer = await reset(member.email.toUpperCase(), admin.email);
    expect(answer).toMatchObject({ code: 0, err: '' });
    expect(answer.json()).toEqual({ userId: member.userId, confirmedBy: admin.userId, removed: 0 });
    expect(await api.em().execute('select 1 from recovery_codes where user_id = ?', [member.userId])).toEqual([]);
    expect((await call(api, 'GET', '/getuser', undefined, { token: member.token })).statusCode).toBe(401);
    const [event] = await api
      .em()
      .execute<{ actor_id: null; target_id: string; detail: object }[]>(
        `select actor_id, target_id, detail from audit_events where action = 'mfa.remove-every-factor'`,
      );
    expect(event).toMatchObject({ actor_id: null, target_id: member.userId, detail: { confirmedBy: admin.userId } });
    expect(
      (
        await api
          .em()
          .execute<object[]>(`select 1 from mail_deliveries where user_id = ? and letter = 'second-factor-removed'`, [member.userId])
      ).length,
    ).toBe(1);
  });

  it('admin:reset-mfa wants two different people, the second an active admin', async () => {
    const member = await signedInMember(api);
    const { email: other } = await confirmedMember(api);
    expect(await reset(member.email, member.email)).toMatchObject({ code: 1, err: expect.stringContaining('two different people') });
    expect(await reset(member.email, other)).toMatchObject({ code: 1, err: expect.stringContaining('An admin must confirm it') });
    expect(await reset(member.email, 'nobody@example.com')).toMatchObject({ code: 1, err: expect.stringContaining('no active account') });
    expect(await reset('nobody@example.com', admin.email)).toMatchObject({ code: 1, err: expect.stringContaining('no account') });
    await api.em().execute(`update users set status = 'deactivated' where email = ?`, [other]);
    expect(await reset(admin.email, other)).toMatchObject({ code: 1, err: expect.stringContaining('no active account') });
    expect((await call(api, 'GET', '/getuser', undefined, { token: member.token })).statusCode).toBe(200);
    expect(await reset(admin.email, member.email)).toMatchObject({ code: 0 }); // the only admin: a member may
  });

  describe('for dead letters', () => {
    const dead = (argv: string[]) => type(argv, { environment: environment() });
    const letter = async (error = 'gave up') => {
      const id = crypto.randomUUID();
      await api
        .em()
        .execute(
          `insert into outbox (id, kind, dedupe_key, payload, attempts, dead_at, error) values (?, 'mail.send', ?, '\\x00', 7, now(), ?)`,
          [id, id, error],
        );
      return id;
    };
    const stateOf = async (id: string) =>
      (
        await api
          .em()
          .execute<object[]>(
            'select dead_at is null as alive, dropped_at is not null as dropped, payload is null as empty from outbox where id = ?',
            [id],
          )
      )[0];

    it('lists them, without control characters of a mail server', async () => {
      const id = await letter('550 no\u001b[31m such\r\nbox');
      const { code, out } = await dead(['dead:list']);
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^${id}  \\S+Z  mail\\.send  -  7 tries  550 no \\[31m such box\\n1 dead letters\\n$`));
      expect((await dead(['dead:list', '--json', '--kind', 'none'])).json()).toEqual({ total: 0, rows: [] });
      expect(await dead(['dead:list', '--limit', '0'])).toMatchObject({ code: 2 });
      await dead(['dead:drop', '--id', id]);
    });

    it('retries and drops one or all, and leaves a record of each', async () => {
      const [one, two, three] = [await letter(), await letter(), await letter()];
      expect((await dead(['dead:retry', '--json', '--id', one])).json()).toEqual({ retried: 1, left: 0 });
      expect(await stateOf(one)).toEqual({ alive: true, dropped: false, empty: false });
      expect(await dead(['dead:retry', '--id', one])).toMatchObject({ code: 1, err: 'dead:retry: There is no such dead letter\n' });
      expect(await dead(['dead:drop', '--all'])).toMatchObject({ code: 0, out: '2 dropped\n' });
      for (const id of [two, three]) expect(await stateOf(id)).toEqual({ alive: false, dropped: true, empty: true });
      const records = await api.em().execute<{ action: string }[]>(
        `select action from audit_events where target_type = 'outbox' and target_id = any(?::text[]) and actor_id is null
            order by at, id`,
        [`{${[one, two, three].join(',')}}`],
      );
      expect(records.map(({ action }) => action)).toEqual(['dead-letter.retry', 'dead-letter.drop', 'dead-letter.drop']);
    });

    it.each([
      ['neither', []],
      ['both', ['--id', crypto.randomUUID(), '--all']],
      ['an id that is none', ['--id', 'nonsense']],
    ])('wants one of them or all, not %s', async (_, options) => {
      for (const name of ['dead:retry', 'dead:drop']) expect(await dead([name, ...options])).toMatchObject({ code: 2, out: '' });
    });
  });

  it('an exchange sign-in is opened on the machine that has the private key, and nowhere else', async () => {
    const keyFile = join(folder, 'offline.pem');
    const pair = await type(['sealed:new-pair', '--out', keyFile, '--json']);
    const { publicKey } = pair.json<{ publicKey: string }>();
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(pair.out).not.toContain(readFileSync(keyFile, 'utf8').split('\n')[1]);
    expect(await type(['sealed:new-pair', '--out', keyFile])).toMatchObject({ code: 1, err: expect.stringContaining('cannot be made') });

    const member = await signedInMember(api, 'hedge fund');
    expect(await type(['sealed:export', '--email', member.email], { environment: environment() })).toMatchObject({
      code: 1,
      err: expect.stringContaining('No exchange sign-in'),
    });
    await submission(member.userId, null);
    expect(await type(['sealed:export', '--email', member.email], { environment: environment() })).toMatchObject({
      code: 1,
      err: expect.stringContaining('was not kept'),
    });
    await submission(member.userId, publicKey);
    const exported = await type(['sealed:export', '--email', member.email], { environment: environment() });
    expect(exported.code).toBe(0);
    expect(exported.out).not.toContain('exchange-name');
    expect(await api.em().execute(`select target_id from audit_events where action = 'kyc.export-sealed-login'`)).toEqual([
      { target_id: member.userId },
    ]);

    const opened = await type(['sealed:open', '--key', keyFile, '--json'], { input: exported.out });
    expect(opened.json()).toEqual({ platform: 'binance', userName: 'exchange-name', password: 'exchange-password' });
    const file = join(folder, 'login.json');
    writeFileSync(file, exported.out);
    expect(await type(['sealed:open', '--key', keyFile, '--in', file])).toMatchObject({
      code: 0,
      out: 'platform: binance\nuserName: exchange-name\npassword: exchange-password\n',
    });

    const otherKey = join(folder, 'other.pem');
    await type(['sealed:new-pair', '--out', otherKey]);
    expect(await type(['sealed:open', '--key', otherKey], { input: exported.out })).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not open'),
    });
    expect(await type(['sealed:open', '--key', file], { input: exported.out })).toMatchObject({
      code: 1,
      err: expect.stringContaining('no X25519 private key'),
    });
    const moved = JSON.stringify({ ...(JSON.parse(exported.out) as object), userId: admin.userId });
    for (const input of [moved])
      expect(await type(['sealed:open', '--key', keyFile], { input })).toMatchObject({
        code: 1,
        err: expect.stringContaining('does not open'),
      });
    for (const input of ['', '{}', 'x'.repeat(100_000)])
      expect(await type(['sealed:open', '--key', keyFile], { input })).toMatchObject({ code: 1, out: '' });
  });

  /** A submission with a sign-in, sealed by the KYC module's own code. */
  async function submission(userId: string, publicKey: string | null): Promise<void> {
    const { KycSealService } = await import('../../../src/club/kyc/kyc-seal.service.js');
    const { Sealer } = await import('../../../src/platform/crypto/index.js');
    const id = '0190a1f0-0000-7000-8000-00000000000' + (publicKey ? '2' : '1');
    const seals = new KycSealService(api.app.get(Sealer, { strict: false }), new OfflineSeal(publicKey ?? undefined));
    const { address, exchangeLogin } = seals.seal(
      { id, userId },
      { address: 'x', login: { userName: 'exchange-name', password: 'exchange-password' } },
    );
    const fileId = crypto.randomUUID();
    await api.em().execute(
      `insert into files (id, user_id, purpose, mime, byte_size, storage_key, sha256)
          values (?, ?, 'id-card', 'image/jpeg', 1, ?, '\\x00')`,
      [fileId, userId, fileId.replaceAll('-', '')],
    );
    await api.em().execute(
      `insert into kyc_submissions (id, user_id, user_type, platform, address, id_card_file_id, proof_file_id, exchange_login,
          exchange_login_given, status) values (?, ?, 'hedge fund', 'binance', ?, ?, ?, ?, true, 'rejected')`,
      [id, userId, address, fileId, fileId, exchangeLogin],
    );
  }
});
