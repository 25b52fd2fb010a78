import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import yazl from 'yazl';
import { FileSealer } from '../../../platform/crypto/index.js';
import { FileStore, ObjectMissing } from '../../../platform/storage/index.js';
import { fileSealContext, type FilePurpose, type FileType } from '../../files/index.js';
import { KycReviews } from '../../kyc/index.js';
import { accountSets, memberSets } from './contents.js';
import { accountSql, jsonRows } from './json-rows.js';
import { readMe } from './read-me.js';

const extensions: Record<FileType, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'application/pdf': 'pdf' };
/** Verifications of one member: a handful, and a bound all the same. */
const MAX_VERIFICATIONS = 1000;

interface OwnFile {
  id: string;
  purpose: FilePurpose;
  mime: FileType;
  storage_key: string;
  byte_size: number;
  created_at: Date;
}

/** Called between pieces of work: where it stands. Throwing ends the work. */
export type OnStep = (step: string, percent: number) => Promise<void>;

/** Puts together the copy of a member's data: one instant of the database, and their files opened as they flow. */
@Injectable()
export class ExportArchive {
  private readonly log = new Logger('Privacy');

  constructor(
    private readonly orm: MikroORM,
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly kyc: KycReviews,
  ) {}

  /**
   * Runs `write` with the bytes of the ZIP file as they are made. `lock` names the export: null where another worker is at it already.
   * Throws SealBroken for a document that was tampered with.
   */
  async make<T>(lock: string, userId: string, onStep: OnStep, write: (zip: AsyncIterable<Buffer>) => Promise<T>): Promise<T | null> {
    const pool = await this.orm.em.getConnection().getNativeClient();
    const client = (await pool.connect()) as PoolClient;
    let broken: Error | undefined;
    try {
      await client.query('begin transaction isolation level repeatable read read only');
      await client.query(`set local time zone 'UTC'`);
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine', [lock]);
      return rows[0]?.mine ? await write(await this.zip(client, userId, onStep)) : null;
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      // After a failure half-way a statement may still be open: such a connection is not used again.
      if (!broken) await client.query('rollback');
      client.release(broken);
    }
  }

  private async zip(client: PoolClient, userId: string, onStep: OnStep): Promise<AsyncIterable<Buffer>> {
    const zip = new yazl.ZipFile();
    const out = zip.outputStream as Readable;
    const { rows: files } = await client.query<OwnFile>(
      'select id, purpose, mime, storage_key, byte_size, created_at from files where user_id = $1 order by created_at, id',
      [userId],
    );
    const missing = new Set<string>();
    const pieces = memberSets.length + accountSets.length + files.length + 1;
    let done = 0;
    /** One entry; its source is opened when its turn has come. */
    const add = (path: string, step: string, source: (tick: () => Promise<void>) => AsyncIterable<Buffer>) => {
      const tick = () => onStep(step, Math.floor((done / pieces) * 99));
      zip.addReadStreamLazy(path, { compress: !/\.(jpg|webp)$/.test(path) }, (ready) => {
        const entry = Readable.from(
          (async function* () {
            await tick();
            yield* source(tick);
            done += 1;
          })(),
          { objectMode: false },
        );
        // The archiver does not look at failures of its sources: unheard, they would end the process.
        entry.on('error', (error) => out.destroy(error));
        ready(null, entry);
      });
    };
    zip.addBuffer(Buffer.from(readMe(new Date())), 'README.txt');
    for (const { path, sql } of memberSets) add(path, 'Your account', (tick) => jsonRows(client, sql, userId, tick));
    add('verification.json', 'Your verification', () => this.verifications(userId));
    for (const set of accountSets) {
      const sql = await accountSql(client, set);
      add(set.path, 'Your exchange account', (tick) => jsonRows(client, sql, userId, tick));
    }
    for (const [index, file] of files.entries()) add(pathOf(file, index), 'Your files', () => this.content(file, userId, missing));
    add('files.json', 'Your files', () => listOf(files, missing));
    zip.end();
    (zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => out.destroy(error));
    return out;
  }

  private async *verifications(userId: string): AsyncGenerator<Buffer> {
    const { rows } = await this.kyc.list({ sort: 'submittedAt', order: 'ASC', offset: 0, limit: MAX_VERIFICATIONS, filter: { userId } });
    yield json(
      rows.map(
        ({
          id,
          userType,
          platform,
          address,
          apiKeyHint,
          exchangeLoginGiven,
          idCardFileId,
          proofFileId,
          status,
          reason,
          isFinal,
          reopenedAt,
          submittedAt,
          decidedAt,
        }) => ({
          id,
          membership: userType,
          exchange: platform,
          address,
          keyEndsWith: apiKeyHint,
          exchangeSignInGiven: exchangeLoginGiven,
          idCardFileId,
          proofOfAddressFileId: proofFileId,
          status,
          reason,
          isFinal,
          reopenedAt,
          submittedAt,
          decidedAt,
        }),
      ),
    );
  }

  private async *content(file: OwnFile, userId: string, missing: Set<string>): AsyncGenerator<Buffer> {
    try {
      yield* this.sealer.open(await this.store.open(file.storage_key), fileSealContext({ id: file.id, userId }));
    } catch (error) {
      // The rest of the copy is no worse for it; the list of files says which one is not there.
      if (!(error instanceof ObjectMissing)) throw error;
      this.log.error({ fileId: file.id }, 'a file of an export has no bytes');
      missing.add(file.id);
    }
  }
}

const pathOf = ({ purpose, mime }: OwnFile, index: number) => `files/${String(index + 1).padStart(3, '0')}-${purpose}.${extensions[mime]}`;

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function* listOf(files: readonly OwnFile[], missing: ReadonlySet<string>): AsyncGenerator<Buffer> {
  yield json(
    files.map((file, index) => ({
      id: file.id,
      path: missing.has(file.id) ? null : pathOf(file, index),
      purpose: file.purpose,
      type: file.mime,
      bytes: file.byte_size,
      uploadedAt: file.created_at,
    })),
  );
}
