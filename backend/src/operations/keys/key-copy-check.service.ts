import { createPublicKey } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { FileSealer, keyIdOf, LocalKeyring, SealBroken, Sealer } from '../../platform/crypto/index.js';
import { InvalidInput } from '../../platform/domain/index.js';
import { FileStore, ObjectMissing } from '../../platform/storage/index.js';
import { AppConfig, derivedIndexKey, derivedKeys, type Keyring } from '../../platform/config/index.js';
import { fileSealContext } from '../../club/files/index.js';
import { contextIn, sealedColumns, type SealedColumn } from '../monitoring/index.js';
import { indexCheck, keyChecks } from './key-checks.js';
import type { KeyCopy } from './key-copy.reader.js';
import { KeyUsesService } from './key-uses.service.js';
import { sampleFiles, type SealedFile } from './sealed-file.query.js';
import { sampleValues, type SampleSize } from './sealed-value.sql.js';

export interface CheckedKey {
  id: string;
  /** New values are sealed with this key. */
  current: boolean;
  inRing: boolean;
  inCopy: boolean;
  /** Whether ring and copy hold the same key; null if one of them lacks it. */
  same: boolean | null;
  /** Number of values and files that it seals now. */
  seals: number;
  /** Number of sampled data keys that the copy unwrapped. */
  unwrapped: number;
}

export interface KeyCopyReport {
  keys: CheckedKey[];
  /** Whether the `index` key is the same: fingerprints and anchors depend on it. */
  indexSame: boolean;
  /** Whether the key of the transparency log is the same; null if the copy holds none. */
  logKeySame: boolean | null;
  values: number;
  files: number;
  /** Ids of files missing from the file store, whose data keys were not checked. */
  absent: string[];
  /** A sentence for each fault that would make a restore with this copy incomplete. */
  faults: string[];
}

export interface KeyCopyOptions {
  sample: SampleSize;
  progress: (line: string) => void;
}

/** Sealers that use the copy's ring. */
interface CopySealers {
  values: Sealer;
  files: FileSealer;
}

/**
 * Checks whether a copy of the keys can open the database's values and the stored files (security 3.2). Unwraps data keys and discards
 * them; the values and files stay sealed.
 */
@Injectable()
export class KeyCopyCheckService {
  constructor(
    private readonly em: EntityManager,
    private readonly store: FileStore,
    private readonly config: AppConfig,
    private readonly uses: KeyUsesService,
    private readonly audit: AuditLog,
  ) {}

  /** Throws InvalidInput if `copy` is the product's own ring file. */
  async run(copy: KeyCopy, { sample, progress }: KeyCopyOptions): Promise<KeyCopyReport> {
    refuseOwn(this.config.keyring, copy.keyring);
    const report = await this.compared(copy);
    const sealers = sealersOf(copy.keyring);
    for (const column of sealedColumns) {
      await this.column(column, { sample, sealers, report });
      progress(`${report.values} values tried, the last of ${column.table}.${column.column}`);
    }
    for await (const rows of sampleFiles(this.em, sample)) {
      for (const row of rows) await this.file(row, sealers, report);
      progress(`${report.files} files tried`);
    }
    const { keys, values, files, faults } = report;
    await this.audit.record(this.em.fork(), {
      action: 'keys.backup-check',
      actorId: null,
      actorRole: null,
      targetType: 'key',
      targetId: this.config.keyring.current,
      detail: { keys: keys.filter(({ inCopy }) => inCopy).map(({ id }) => id), values, files, faults: faults.length },
    });
    return report;
  }

  /** Compares key check values, including those of keys that seal nothing. */
  private async compared(copy: KeyCopy): Promise<KeyCopyReport> {
    const [ours, theirs] = [keyChecks(this.config), keyChecks(copy)];
    const { keys: uses } = await this.uses.read();
    const known = new Set(uses.map(({ id }) => id));
    const keys = uses.map(({ id, current, inRing, total }): CheckedKey => ({
      id,
      current,
      inRing,
      inCopy: id in theirs,
      same: id in ours && id in theirs ? ours[id] === theirs[id] : null,
      seals: total,
      unwrapped: 0,
    }));
    for (const id of Object.keys(theirs).filter((kid) => !known.has(kid)))
      keys.push({ id, current: false, inRing: false, inCopy: true, same: null, seals: 0, unwrapped: 0 });
    const indexSame = indexCheck(this.config) === indexCheck(copy);
    const logKeySame = copy.logKey && createPublicKey(copy.logKey).equals(createPublicKey(this.config.logKeys.current));
    const faults = [
      ...keys
        .filter(({ inCopy, current, seals }) => !inCopy && (current || seals > 0))
        .map(({ id, seals }) => `the copy has no key "${id}", which seals ${seals > 0 ? `${seals} values and files` : 'what is new'}`),
      ...keys.filter(({ same }) => same === false).map(({ id }) => `the key "${id}" of the copy is another one than that of the ring`),
      ...(indexSame ? [] : ['the "index" of the copy is another one than that of the ring']),
      ...(logKeySame === false ? ['the key of the transparency log in the copy is another one than that in use'] : []),
    ];
    return { keys, indexSame, logKeySame, values: 0, files: 0, absent: [], faults };
  }

  private async column(
    column: SealedColumn,
    { sample, sealers, report }: { sample: SampleSize; sealers: CopySealers; report: KeyCopyReport },
  ): Promise<void> {
    for await (const rows of sampleValues(this.em, column, sample)) {
      for (const { id, user_id: userId, sealed } of rows) {
        const kid = keyIdOf(sealed);
        if (isMissing(report, kid)) continue;
        report.values += 1;
        try {
          sealers.values.checkKey(sealed, contextIn(column, id, userId));
          unwrapped(report, kid);
        } catch (error) {
          note(report, error);
        }
      }
    }
  }

  private async file(
    { id, user_id: userId, storage_key: key, key_id: kid }: SealedFile,
    { files }: CopySealers,
    report: KeyCopyReport,
  ): Promise<void> {
    if (isMissing(report, kid)) return;
    try {
      unwrapped(report, await files.checkKey(await this.store.open(key), fileSealContext({ id, userId })));
      report.files += 1;
    } catch (error) {
      if (error instanceof ObjectMissing) report.absent.push(id);
      else {
        report.files += 1;
        note(report, error);
      }
    }
  }
}

/** Throws InvalidInput if both are the same file: comparing a ring with itself proves nothing. */
function refuseOwn(own: Keyring, copy: Keyring): void {
  if (own.file !== undefined && copy.file !== undefined && realpathSync(own.file) === realpathSync(copy.file))
    throw InvalidInput.field('from', `${copy.file} is the ring that the product itself reads: give the copy of it`);
}

function sealersOf(ring: Keyring): CopySealers {
  const keys = new LocalKeyring(derivedKeys(ring, 'seal'));
  return { values: new Sealer(keys, derivedIndexKey(ring, 'fingerprint')), files: new FileSealer(keys) };
}

/** Whether the copy lacks this key. The report names such a key once, not for each value. */
function isMissing(report: KeyCopyReport, kid: string | null): boolean {
  return report.keys.some(({ id, inCopy }) => id === kid && !inCopy);
}

function unwrapped(report: KeyCopyReport, kid: string | null): void {
  const key = report.keys.find(({ id }) => id === kid);
  if (key) key.unwrapped += 1;
}

function note(report: KeyCopyReport, error: unknown): void {
  if (!(error instanceof SealBroken)) throw error;
  report.faults.push(error.message);
}
