import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { KeyCopyReport, KeyUse } from '../../../src/operations/keys/index.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { SealedWorld } from './sealed-world.js';

interface Ring {
  current: string;
  keys: Record<string, string>;
  index: string;
}

let folder: string;
let api: TestApi;
let world: SealedWorld;
let used: Record<string, KeyUse>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-copy-'));
  api = await createTestApi();
  world = new SealedWorld(api);
  await world.member();
  // One member under each key of the ring.
  await world.keys('rotate', [], { ENCRYPTION_KEYS: JSON.stringify({ ...ring(), current: 'k1' }) });
  await world.member();
  used = Object.fromEntries((await world.keys('list', ['--json'])).json<{ keys: KeyUse[] }>().keys.map((use) => [use.id, use]));
}, 180_000);
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

function ring(): Ring {
  const { current, keys, index } = api.config.keyring;
  return { current, keys: Object.fromEntries([...keys].map(([id, key]) => [id, key.toString('base64')])), index: index.toString('base64') };
}

/** A file with a copy of the ring, or with what was made of it. */
function copyOf(content: Ring | string): string {
  const file = join(folder, randomBytes(4).toString('hex'));
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return file;
}

const check = (from: string, options: string[] = [], more: NodeJS.ProcessEnv = {}) =>
  world.keys('backup-check', ['--from', from, ...options], more);
const report = async (from: string, ...options: string[]) => (await check(from, [...options, '--json'])).json<KeyCopyReport>();
const audited = () =>
  api.em().execute<{ detail: object }[]>(`select detail from audit_events where action = 'keys.backup-check' order by at, id`);
const foreign = () => randomBytes(32).toString('base64');
const passphrase = () => copyOf('herons quay lantern sixteen marble\n');

describe('keys:backup-check', () => {
  it('proves of a good copy that it opens everything, and changes nothing', async () => {
    const [before, log] = [await world.seen(), await audited()];
    expect(Object.keys(used)).toEqual(['k1', 'k2']);
    const answer = await report(copyOf(ring()), '--all');
    expect(answer).toMatchObject({ indexSame: true, logKeySame: null, absent: [], faults: [] });
    expect(answer.keys).toEqual(
      ['k1', 'k2'].map((id) => ({
        id,
        current: id === 'k2',
        inRing: true,
        inCopy: true,
        same: true,
        seals: used[id]!.total,
        unwrapped: used[id]!.total,
      })),
    );
    expect(answer.values + answer.files).toBe(before.size);
    expect(await check(copyOf(ring()))).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        new RegExp(
          '^k1 {2}in the copy; seals \\d+, \\d+ unwrapped\\nk2 {2}in the copy; seals what is new, ' +
            '(.|\\n)*The copy is a ring alone(.|\\n)*The copy opens what was tried\\n$',
        ),
      ),
    });
    expect(await world.seen()).toEqual(before);
    expect((await audited()).slice(log.length)).toEqual([
      { detail: { keys: ['k1', 'k2'], values: answer.values, files: answer.files, faults: 0 } },
      { detail: expect.objectContaining({ faults: 0 }) },
    ]);
  });

  it('finds out by some of each key and column what it finds out by all', async () => {
    const { values, files, keys } = await report(copyOf(ring()), '--sample', '1');
    for (const { id, unwrapped } of keys) {
      expect(unwrapped).toBeGreaterThanOrEqual(Object.values(used[id]!.values).filter((n) => n > 0).length);
      expect(unwrapped).toBeLessThan(used[id]!.total);
    }
    expect(values + files).toBe(keys.reduce((sum, { unwrapped }) => sum + unwrapped, 0));
    for (const options of [
      ['--sample', '0'],
      ['--sample', 'few'],
      ['--sample', '1', '--all'],
    ])
      expect(await check(copyOf(ring()), options)).toMatchObject({ code: 2, out: '' });
  });

  it.each(['k1', 'k2'])('misses a key that the copy does not have: %s', async (id) => {
    const kept = id === 'k1' ? 'k2' : 'k1';
    const file = copyOf({ ...ring(), current: kept, keys: { [kept]: ring().keys[kept]! } });
    const answer = await check(file);
    expect(answer).toMatchObject({
      code: 1,
      out: expect.stringContaining(`WRONG: the copy has no key "${id}", which seals ${used[id]!.total} values and files\n`),
    });
    expect(answer.out).toContain(`${id}  MISSING from the copy`);
    expect(answer.out).toMatch(/A restore with this copy would lose data\n$/);
    const { keys, faults } = await report(file, '--all');
    expect(faults).toHaveLength(1);
    expect(keys.find((key) => key.id === kept)).toMatchObject({ inCopy: true, unwrapped: used[kept]!.total });
    expect(keys.find((key) => key.id === id)).toMatchObject({ inCopy: false, unwrapped: 0 });
  });

  it('misses the key that seals what is new though it seals nothing yet, and no other that seals nothing', async () => {
    const newer = { ...ring(), current: 'k3', keys: { ...ring().keys, k3: foreign() } };
    expect(await check(copyOf(ring()), [], { ENCRYPTION_KEYS: JSON.stringify({ ...newer, current: 'k2' }) })).toMatchObject({ code: 0 });
    expect(await check(copyOf(ring()), [], { ENCRYPTION_KEYS: JSON.stringify(newer) })).toMatchObject({
      code: 1,
      out: expect.stringContaining('has no key "k3", which seals what is new'),
    });
  });

  it('notices another key under a right id', async () => {
    const file = copyOf({ ...ring(), keys: { ...ring().keys, k1: foreign() } });
    const { keys, faults } = await report(file, '--sample', '1');
    expect(keys.find(({ id }) => id === 'k1')).toMatchObject({ inCopy: true, same: false, unwrapped: 0 });
    expect(faults[0]).toBe('the key "k1" of the copy is another one than that of the ring');
    expect(faults.slice(1).join('\n')).toMatch(
      /^exchange_accounts\.api_key of \S+ does not open: (.|\n)*\nfiles\.content of \S+ does not open: /,
    );
    expect(await check(file)).toMatchObject({ code: 1, out: expect.stringContaining('k1  ANOTHER KEY in the copy; seals') });
  });

  it('notices it by what is sealed alone, where the product has lost that key itself', async () => {
    const lost = { ENCRYPTION_KEYS: JSON.stringify({ ...ring(), keys: { k2: ring().keys['k2']! } }) };
    expect(await check(copyOf(ring()), [], lost)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^k1 {2}in the copy alone; seals \d+, \d+ unwrapped; not in the ring of the product$/m),
    });
    const answer = await check(copyOf({ ...ring(), keys: { ...ring().keys, k1: foreign() } }), ['--json'], lost);
    expect(answer.code).toBe(1);
    expect(answer.json<KeyCopyReport>().keys.find(({ id }) => id === 'k1')).toMatchObject({ same: null, unwrapped: 0 });
  });

  it('notices another index, which no sealed value would tell', async () => {
    expect(await check(copyOf({ ...ring(), index: foreign() }))).toMatchObject({
      code: 1,
      out: expect.stringContaining('WRONG: the "index" of the copy is another one'),
    });
  });

  it('names a value that no key opens, and does not blame the copy for a file that is not there', async () => {
    const [row] = await api.em().execute<{ id: string; address: Buffer }[]>('select id, address from kyc_submissions limit 1');
    const [file] = await api.em().execute<{ id: string; storage_key: string }[]>('select id, storage_key from files limit 1');
    const spoilt = Buffer.from(row!.address);
    spoilt[20]! ^= 1;
    try {
      await api.em().execute('update files set storage_key = ? where id = ?', ['0'.repeat(32), file!.id]);
      expect(await check(copyOf(ring()))).toMatchObject({ code: 0, out: expect.stringContaining('1 files are not in the file store') });
      await api.em().execute('update kyc_submissions set address = ? where id = ?', [spoilt, row!.id]);
      expect(await check(copyOf(ring()), ['--all'])).toMatchObject({
        code: 1,
        out: expect.stringContaining(`WRONG: kyc_submissions.address of ${row!.id} does not open`),
      });
    } finally {
      await api.em().execute('update files set storage_key = ? where id = ?', [file!.storage_key, file!.id]);
      await api.em().execute('update kyc_submissions set address = ? where id = ?', [row!.address, row!.id]);
    }
  });
});

describe('the copy', () => {
  it('may be what keys:export wrote, or the folder that keys:open makes of it', async () => {
    const to = join(folder, 'keys.sealed');
    expect(await world.keys('export', ['--to', to, '--passphrase-file', passphrase()])).toMatchObject({ code: 0 });
    expect(await report(to, '--passphrase-file', passphrase(), '--all')).toMatchObject({ indexSame: true, logKeySame: true, faults: [] });
    expect(await check(to)).toMatchObject({ code: 1, err: expect.stringContaining('is sealed: give --passphrase-file or --key') });
    expect(await check(to, ['--passphrase-file', copyOf('herons quay lantern sixteen marvel')])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('does not open with this passphrase'),
    });
    expect(await check(to, ['--passphrase-file', passphrase(), '--key', passphrase()])).toMatchObject({ code: 2 });

    const out = join(folder, 'opened');
    expect(await world.keys('open', ['--in', to, '--passphrase-file', passphrase(), '--out', out])).toMatchObject({ code: 0 });
    expect(await check(out)).toMatchObject({ code: 0, out: expect.stringMatching(/The copy opens what was tried\n$/) });
    writeFileSync(
      join(out, 'log-key.pem'),
      generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    );
    expect(await check(out)).toMatchObject({
      code: 1,
      out: expect.stringContaining('WRONG: the key of the transparency log in the copy is another one'),
    });
  });

  it('may be a folder as the volume of secrets has it', async () => {
    const secrets = join(folder, 'secrets');
    mkdirSync(secrets);
    expect(await check(secrets)).toMatchObject({ code: 1, err: expect.stringContaining('holds neither keyring.json nor encryption_keys') });
    writeFileSync(join(secrets, 'encryption_keys'), JSON.stringify(ring()));
    writeFileSync(join(secrets, 'log_signing_key'), readFileSync(join(api.config.dataDir, 'log-key.pem')));
    expect(await report(secrets)).toMatchObject({ logKeySame: true, faults: [] });
  });

  it('is not the ring that the product itself reads', async () => {
    const own = copyOf(ring());
    expect(await check(own, [], { ENCRYPTION_KEYS: `file:${own}` })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('is the ring that the product itself reads'),
    });
  });

  it('is refused without a word of what it holds where it is no ring', async () => {
    for (const [content, sentence] of [
      [JSON.stringify(ring()).slice(0, -1), 'is not JSON'],
      [JSON.stringify({ ...ring(), current: 'k9' }), '"current" names no key of the ring'],
      [JSON.stringify({ ...ring(), keys: { ...ring().keys, k1: ring().keys['k1']!.slice(4) } }), 'a key is 32 bytes in base64'],
      [JSON.stringify({ ...ring(), sealed: 'no' }), 'is sealed: give'],
    ] as const) {
      expect(await check(copyOf(content))).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) });
    }
    expect(await check(join(folder, 'nothing'))).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read: ENOENT') });
  });
});
