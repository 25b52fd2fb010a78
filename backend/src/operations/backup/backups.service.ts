import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { AuditLog } from '../audit/index.js';
import { FileSealer } from '../../platform/crypto/index.js';
import { FileStore, LocalFileStore } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { indexCheck, keyChecks } from '../keys/index.js';
import { productVersion } from '../monitoring/index.js';
import { findExistingFiles } from './backed-up-file.query.js';
import { recordBackupRun } from './backup-run.repository.js';
import { BackupRefused } from './backup.errors.js';
import { copyFileList, copyTableOut, countRows, readSnapshotFacts, type SnapshotFacts } from './backup.sql.js';
import { batchesOf, copyObject, linesIn, teller } from './file-copies.js';
import { writeManifest, type Manifest, type Part } from './manifest.store.js';
import { BackupParts, FILES_INDEX, tablePart } from './backup-parts.store.js';
import { onSnapshot } from './snapshot.sql.js';
import { RowCounter, sequences, tablesInOrder, type TableShape } from './tables.sql.js';

type Note = (line: string) => void;
type DumpedTables = SnapshotFacts & Pick<Manifest, 'tables' | 'sequences'>;

export interface MadeBackup {
  id: string;
  at: string;
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Ids of the ring's keys that a restore needs. */
  keys: string[];
  logKeys: string[];
  /** Ids of keys that seal values but are missing from the ring: these values can be opened neither here nor after a restore. */
  lostKeys: string[];
  /** Ids of files whose rows exist but whose bytes are missing from the file store. */
  lost: string[];
}

/** Rows between two lines of progress. */
const PROGRESS_ROWS = 500_000;
/** With more missing files the store is taken for empty or the wrong one. */
const MAX_ABSENT = 1000;
const FILE_LIST = 'files.list';

/**
 * Writes a backup into a folder (docs/operations.md): a snapshot of the tables and the files that they name. The product may run
 * meanwhile.
 */
@Injectable()
export class BackupsService {
  constructor(
    private readonly orm: MikroORM,
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  /** `folder` must be empty or missing; waits up to `waitMs` for a running migration. Throws BackupRefused, StorageUnavailable. */
  async make(folder: string, note: Note, waitMs: number): Promise<MadeBackup> {
    await emptyFolder(folder);
    const id = randomUUID();
    const parts = new BackupParts(folder, id, this.sealer);
    const database = await onSnapshot(this.config.databaseUrl, waitMs, (client) => this.tables(client, parts, folder, note));
    const files = await this.files(parts, folder, note);
    await rm(join(folder, FILE_LIST));
    const used = [...new Set([this.config.keyring.current, ...database.sealedWith, ...files.sealedWith])].toSorted();
    const checks = keyChecks(this.config);
    const needed = used.filter((kid) => checks[kid] !== undefined);
    const { migrations, tables, sequences: counters, signedWith } = database;
    const at = database.at.toISOString();
    const { count, bytes, index, absent } = files;
    if (count + absent.length !== tables.find(({ name }) => name === 'files')?.rows)
      throw new Error(`${count + absent.length} files were looked for, and not as many as there are rows`);
    await writeManifest(
      folder,
      {
        id,
        product: productVersion(),
        at,
        migrations,
        tables,
        sequences: counters,
        files: { count, bytes, index, absent },
        keys: { sealing: Object.fromEntries(needed.map((kid) => [kid, checks[kid]!])), index: indexCheck(this.config), log: signedWith },
      },
      this.config,
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const stored = tables.reduce((sum, { part }) => sum + part.bytes, index.bytes + bytes);
    await this.orm.em.fork().transactional(async (tx) => {
      await recordBackupRun(tx, { id, at, rows, files: count, bytes: stored });
      await this.audit.record(tx, {
        action: 'backup.make',
        actorId: null,
        actorRole: null,
        targetType: 'backup',
        targetId: id,
        detail: { tables: tables.length, rows, files: count, keys: needed },
      });
    });
    return {
      id,
      at,
      tables: tables.length,
      rows,
      files: count,
      bytes: stored,
      keys: needed,
      logKeys: signedWith,
      lostKeys: used.filter((kid) => checks[kid] === undefined),
      lost: await findExistingFiles(this.orm.em.fork(), absent), // files deleted since the snapshot are not lost
    };
  }

  private async tables(client: pg.Client, parts: BackupParts, folder: string, note: Note): Promise<DumpedTables> {
    const shapes = await tablesInOrder(client);
    const facts = await readSnapshotFacts(client, shapes);
    const tables: Manifest['tables'] = [];
    for (const table of shapes) tables.push(await dump(client, table, parts, note));
    // Files of members deleted after the snapshot disappear from the store; the list names those of the snapshot.
    await pipeline(copyFileList(client), createWriteStream(join(folder, FILE_LIST), { flags: 'wx', mode: 0o600 }));
    return { ...facts, tables, sequences: await sequences(client) };
  }

  private async files(parts: BackupParts, folder: string, note: Note): Promise<Manifest['files'] & { sealedWith: Set<string> }> {
    const target = new LocalFileStore(join(folder, 'files'));
    const sealedWith = new Set<string>();
    const absent: string[] = [];
    const tell = teller(note, 'files copied');
    const done = { count: 0, bytes: 0 };
    const copy = async ({ key, id }: { key: string; id: string }) => ({ id, copied: await copyObject(key, this.store, target) });
    const lines = batchesOf(linesIn(join(folder, FILE_LIST)), (line) => {
      const [key = '', id = ''] = line.split('\t');
      return { key, id };
    });
    const index: Part = await parts.write(
      FILES_INDEX,
      (async function* () {
        for await (const batch of lines) {
          for (const { id, copied } of await Promise.all(batch.map(copy))) {
            if (!copied) absent.push(id);
            else {
              const { keyId, ...entry } = copied;
              if (keyId !== null) sealedWith.add(keyId);
              done.count += 1;
              done.bytes += entry.bytes;
              yield Buffer.from(`${JSON.stringify(entry)}\n`);
            }
          }
          if (absent.length > MAX_ABSENT)
            throw new BackupRefused(
              `More than ${MAX_ABSENT} files are not in the file store: is it the one of this database (DATA_DIR, S3_URL)?`,
            );
          tell(batch.length);
        }
      })(),
    );
    return { ...done, index, absent, sealedWith };
  }
}

async function dump(client: pg.Client, table: TableShape, parts: BackupParts, note: Note): Promise<Manifest['tables'][number]> {
  const { name, columns } = table;
  const counter = new RowCounter();
  const source = copyTableOut(client, table);
  const part = await parts.write(
    tablePart(name),
    counted(source as AsyncIterable<Buffer>, counter, (rows) => note(`${name}: ${rows} rows`)),
  );
  const rows = await countRows(client, name);
  if (rows !== counter.rows)
    throw new BackupRefused(`${name} has ${rows} rows, and ${counter.rows} of them were read: make the backup again`);
  return { name, columns, rows: counter.rows, part };
}

async function* counted(source: AsyncIterable<Buffer>, counter: RowCounter, tell: (rows: number) => void): AsyncGenerator<Buffer> {
  let told = 0;
  for await (const piece of source) {
    counter.see(piece);
    if (counter.rows - told >= PROGRESS_ROWS) tell((told = counter.rows));
    yield piece;
  }
}

async function emptyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) throw new BackupRefused(`${folder} is not empty: each backup has a folder of its own`);
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    throw new BackupRefused(`${folder} cannot be made: ${(error as Error).message}`);
  }
}
