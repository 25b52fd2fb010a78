import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { AuditLog } from '../audit/index.js';
import { FileSealer } from '../../platform/crypto/index.js';
import { FileStore, LocalFileStore } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { indexCheck, keyChecks } from '../keys/index.js';
import { keyUse, productVersion } from '../monitoring/index.js';
import { BackupRefused } from './backup.errors.js';
import { batchesOf, copyObject, linesIn, teller } from './file-copies.js';
import { writeManifest, type Manifest, type Part } from './manifest.store.js';
import { BackupParts, FILES_INDEX, tablePart } from './backup-parts.store.js';
import { onSnapshot } from './snapshot.sql.js';
import { quoted, RowCounter, sequences, tablesInOrder, type TableShape } from './tables.sql.js';

type Note = (line: string) => void;
type Database = Pick<Manifest, 'at' | 'migrations' | 'tables' | 'sequences'> & { sealedWith: string[]; signedWith: string[] };

export interface MadeBackup {
  id: string;
  at: string;
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Ids of keys of the ring without which it cannot be restored. */
  keys: string[];
  logKeys: string[];
  /** Of keys that the ring does not have, though values are sealed with them: nobody can open those, here or after a restore. */
  lostKeys: string[];
  /** Ids of files whose bytes are not in the file store, though their rows are there still. */
  lost: string[];
}

const TOLD_ROWS = 500_000;
/** More than that are no accident of single files: the store is the wrong one, or empty. */
const MAX_ABSENT = 1000;
const FILE_LIST = 'files.list';

/**
 * Writes everything that the product cannot make again into a folder (docs/operations.md): the tables at one instant, and the files that
 * they name. The product may run meanwhile.
 */
@Injectable()
export class Backups {
  constructor(
    private readonly orm: MikroORM,
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  /** `folder` is made, or empty; `waitMs`: for a migration to end. Throws BackupRefused, StorageUnavailable. */
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
    const { at, migrations, tables, sequences: counters, signedWith } = database;
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
      // Before an upgrade the schema may be of a version that has no such table yet.
      const [schema] = await tx.execute<{ knows: boolean }[]>(`select to_regclass('backup_runs') is not null as knows`);
      if (schema?.knows)
        await tx.execute('insert into backup_runs (id, at, rows, files, bytes) values (?, ?, ?, ?, ?)', [id, at, rows, count, stored]);
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
      lost: await this.stillThere(absent),
    };
  }

  private async tables(client: pg.Client, parts: BackupParts, folder: string, note: Note): Promise<Database> {
    const {
      rows: [now],
    } = await client.query<{ at: string }>('select now()::text as at');
    const { rows: migrations } = await client.query<{ name: string }>('select name from mikro_orm_migrations order by id');
    const { rows: uses } = await client.query<{ kid: string | null }>(`select distinct kid from (${keyUse}) used`);
    const { rows: signers } = await client.query<{ key_id: string }>('select distinct key_id from log_heads order by key_id');
    const tables: Manifest['tables'] = [];
    for (const table of await tablesInOrder(client)) tables.push(await dump(client, table, parts, note));
    // Who is deleted after this instant takes the file along: the list says which were there.
    await pipeline(
      client.query(copyTo(`copy (select storage_key, id from files order by id) to stdout`)),
      createWriteStream(join(folder, FILE_LIST), { flags: 'wx', mode: 0o600 }),
    );
    return {
      at: new Date(now!.at).toISOString(),
      migrations: migrations.map(({ name }) => name),
      tables,
      sequences: await sequences(client),
      sealedWith: uses.flatMap(({ kid }) => (kid === null ? [] : [kid])),
      signedWith: signers.map(({ key_id }) => key_id),
    };
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

  /** Those that were deleted since the instant of the backup are no loss. */
  private async stillThere(ids: readonly string[]): Promise<string[]> {
    const rows = await this.orm.em
      .fork()
      .execute<{ id: string }[]>('select id from files where id = any(?::uuid[]) order by id', [`{${ids.join(',')}}`]);
    return rows.map(({ id }) => id);
  }
}

async function dump(client: pg.Client, { name, columns }: TableShape, parts: BackupParts, note: Note): Promise<Manifest['tables'][number]> {
  const counter = new RowCounter();
  const source = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`));
  const part = await parts.write(
    tablePart(name),
    counted(source as AsyncIterable<Buffer>, counter, (rows) => note(`${name}: ${rows} rows`)),
  );
  const {
    rows: [held],
  } = await client.query<{ n: string }>(`select count(*) as n from ${quoted(name)}`);
  if (Number(held!.n) !== counter.rows)
    throw new BackupRefused(`${name} has ${held!.n} rows, and ${counter.rows} of them were read: make the backup again`);
  return { name, columns, rows: counter.rows, part };
}

async function* counted(source: AsyncIterable<Buffer>, counter: RowCounter, tell: (rows: number) => void): AsyncGenerator<Buffer> {
  let told = 0;
  for await (const piece of source) {
    counter.see(piece);
    if (counter.rows - told >= TOLD_ROWS) tell((told = counter.rows));
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
