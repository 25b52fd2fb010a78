import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { FileStore, newStorageKey } from '../../../src/platform/storage/index.js';
import { Clock } from '../../../src/platform/domain/index.js';
import { FileSweepHandler } from '../../../src/club/files/file-sweep.handler.js';
import { FileLinksService, FilesService, StoredFileRepository } from '../../../src/club/files/index.js';
import type { PendingKycWire } from '../../../src/platform/wire/index.js';
import { deepPng } from '../../support/image-bombs.js';
import { clubForm, idCardImage, proofPdf } from './documents.js';
import { KycApp, type Person } from './kyc-app.js';

interface FileRow {
  id: string;
  purpose: string;
  storage_key: string;
  sha256: Buffer;
  byte_size: number;
}

let kyc: KycApp;
let admin: Person;
beforeAll(async () => {
  kyc = await KycApp.start();
  admin = await kyc.person('admin');
});
afterAll(() => kyc.stop());

const pathOf = ({ storage_key: key }: FileRow) => join(kyc.config.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key);
const views = (actor: Person) =>
  kyc.rows<{ target_id: string; detail: unknown }>(
    `select target_id, detail from audit_events where action = 'file.view' and actor_id = ? order by at, id`,
    [actor.userId],
  );

/** A member with stored documents, and the links an admin is given to them. */
async function submitted(): Promise<{ member: Person; idCard: FileRow; proof: FileRow; links: PendingKycWire }> {
  const member = await kyc.person('trade club');
  expect((await kyc.createKyc(member, await clubForm())).statusCode).toBe(201);
  const [idCard, proof] = await kyc.rows<FileRow>('select * from files where user_id = ? order by purpose', [member.userId]);
  const { data } = (await kyc.get('/api/v1/getpendingkyc', admin.token)).json<{ data: PendingKycWire[] }>();
  return { member, idCard: idCard!, proof: proof!, links: data.find(({ userId }) => userId === member.userId)! };
}

describe('GET /files/{id}', () => {
  it('shows an identity card to whoever holds the link, with headers that let it do nothing', async () => {
    const { idCard, links } = await submitted();
    const answer = await kyc.get(links.idCard);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(idCard.byte_size),
      'content-disposition': 'inline; filename="id-card.jpg"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(createHash('sha256').update(answer.rawPayload).digest().equals(idCard.sha256)).toBe(true);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 80, height: 50 });
  });

  it('hands a PDF out as it came, as a download alone', async () => {
    const { links } = await submitted();
    const answer = await kyc.get(links.proofOfAddress);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="proof-of-address.pdf"',
    });
    expect(answer.rawPayload.equals(proofPdf)).toBe(true);
  });

  it('shows a page of a PDF as a picture, by the link of the file, and writes that down', async () => {
    const { member, proof, links } = await submitted();
    const pageOf = (link: string, page: number | string) => link.replace('?', `/pages/${page}?`);
    const before = (await views(admin)).length;
    const answer = await kyc.get(pageOf(links.proofOfAddress, 1));
    expect([answer.statusCode, answer.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/webp',
        'content-disposition': 'inline; filename="proof-of-address.webp"',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
        'tidemark-pages': '1',
      }),
    ]);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
    expect((await views(admin)).slice(before)).toEqual([
      { target_id: proof.id, detail: { userId: member.userId, purpose: 'proof-of-address', page: 1 } },
    ]);
    const statuses = async (...addresses: string[]) => Promise.all(addresses.map(async (address) => (await kyc.get(address)).statusCode));
    expect(
      await statuses(
        pageOf(links.proofOfAddress, 2),
        pageOf(links.idCard, 1),
        pageOf(links.proofOfAddress.replace('sig=', 'sig=x'), 1),
        pageOf(links.proofOfAddress, 0),
        pageOf(links.proofOfAddress, 'all'),
      ),
    ).toEqual([404, 404, 403, 400, 400]);
  });

  it('writes down every view by staff, and none of a member looking at their own', async () => {
    const { member, idCard, links } = await submitted();
    const before = (await views(admin)).length;
    await kyc.get(links.idCard);
    await kyc.get(links.idCard);
    const seen = await views(admin);
    expect(seen).toHaveLength(before + 2);
    expect(seen.at(-1)).toEqual({ target_id: idCard.id, detail: { userId: member.userId, purpose: 'id-card' } });
    const own = kyc.app
      .get(FileLinksService, { strict: false })
      .linkFor(idCard.id, { userId: member.userId, sessionId: member.token, role: 'trade club' });
    expect((await kyc.get(own)).statusCode).toBe(200);
    expect(await views(member)).toEqual([]);
  });

  it('stops with the session the link was made for', async () => {
    const { links } = await submitted();
    const leaving = await kyc.person('admin');
    const { data } = (await kyc.get('/api/v1/getpendingkyc', leaving.token)).json<{ data: PendingKycWire[] }>();
    const link = data.find(({ userId }) => userId === links.userId)!.idCard;
    expect((await kyc.get(link)).statusCode).toBe(200);
    kyc.signOut(leaving);
    expect((await kyc.get(link)).statusCode).toBe(403);
    expect((await kyc.get(links.idCard)).statusCode).toBe(200);
  });

  it('refuses every address that was not handed out, and a token does not help', async () => {
    const { idCard, proof, links } = await submitted();
    const query = links.idCard.split('?')[1]!;
    const wrong = [
      `/api/v1/files/${idCard.id}`,
      `/api/v1/files/${proof.id}?${query}`,
      `/api/v1/files/${randomUUID()}?${query}`,
      links.idCard.replace(/exp=\d+/, 'exp=99999999999'),
      links.idCard.replace('kid=k2', 'kid=k1'),
      `${links.idCard}x`,
      links.idCard.replace(/sig=.*/, `sig=${'A'.repeat(5000)}`),
    ];
    for (const url of wrong) expect([url.slice(0, 90), (await kyc.get(url, admin.token)).statusCode]).toEqual([url.slice(0, 90), 403]);
    expect((await kyc.get(`${links.idCard}&exp=1`, admin.token)).statusCode).toBe(400);
    expect((await kyc.get(`/api/v1/files/..%2f..%2fetc?${query}`)).statusCode).toBe(404);
  });

  it('sends nothing of a file that was altered, swapped with another, or lost', async () => {
    const { idCard, proof, links } = await submitted();
    const path = pathOf(idCard);
    const whole = readFileSync(path);
    const altered = Buffer.from(whole);
    altered[altered.length - 20]! ^= 1;
    for (const bytes of [altered, readFileSync(pathOf(proof)), whole.subarray(0, whole.length - 30), Buffer.from('plain')]) {
      writeFileSync(path, bytes);
      const answer = await kyc.get(links.idCard);
      expect(answer.statusCode).toBe(500);
      expect(answer.rawPayload.length).toBeLessThan(200);
    }
    rmSync(path);
    expect((await kyc.get(links.idCard)).statusCode).toBe(500);
    writeFileSync(path, whole);
    expect((await kyc.get(links.idCard)).statusCode).toBe(200);
  });
});

async function preparedImage() {
  const { member } = await submitted();
  const files = kyc.app.get(FilesService, { strict: false });
  const upload = { userId: member.userId, purpose: 'profile-image' as const, field: 'profileImg', buffer: await idCardImage() };
  const [prepared] = await files.prepare(kyc.em(), [upload]);
  return { files, prepared: prepared! };
}

/** A transaction whose commit the server has not carried out yet. */
function uncommitted() {
  const tx = kyc.em();
  tx.flush = () => Promise.resolve();
  return tx;
}

describe('FilesService', () => {
  it('refuses more than 40 files of a member in a day', async () => {
    const { member } = await submitted();
    const files = kyc.app.get(FilesService, { strict: false });
    const upload = { userId: member.userId, purpose: 'profile-image' as const, field: 'profileImg', buffer: await idCardImage() };
    await kyc.em().execute(
      `insert into files (id, user_id, purpose, mime, byte_size, storage_key, sha256) select gen_random_uuid(), ?, 'profile-image',
          'image/webp', 1, md5(n::text || ?::text), '\\x00' from generate_series(1, 38) n`,
      [member.userId, member.userId],
    );
    await expect(files.prepare(kyc.em(), [upload])).rejects.toMatchObject({ kind: 'too-many' });
    await kyc.em().execute(`update files set created_at = now() - interval '25 hours' where user_id = ?`, [member.userId]);
    await expect(files.prepare(kyc.em(), [upload])).resolves.toHaveLength(1);
  });

  it('counts pictures that could not be decoded among the files of a day', async () => {
    const { member } = await submitted();
    const files = kyc.app.get(FilesService, { strict: false });
    const upload = { userId: member.userId, purpose: 'profile-image' as const, field: 'profileImg', buffer: deepPng() };
    for (let tried = 0; tried < 38; tried += 1) await expect(files.prepare(kyc.em(), [upload])).rejects.toMatchObject({ kind: 'invalid' });
    await expect(files.prepare(kyc.em(), [upload])).rejects.toMatchObject({ kind: 'too-many' });
    await expect(files.prepare(kyc.em(), [{ ...upload, buffer: await idCardImage() }])).rejects.toMatchObject({ kind: 'too-many' });
    const other = { ...upload, userId: (await submitted()).member.userId, buffer: await idCardImage() };
    await expect(files.prepare(kyc.em(), [other])).resolves.toHaveLength(1);
  });

  it('keeps the bytes when the answer to the commit is lost, also when the commit happens only later', async () => {
    const { files, prepared } = await preparedImage();
    const em = kyc.em();
    let commit = () => Promise.resolve();
    em.transactional = async (work) => {
      commit = () => kyc.em().transactional(async (tx) => void tx.persist(prepared.file));
      await work(uncommitted());
      throw new Error('the connection was lost while committing');
    };
    await expect(files.keep(em, [prepared], () => Promise.resolve())).rejects.toThrow('while committing');
    await commit();
    expect(existsSync(pathOf({ storage_key: prepared.file.storageKey } as FileRow))).toBe(true);
  });

  it('deletes the bytes when the work fails before the commit', async () => {
    const { files, prepared } = await preparedImage();
    const work = () => Promise.reject(new Error('the form was refused'));
    await expect(files.keep(kyc.em(), [prepared], work)).rejects.toThrow('was refused');
    expect(existsSync(pathOf({ storage_key: prepared.file.storageKey } as FileRow))).toBe(false);
  });
});

describe('the sweep', () => {
  it('removes day-old bytes without a row, keeps young ones, and every file with a row', async () => {
    const { idCard, proof } = await submitted();
    const store = kyc.app.get(FileStore, { strict: false });
    const [old, young] = [newStorageKey(), newStorageKey()];
    for (const key of [old, young])
      await store.put(
        key,
        (async function* () {
          yield Buffer.from('left behind');
        })(),
      );
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const key of [old, idCard.storage_key, proof.storage_key]) utimesSync(pathOf({ storage_key: key } as FileRow), longAgo, longAgo);
    await new FileSweepHandler(new StoredFileRepository(kyc.em()), store, kyc.app.get(Clock, { strict: false })).handle();
    const left = readdirSync(join(kyc.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).map(({ name }) => name);
    expect(left).toEqual(expect.arrayContaining([young, idCard.storage_key, proof.storage_key]));
    expect(left).not.toContain(old);
  });

  it("keeps the parts of a copy of a member's data as long as it can be fetched", async () => {
    const store = kyc.app.get(FileStore, { strict: false });
    const parts: Record<string, string> = { ready: newStorageKey(), running: newStorageKey(), expired: newStorageKey() };
    const {
      member: { userId },
    } = await submitted();
    for (const [state, key] of Object.entries(parts)) {
      await store.put(
        key,
        (async function* () {
          yield Buffer.from('a part');
        })(),
      );
      await kyc.em().execute(
        `insert into data_exports (id, user_id, state, parts, expires_at)
            values (gen_random_uuid(), ?, ?, ?::jsonb, now() + interval '1 hour')`,
        [userId, state, JSON.stringify([newStorageKey(), key])],
      );
      const longAgo = new Date(Date.now() - 25 * 3_600_000);
      utimesSync(pathOf({ storage_key: key } as FileRow), longAgo, longAgo);
    }
    await new FileSweepHandler(new StoredFileRepository(kyc.em()), store, kyc.app.get(Clock, { strict: false })).handle();
    expect(Object.values(parts).map((key) => existsSync(pathOf({ storage_key: key } as FileRow)))).toEqual([true, true, false]);
  });
});
