import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { anchorsIn, AuditAnchorsService } from '../../../src/operations/audit/index.js';
import { testConfig } from '../../support/test-config.js';
import { ChainApp } from './chain-app.js';

let chain: ChainApp;
let folder: string;
let file: string;
let anchors: AuditAnchorsService;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-anchors-'));
  file = join(folder, 'anchors');
  writeFileSync(file, '');
  chain = await ChainApp.start();
  anchors = new AuditAnchorsService(testConfig(chain.url, { AUDIT_ANCHOR_FILE: file }));
});
afterEach(async () => {
  await chain.stop();
  rmSync(folder, { recursive: true });
});

/** Seals what waits, and keeps its anchors where the database cannot reach. */
async function seal(): Promise<void> {
  const before = chain.published.length;
  await chain.seal();
  for (const anchor of chain.published.slice(before)) await anchors.publish(anchor);
}

/** The database as it was when the chain ended with `seq`. */
const goBackTo = (seq: number) =>
  chain.tamper(
    `delete from audit_events where id in (select event_id from audit_seals where seq > ${seq})`,
    `delete from audit_seals where seq > ${seq}`,
    `delete from audit_anchors where seq > ${seq}`,
  );
async function recordRestore(seq: number): Promise<void> {
  const [end] = await chain.rows<{ hash: Buffer }>('select hash from audit_seals where seq = ?', [seq]);
  await anchors.publishRestore(BigInt(seq), end!.hash);
}
const verify = () => chain.verify(anchorsIn(file));

describe('anchors from outside, after an older backup was restored', () => {
  beforeEach(async () => {
    await chain.records(300);
    await seal();
  });

  it('agree before', async () => {
    expect(await verify()).toMatchObject({ sealed: '300', restores: 0, firstBreak: null });
  });

  it('are explained by the restore that was recorded beside them', async () => {
    await goBackTo(150);
    expect((await verify()).firstBreak).toMatchObject({ fault: 'cut-off' });
    await recordRestore(150);
    expect(await verify()).toMatchObject({ restores: 1, firstBreak: null });
    await chain.records(200);
    await seal();
    expect(await verify()).toMatchObject({ sealed: '350', restores: 1, firstBreak: null });
  });

  it('show that the end was cut after the restore', async () => {
    await goBackTo(150);
    await recordRestore(150);
    await chain.records(200);
    await seal();
    await goBackTo(150);
    expect((await verify()).firstBreak).toMatchObject({ fault: 'cut-off' });
  });

  it('are not explained by a restore that was written down with another key', async () => {
    await goBackTo(150);
    const [end] = await chain.rows<{ hash: Buffer }>('select hash from audit_seals where seq = 150');
    const line = { seq: '150', hash: end!.hash.toString('hex'), mac: '00'.repeat(32), restored: true };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    expect((await verify()).firstBreak).toMatchObject({ fault: 'anchor' });
  });

  it('are not explained by an anchor that somebody calls a restore', async () => {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    await goBackTo(100);
    appendFileSync(file, `${JSON.stringify({ ...(JSON.parse(lines[0]!) as object), restored: true })}\n`);
    expect((await verify()).firstBreak).toMatchObject({ fault: 'anchor' });
  });

  it('show what was rewritten before the restored backup was made', async () => {
    await goBackTo(150);
    await recordRestore(150);
    await chain.tamper(`update audit_seals set hash = '\\x00' where seq = 100`);
    expect((await verify()).firstBreak).not.toBeNull();
  });
});
