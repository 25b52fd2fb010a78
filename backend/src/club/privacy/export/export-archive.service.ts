import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import yazl from 'yazl';
import { FileSealer } from '../../../platform/crypto/index.js';
import { FileStore, ObjectMissing } from '../../../platform/storage/index.js';
import { fileSealContext, type FileType } from '../../files/index.js';
import { KycReviewsService } from '../../kyc/index.js';
import { accountSets, memberSets } from './export-contents.sql.js';
import { accountSql, filesOf, jsonRows, withSnapshot, type OwnFile } from './export-rows.sql.js';
import { readMe } from './read-me.messages.js';

const extensions: Record<FileType, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'application/pdf': 'pdf' };
/** Bounds the verifications of one member; there are a handful. */
const MAX_VERIFICATIONS = 1000;

/** Receives the progress, in percent, before each piece. Throwing aborts the export. */
export type OnStep = (step: string, percent: number) => Promise<void>;

/** Builds the ZIP archive of a member's data from one snapshot of the database. Files are decrypted while they are streamed. */
@Injectable()
export class ExportArchiveService {
  private readonly log = new Logger('Privacy');

  constructor(
    private readonly orm: MikroORM,
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly kyc: KycReviewsService,
  ) {}

  /**
   * Streams the archive into `write`. `lock` is the export's id; returns null where another worker is making it. Throws SealBroken for a
   * file that was tampered with.
   */
  make<T>(lock: string, userId: string, onStep: OnStep, write: (zip: AsyncIterable<Buffer>) => Promise<T>): Promise<T | null> {
    return withSnapshot(this.orm.em, lock, async (client) => write(await this.zip(client, userId, onStep)));
  }

  private async zip(client: PoolClient, userId: string, onStep: OnStep): Promise<AsyncIterable<Buffer>> {
    const zip = new yazl.ZipFile();
    const out = zip.outputStream as Readable;
    const files = await filesOf(client, userId);
    const missing = new Set<string>();
    const pieces = memberSets.length + accountSets.length + files.length + 1;
    let done = 0;
    /** Adds an entry. Its source is opened when the archiver reaches it. */
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
        // yazl does not handle errors of its sources: without a listener they would end the process.
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
      // The other files are still exported; files.json shows which one is missing.
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
