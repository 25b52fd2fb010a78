import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { FileSealer } from '../../platform/crypto/index.js';
import { grantAppRole } from '../../platform/persistence/app-role.sql.js';
import { applyMigrations } from '../../platform/persistence/apply-migrations.js';
import { QUEUE_SCHEMA } from '../../platform/queue/index.js';
import { FileStore, LocalFileStore } from '../../platform/storage/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { LogKeysService } from '../../trading/transparency/index.js';
import { resetVolatileRows } from './after-restore.sql.js';
import { BackupRefused } from './backup.errors.js';
import { analyze, copyTableIn, hasRows, setSequence, switchTriggers } from './backup.sql.js';
import { batchesOf, copyObject, linesOf, sumOf, teller, type CopiedFile } from './file-copies.js';
import { createIndexes, dropIndexes } from './indexes.sql.js';
import { readManifest, type Manifest } from './manifest.store.js';
import { BackupParts, FILES_INDEX, tablePart } from './backup-parts.store.js';
import { inOneTransaction } from './snapshot.sql.js';
import { RowCounter, tablesInOrder } from './tables.sql.js';

type Note = (line: string) => void;

/** Restores a backup into an empty database and the file store (docs/operations.md). */
@Injectable()
export class RestoresService {
  constructor(
    private readonly orm: MikroORM,
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly config: AppConfig,
    private readonly logKeys: LogKeysService,
  ) {}

  /** Checks that the backup is complete and fits this installation. Stores nothing. Throws BackupRefused. */
  async check(folder: string, note: Note): Promise<Manifest> {
    const manifest = await readManifest(folder, this.config);
    const unknown = manifest.keys.log.filter((id) => !this.logKeys.knows(id));
    if (unknown.length > 0)
      throw new BackupRefused(
        `The transparency log was signed with ${unknown.map((id) => id.slice(0, 12)).join(', ')}: ` +
          'LOG_SIGNING_KEY and LOG_EARLIER_KEYS must hold the keys of these ids',
      );
    await this.refuseFull();
    await this.refuseOtherSchema(manifest);
    const parts = this.partsOf(folder, manifest);
    for (const { name, part } of manifest.tables) await parts.check(tablePart(name), part);
    await parts.check(FILES_INDEX, manifest.files.index);
    const copies = new LocalFileStore(join(folder, 'files'));
    const tell = teller(note, `of ${manifest.files.count} files are as they were`);
    let count = 0;
    for await (const batch of this.index(parts)) {
      count += batch.length;
      const sums = await Promise.all(batch.map(({ key }) => sumOf(key, copies)));
      for (const [n, { key, sha256 }] of batch.entries()) {
        if (sums[n] === null) throw new BackupRefused(`The file ${key} is missing from the backup`);
        if (sums[n] !== sha256) throw new BackupRefused(`The file ${key} was altered: its SHA-256 is not the one of the backup`);
      }
      tell(batch.length);
    }
    if (count !== manifest.files.count) throw new BackupRefused(`The backup lists ${count} files in place of ${manifest.files.count}`);
    return manifest;
  }

  /**
   * Stores the files first, so that a second attempt finds them, then loads every row in one transaction. Check the backup before.
   * Throws BackupRefused; the database then has no rows.
   */
  async restore(folder: string, manifest: Manifest, note: Note): Promise<void> {
    const parts = this.partsOf(folder, manifest);
    await this.putFiles(folder, manifest, parts, note);
    note(`${manifest.files.count} files are in the file store`);
    await applyMigrations(this.orm, { to: manifest.migrations.at(-1)!, note });
    await inOneTransaction(this.config.databaseUrl, (client) => this.load(client, manifest, parts, note));
    await applyMigrations(this.orm, { note });
    const { databaseUrl, databaseAppUrl } = this.config;
    if (databaseAppUrl !== undefined) await grantAppRole(databaseUrl, databaseAppUrl, QUEUE_SCHEMA);
  }

  private partsOf(folder: string, { id }: Manifest): BackupParts {
    return new BackupParts(folder, id, this.sealer);
  }

  private async *index(parts: BackupParts): AsyncGenerator<CopiedFile[]> {
    const out = new PassThrough();
    const reading = parts.read(FILES_INDEX, out);
    reading.catch((error: Error) => out.destroy(error)); // the error reaches the consumer of the lines, or the await below
    yield* batchesOf(linesOf(out as AsyncIterable<Buffer>), (line) => JSON.parse(line) as CopiedFile);
    await reading;
  }

  /** Throws BackupRefused if the backup is newer than the product, or the database's schema newer than the backup. */
  private async refuseOtherSchema({ migrations, product }: Manifest): Promise<void> {
    const applied = (await this.orm.migrator.getExecuted()).map(({ name }) => name);
    const known = new Set([...applied, ...(await this.orm.migrator.getPending()).map(({ name }) => name)]);
    const unknown = migrations.filter((name) => !known.has(name));
    if (unknown.length > 0)
      throw new BackupRefused(
        `The backup is of version ${product}, whose migration ${unknown.at(-1)} this version of the product does not know: ` +
          'restore it with that version, or a newer one',
      );
    const newer = applied.filter((name) => !migrations.includes(name));
    if (newer.length > 0)
      throw new BackupRefused(
        `The database has a newer schema than the backup (${newer.at(-1)}): restore it into a database without tables`,
      );
  }

  /** Throws BackupRefused if a table has rows. An empty schema is accepted. */
  private async refuseFull(): Promise<void> {
    const full = await inOneTransaction(this.config.databaseUrl, async (client) => {
      const found: string[] = [];
      for (const { name } of await tablesInOrder(client)) {
        if (await hasRows(client, name)) found.push(name);
      }
      return found;
    });
    if (full.length === 0) return;
    throw new BackupRefused(
      `The database is not empty: ${full.length} tables have rows, ${full[0]} is the first. A backup is restored into a new one`,
    );
  }

  private async putFiles(folder: string, { files }: Manifest, parts: BackupParts, note: Note): Promise<void> {
    const copies = new LocalFileStore(join(folder, 'files'));
    const tell = teller(note, `of ${files.count} files stored`);
    const put = async ({ key, sha256 }: CopiedFile) => {
      if ((await sumOf(key, this.store)) === sha256) return;
      const copied = await copyObject(key, copies, this.store);
      if (copied?.sha256 !== sha256) throw new BackupRefused(`The file ${key} was altered while it was being restored`);
    };
    for await (const batch of this.index(parts)) {
      await Promise.all(batch.map(put));
      tell(batch.length);
    }
  }

  private async load(client: pg.Client, { tables, sequences }: Manifest, parts: BackupParts, note: Note): Promise<void> {
    const shapes = await tablesInOrder(client);
    const given = new Map(tables.map((table) => [table.name, table]));
    const extra = tables.filter(({ name }) => !shapes.some((shape) => shape.name === name));
    if (extra.length > 0) throw new BackupRefused(`The schema has no table ${extra.map(({ name }) => name).join(', ')}`);
    for (const { name } of shapes) await switchTriggers(client, name, 'disable');
    const indexes = await dropIndexes(client);
    for (const { name, columns } of shapes) {
      const table = given.get(name);
      if (!table || table.columns.toSorted().join() !== columns.toSorted().join())
        throw new BackupRefused(`The backup's table ${name} has other columns than the schema of its own migrations`);
      const counter = new RowCounter();
      await parts.read(tablePart(name), copyTableIn(client, { name, columns: table.columns }), counter.see);
      if (counter.rows !== table.rows) throw new BackupRefused(`${name} has ${counter.rows} rows in place of ${table.rows}`);
    }
    for (const sequence of sequences) await setSequence(client, sequence);
    note('Every row is loaded; indexes and foreign keys are being made');
    await createIndexes(client, indexes);
    await resetVolatileRows(client);
    for (const { name } of shapes) await switchTriggers(client, name, 'enable');
    await analyze(client);
    note(`${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows are in the database`);
  }
}
