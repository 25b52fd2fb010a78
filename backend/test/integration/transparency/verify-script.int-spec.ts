import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  checkLog,
  checkReceipt,
  dumpOf,
  findLeaves,
  fromDump,
  overHttp,
  readReceipt,
  type LogDump,
  type LogHead,
  type LogSource,
  type Receipt,
} from '../../../../scripts/verify-log.mjs';
import { call } from '../../support/people.js';
import { LogWorld } from './log-world.js';

const SCRIPT = resolve(import.meta.dirname, '../../../../scripts/verify-log.mjs');
const TABLES = ['signals', 'log_leaves', 'log_heads'];

interface Run {
  code: number;
  out: string;
  err: string;
}

/** Six leaves, five of them signed in two heads; the first three signals have ended. */
let world: LogWorld;
let site: string;
let folder: string;
let ids: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-verify-'));
  world = await LogWorld.start();
  const first = await world.publishMany(3);
  await world.signer().sign();
  const more = await world.publishMany(2);
  await world.signer().sign();
  await world.publish();
  ids = [...first, ...more].map(({ id }) => id);
  for (const id of ids.slice(0, 3)) await world.score(id, 'closed');
  for (const table of TABLES) await world.rows(`create table kept_${table} as select * from ${table}`);
  await world.api.app.listen(0, '127.0.0.1');
  site = `http://127.0.0.1:${(world.api.app.getHttpServer().address() as AddressInfo).port}`;
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});
const restore = () =>
  world.tamper(
    ...TABLES.toReversed().map((table) => `delete from ${table}`),
    ...TABLES.map((table) => `insert into ${table} select * from kept_${table}`),
  );
afterEach(restore);

/** Alone in a folder of its own, as somebody has it who downloaded it. */
const run = (...args: string[]) =>
  new Promise<Run>((done) => {
    const alone = join(folder, 'verify-log.mjs');
    writeFileSync(alone, readFileSync(SCRIPT));
    execFile(process.execPath, [alone, ...args], { cwd: folder, env: {} }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
const source = () => overHttp(site);
const faults = async (from: LogSource = source(), seen: LogHead | null = null) => (await checkLog(from, { seen })).faults;

describe('the offline script', () => {
  it('needs nothing but itself', () => {
    expect(/^\s*(import\s[^(]|export\s.*\sfrom\s*['"])|\brequire\(|\bimport\(/m.exec(readFileSync(SCRIPT, 'utf8'))?.[0]).toBeUndefined();
  });

  it('checks a site over its public routes, keeps what it read, and checks that without a network', async () => {
    const good = 'Signed with [0-9a-f]{64}\\.\n$';
    const online = await run(site, '--save', join(folder, 'log.json'));
    expect(online).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(
        new RegExp(
          `^6 leaves, 3 of them revealed, and 2 signed heads agree\\.\n` +
            `The newest head, number 2 of \\S+Z, vouches for 5 leaves\\.\n${good}`,
        ),
      ),
    });
    expect(await run('--file', join(folder, 'log.json'))).toEqual(online);
  });

  it('finds what was changed in a file', async () => {
    const file = join(folder, 'changed.json');
    const dump = await dumpOf(source());
    dump.leaves[1]!.content = dump.leaves[1]!.content!.replace('62500', '61000');
    writeFileSync(file, JSON.stringify(dump));
    expect(await run('--file', file)).toEqual({ code: 1, err: '', out: 'BROKEN: Leaf 1 says something else than was committed to.\n' });
  });

  it('holds the log against the head that it remembers', async () => {
    const head = join(folder, 'head.json');
    expect((await run(site, '--remember', head)).code).toBe(0);
    expect(JSON.parse(readFileSync(head, 'utf8'))).toMatchObject({ number: 2, size: 5 });
    expect((await run(site, '--remember', head)).code).toBe(0);
    await world.tamper('delete from log_heads where number = 2', 'delete from log_leaves where index > 2');
    expect(await run(site)).toMatchObject({ code: 0 });
    expect(await run(site, '--remember', head)).toEqual({
      code: 1,
      err: '',
      out: 'BROKEN: Head 2, which was seen here before, is gone.\nBROKEN: The log was longer when it was seen before: 5 leaves.\n',
    });
  });

  it.each([[[]], [['log.json']], [['--file']], [['https://a.example', '--file', 'x']], [['https://a.example', '--all', 'x']]])(
    'says how it is typed for %j',
    async (args) => {
      expect(await run(...args)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('node verify-log.mjs <address of the site>'),
      });
    },
  );

  it('says that it could not read', async () => {
    expect(await run('--file', join(folder, 'none.json'))).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^The log could not be read: ENOENT/),
    });
    expect(await run(`${site}/elsewhere`)).toMatchObject({ code: 2, err: expect.stringContaining('answered 404') });
  });
});

/** As the page of a signal saves it. */
const receiptOf = async (id: string): Promise<string> =>
  JSON.stringify((await call(world.api, 'GET', `/signals/${id}/receipt`, undefined, world.admin)).json<{ data: Receipt }>().data);

describe('a receipt of a signal', () => {
  it('holds against the log of the site by its proof, and offline by the root of all leaves, while the signal is open', async () => {
    const [file, log] = [join(folder, 'receipt.json'), join(folder, 'log.json')];
    writeFileSync(file, await receiptOf(ids[4]!));
    const holds = new RegExp(
      'The receipt of entry 4 holds: logged at \\S+Z, and head 2 of \\S+Z vouches for it\\. It says:\n' +
        '\\{"asset":"BTCUSDT",.*"message":"Idea 1".*\\}\n$',
    );
    expect(await run(site, '--save', log, '--receipt', file)).toEqual({ code: 0, err: '', out: expect.stringMatching(holds) });
    expect(await run('--file', log, '--receipt', file)).toEqual({ code: 0, err: '', out: expect.stringMatching(holds) });
    expect(readFileSync(log, 'utf8')).not.toContain((JSON.parse(readFileSync(file, 'utf8')) as Receipt).entries[0]!.nonce);
  });

  it('of what no head vouches for yet says so', async () => {
    const file = join(folder, 'young.json');
    const { leaves } = await checkLog(source());
    const [row] = await world.rows<{ subject_id: string }>('select subject_id from log_leaves where index = 5');
    writeFileSync(file, await receiptOf(row!.subject_id));
    expect(leaves[5]!.content).toBeNull();
    expect(await run(site, '--receipt', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`The receipt of entry 5 holds: logged at ${leaves[5]!.at}, and no head vouches for it yet.`),
    });
  });

  it.each<[string, (entry: Receipt['entries'][number], receipt: Receipt) => void, string]>([
    [
      'a price',
      (entry) => (entry.content = entry.content.replace('"62500"', '"61000"')),
      'The receipt of entry 4 says something else than was committed to.',
    ],
    [
      'a nonce',
      (entry) => (entry.nonce = Buffer.alloc(32, 7).toString('base64')),
      'The receipt of entry 4 says something else than was committed to.',
    ],
    ['a hash', (entry) => (entry.hash = Buffer.alloc(32, 7).toString('base64')), 'Entry 4 of the log has another hash than the receipt.'],
    ['its place', (entry) => (entry.index = 3), 'Entry 3 of the log has another hash than the receipt.'],
    ['its place beyond the log', (entry) => (entry.index = 99), 'The log has no entry 99.'],
    ['its time', (entry) => (entry.at = '2026-11-20T10:00:00.000Z'), 'Entry 4 of the log has another time or kind than the receipt.'],
    ['its kind', (entry) => (entry.kind = 'amendment'), 'The receipt of entry 4 is of another kind than it says.'],
    ['what cannot be read', (entry) => (entry.nonce = '!'), 'The receipt of entry 4 cannot be read.'],
  ])('does not hold once somebody has altered %s', async (_, alter, sentence) => {
    const receipt = readReceipt(await receiptOf(ids[4]!));
    alter(receipt.entries[0]!, receipt);
    const file = join(folder, 'altered.json');
    writeFileSync(file, JSON.stringify(receipt));
    const { code, out } = await run(site, '--receipt', file);
    expect([code, out]).toEqual([1, expect.stringContaining(`BROKEN: ${sentence}\n`)]);
    expect(out).not.toContain('holds');
    expect(out).not.toContain('"message"');
  });

  it('is worth nothing beside a proof that leads elsewhere, or a log that does not agree', async () => {
    const receipt = readReceipt(await receiptOf(ids[1]!));
    const report = await checkLog(source());
    expect((await checkReceipt(receipt, report, source())).faults).toEqual([]);
    const forged = await checkReceipt(receipt, report, { inclusion: async () => ({ path: [report.leaves[0]!.hash] }) });
    expect(forged).toMatchObject({
      faults: ['The proof for entry 1 does not lead to the root of head 2.'],
      entries: [{ content: null, head: null }],
    });
    expect((await checkReceipt(receipt, { ...report, faults: ['Head 1 is missing.'] }, source())).faults).toEqual([
      'The log itself does not agree, so that it proves nothing.',
    ]);
  });

  it.each([
    ['', 'cannot be read as JSON'],
    ['{', 'cannot be read as JSON'],
    ['null', 'no receipt of the kind'],
    ['{"format":"tidemark.log/v1","entries":[]}', 'no receipt of the kind'],
    ['{"format":"tidemark.receipt/v1","entries":[]}', 'has no entries'],
    ['{"format":"tidemark.receipt/v1","entries":[{"index":0}]}', 'say too little'],
  ])('is not %j', async (text, sentence) => {
    const file = join(folder, 'none.txt');
    writeFileSync(file, text);
    expect(await run(site, '--receipt', file)).toEqual({ code: 2, out: '', err: expect.stringContaining(sentence) });
  });
});

describe('what the page and the script check', () => {
  it('agrees with what the server has, page by page', async () => {
    const small: LogSource = { ...source(), leaves: async (from, limit) => (await source().leaves(from, limit)).slice(0, limit) };
    const told: number[] = [];
    const report = await checkLog(small, { progress: ({ leaves }) => told.push(leaves) });
    expect(report).toMatchObject({ faults: [], signed: 5, revealed: 3, head: { number: 2, size: 5 } });
    expect(told.at(-1)).toBe(6);
    expect(findLeaves(report.leaves, ` ${ids[1]!.toUpperCase()} `)).toMatchObject([{ index: 1, content: { id: ids[1], stop: '62500' } }]);
    expect(findLeaves(report.leaves, ids[3]!)).toEqual([]);
    const { hash } = report.leaves[3]!;
    for (const wanted of [hash, Buffer.from(hash, 'base64').toString('hex')])
      expect(findLeaves(report.leaves, wanted)).toMatchObject([{ index: 3, content: null }]);
  });

  const swapped = (one: number, other: number) => [
    `update log_leaves set index = -1 where index = ${one}`,
    `update log_leaves set index = ${one} where index = ${other}`,
    `update log_leaves set index = ${other} where index = -1`,
  ];
  it.each<[string, string[], string]>([
    [
      'a bit of a revealed content',
      [`update log_leaves set content = overlay(content placing '1' from position('64000' in content) for 1) where index = 1`],
      'Leaf 1 says something else than was committed to.',
    ],
    [
      'a bit of a nonce',
      ['update log_leaves set nonce = set_bit(nonce, 7, 1 - get_bit(nonce, 7)) where index = 2'],
      'Leaf 2 says something else than was committed to.',
    ],
    [
      'a bit of the hash of an open signal',
      ['update log_leaves set leaf_hash = set_bit(leaf_hash, 7, 1 - get_bit(leaf_hash, 7)) where index = 4'],
      'The first 5 leaves are not those that head 2 was signed over.',
    ],
    ['a leaf that is gone', ['delete from log_leaves where index = 3'], 'Leaf 3 is missing.'],
    ['a last signed leaf that is gone', ['delete from log_leaves where index > 3'], 'Head 2 vouches for 5 leaves, and the site tells 4.'],
    ['two leaves that changed places', swapped(3, 4), 'Leaf 4 is not younger than the leaf before it.'],
    [
      'a leaf that is back-dated',
      [`update log_leaves set at = at - interval '1 day' where index = 5`],
      'Leaf 5 is dated before head 2, which does not know it.',
    ],
    ['a revealed leaf with another time', [`update log_leaves set at = at - interval '1 millisecond' where index = 0`], 'Leaf 0 says '],
    [
      'a leaf dated ahead',
      [`update log_leaves set at = at + interval '1 day' where index = 4`],
      'Leaf 4 is dated after head 2, which knows it.',
    ],
    ['a head that is gone', ['delete from log_heads where number = 1'], 'Head 1 is missing.'],
    [
      'a root',
      ['update log_heads set root = set_bit(root, 7, 1 - get_bit(root, 7)) where number = 1'],
      'The signature of head 1 does not hold.',
    ],
    ['a size', ['update log_heads set size = 4 where number = 2'], 'The signature of head 2 does not hold.'],
    [
      'the time of a head',
      [`update log_heads set signed_at = signed_at - interval '1 second' where number = 2`],
      'The signature of head 2 does not hold.',
    ],
    [
      'a signature',
      ['update log_heads set signature = set_bit(signature, 7, 1 - get_bit(signature, 7)) where number = 2'],
      'The signature of head 2 does not hold.',
    ],
    [
      'a key that nobody knows',
      [`update log_heads set key_id = repeat('0', 64) where number = 2`],
      'Head 2 was signed with a key that the site does not tell.',
    ],
  ])('finds %s', async (_, statements, sentence) => {
    await world.tamper(...statements);
    expect(await faults()).toContainEqual(expect.stringContaining(sentence));
  });

  it('finds a history that was replaced as a whole, signed anew, by the head that was seen before', async () => {
    const { head: seen } = await source().log();
    await world.tamper(
      'delete from log_leaves where index = 1',
      'update log_leaves set index = index - 1 where index > 1',
      'delete from log_heads',
    );
    await world.signer().sign();
    expect(await faults()).toEqual([]);
    expect(await faults(source(), seen)).toEqual([
      'Head 2, which was seen here before, is gone.',
      'The log does not go on from what was seen here before (head 2).',
    ]);
  });

  it('finds keys that are not what they say, and a log that hides its end', async () => {
    const dump = await dumpOf(source());
    const changed = (change: (dump: LogDump) => void) => {
      const copy = structuredClone(dump);
      change(copy);
      return faults(fromDump(copy));
    };
    expect(await changed(({ log }) => (log.keys[0]!.id = '0'.repeat(64)))).toContainEqual(
      `The key ${'0'.repeat(64)} is not the one that its name says.`,
    );
    expect(await changed(({ log }) => (log.keys[0]!.publicKey = '!'))).toContainEqual(
      expect.stringMatching(/^The key \S+ cannot be read\.$/),
    );
    expect(await changed(({ heads }) => heads.pop())).toContainEqual('The newest head, number 2, is missing in the list of heads.');
    expect(await changed(({ leaves }) => leaves.pop())).toContainEqual('The site says that there are 6 leaves, and tells 5.');
    expect(await changed(({ leaves }) => (leaves[5]!.hash = 'AAAA'))).toContainEqual('Leaf 5 has no hash.');
    expect(await changed(({ leaves }) => (leaves[0]!.content = leaves[0]!.content!.replace('{', '{ ')))).toContainEqual(
      'Leaf 0 is not written in the one way that the log knows.',
    );
    expect(await changed(({ leaves }) => (leaves[0]!.content = '{'))).toContainEqual('Leaf 0 cannot be read.');
    expect(await changed(({ log }) => (log.format = 'tidemark.log/v3'))).toContainEqual(
      'The log is of the kind tidemark.log/v3, which is not checked here.',
    );
  });
});
