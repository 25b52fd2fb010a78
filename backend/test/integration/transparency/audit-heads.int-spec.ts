import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { AuditAnchorsService } from '../../../src/operations/audit/audit-anchors.service.js';
import { AuditSealerService, AuditVerifierService } from '../../../src/operations/audit/index.js';
import { headText } from '../../../src/trading/transparency/leaf.js';
import type { LogHeadWire } from '../../../src/platform/wire/index.js';
import { checkLog, overHttp, type LogHead } from '../../../../scripts/verify-log.mjs';
import { LogWorld } from './log-world.js';

let world: LogWorld;
beforeEach(async () => {
  world = await LogWorld.start();
  await world.publish();
});
afterEach(() => world.stop());

const anchors = () => Object.assign(new AuditAnchorsService(world.api.config), { publish: () => Promise.resolve() });
const seal = () => new AuditSealerService(world.api.app.get(MikroORM), anchors()).sealAll();
const firstBreak = async () => (await new AuditVerifierService(world.api.app.get(MikroORM), anchors()).verify()).firstBreak;
const sign = async () => {
  await seal();
  await world.signer().sign();
};
const heads = async () => (await world.get<LogHeadWire[]>('/log/heads')).data;
/** As a visitor reads the site, who kept a head the last time. */
const outsider = (seen: LogHead | null = null) =>
  checkLog(
    overHttp('https://club.example', (async (url: string) => {
      const answer = await world.api.app.inject({ method: 'GET', url: new URL(url).pathname + new URL(url).search });
      return { ok: answer.statusCode === 200, status: answer.statusCode, json: async () => answer.json() as unknown };
    }) as unknown as typeof fetch),
    { seen },
  );
const lastSeal = async () =>
  (await world.rows<{ seq: string; hash: Buffer }>('select seq, hash from audit_seals order by seq desc limit 1'))[0]!;
/** What an owner of the database does who wants the last events never to have been; with their anchors. */
const cut = (from: number) => [
  `delete from audit_events where id in (select event_id from audit_seals where seq >= ${from})`,
  `delete from audit_seals where seq >= ${from}`,
  `delete from audit_anchors where seq >= ${from}`,
];

describe('a head', () => {
  it('names the end of the audit log, and signs it', async () => {
    await sign();
    const { seq, hash } = await lastSeal();
    const [head] = await heads();
    expect(head).toMatchObject({ number: 1, size: 1, audit: { count: Number(seq), hash: hash.toString('base64') } });
    const { number, size, root, signedAt } = head!;
    expect(
      headText({ number, size, root: Buffer.from(root, 'base64'), signedAt: new Date(signedAt), audit: { count: Number(seq), hash } }),
    ).toBe(`tidemark.log/v2\n1\n1\n${root}\n${signedAt}\n${seq}\n${hash.toString('base64')}`);
    expect(await world.faults()).toEqual([]);
    expect(await outsider()).toMatchObject({ faults: [], head: { audit: { count: Number(seq) } } });
    expect(await firstBreak()).toBeNull();
  });

  it('that was signed before heads did so stays good, with those that follow it', async () => {
    await world.signer().sign(); // nothing is sealed yet: a head as they were
    await world.publish();
    await sign();
    const all = await heads();
    expect(all.map(({ audit }) => audit === undefined)).toEqual([true, false]);
    expect(await world.faults()).toEqual([]);
    expect((await outsider()).faults).toEqual([]);
  });

  it('is signed once a day where nothing was published, for the sake of the audit log', async () => {
    await sign();
    await seal();
    expect(await world.signer().signWhereDue()).toBeNull();
    await world.ageHeads('25 hours');
    expect(await world.signer().signWhereDue()).toBe(1);
    expect((await heads()).map(({ size }) => size)).toEqual([1, 1]);
    expect(await world.signer().signWhereDue()).toBeNull();
    expect((await world.faults()).filter((fault) => !fault.startsWith('leaf 0'))).toEqual([]);
    expect((await outsider()).faults).toEqual([]);
  });
});

describe('who cuts the end of the audit log', () => {
  let end: number;
  let seen: LogHead;
  beforeEach(async () => {
    await sign();
    end = Number((await lastSeal()).seq);
    seen = (await outsider()).head!;
  });

  it('is found by the daily check, by log:verify, and signs nothing more', async () => {
    await world.tamper(...cut(end));
    expect(await firstBreak()).toMatchObject({ fault: 'cut-off', message: expect.stringContaining('head 1 of the transparency log') });
    expect(await world.faults()).toContainEqual(`head 1: it was signed when the audit log had ${end} events, and it has fewer now`);
    await world.publish();
    expect(await world.signer().sign()).toBeNull();
  });

  it('is found after other events took the places of those that were cut', async () => {
    await world.tamper(...cut(end));
    await world.publish();
    await seal();
    expect(Number((await lastSeal()).seq)).toBeGreaterThanOrEqual(end);
    expect(await firstBreak()).toMatchObject({ fault: 'rewritten', message: expect.stringContaining('names another hash') });
    expect(await world.faults()).toContainEqual(`head 1: the audit log's event ${end} has another hash than was signed`);
    expect(await world.signer().sign()).toBeNull();
  });

  it('is found by an outsider where the head went with it', async () => {
    await world.tamper(...cut(end), 'delete from log_heads');
    await world.publish();
    await sign();
    expect((await outsider(seen)).faults).toContainEqual(expect.stringContaining('Head 1, which was seen here before, is another one now'));
  });

  it('is found by an outsider where the head was signed anew over a shorter one', async () => {
    await world.publish();
    await sign();
    const { seq } = await lastSeal();
    expect(Number(seq)).toBeGreaterThan(end);
    await world.tamper(`update log_heads set audit_count = ${end - 1} where number = 2`);
    expect((await outsider()).faults).toEqual([
      'Head 2 counts fewer events of the audit log than the head before it.',
      'The signature of head 2 does not hold.',
    ]);
    expect(await world.faults()).toEqual(expect.arrayContaining(['head 2: the audit log has fewer events than at the head before it']));
  });

  it('is found where later heads say nothing of it', async () => {
    await world.publish();
    await sign();
    await world.tamper('update log_heads set audit_count = null, audit_hash = null where number = 2');
    expect((await outsider()).faults).toContainEqual('Head 2 says nothing of the audit log, as the head before it did.');
    expect(await world.faults()).toContainEqual('head 2: it says nothing of the audit log, as the head before it did');
  });
});
