import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { Clock } from '../../platform/domain/clock.js';
import { AppConfig } from '../../platform/config/index.js';
import { BackupRefused } from './backup.errors.js';
import { readManifest, type Manifest } from './manifest.store.js';
import { BackupParts, FILES_INDEX, tablePart } from './backup-parts.store.js';

export interface FoundBackup {
  folder: string;
  id: string;
  at: string;
}

export interface Expiry {
  /** Older than wanted; removed, or to be removed. */
  removed: FoundBackup[];
  kept: FoundBackup[];
  /** Folders that are no whole backup of this product, and why. They are left alone. */
  unknown: { folder: string; reason: string }[];
}

const DAY_MS = 86_400_000;

/** Removes backups that are older than they may be. */
@Injectable()
export class BackupExpiryService {
  constructor(
    private readonly orm: MikroORM,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Of the backups that are folders of `home`, removes the whole ones that are older than `keepDays`, but never the newest whole one. What
   * it cannot read as a whole backup of this key ring it leaves alone. Throws BackupRefused.
   */
  async prune(home: string, keepDays: number, { dryRun }: { dryRun: boolean }): Promise<Expiry> {
    const { whole, unknown } = await this.find(home);
    const before = this.clock.now().getTime() - keepDays * DAY_MS;
    const [newest, ...others] = whole.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
    const removed = others.filter(({ at }) => Date.parse(at) < before);
    const kept = [...(newest ? [newest] : []), ...others.filter((one) => !removed.includes(one))];
    if (!dryRun) for (const one of removed) await this.remove(home, one, keepDays);
    return { removed, kept, unknown };
  }

  private async find(home: string): Promise<{ whole: FoundBackup[]; unknown: Expiry['unknown'] }> {
    const whole: FoundBackup[] = [];
    const unknown: Expiry['unknown'] = [];
    for (const folder of await foldersOf(home)) {
      try {
        const manifest = await readManifest(join(home, folder), this.config);
        await refuseIncomplete(join(home, folder), manifest);
        whole.push({ folder, id: manifest.id, at: manifest.at });
      } catch (error) {
        if (!(error instanceof BackupRefused)) throw error;
        unknown.push({ folder, reason: error.message });
      }
    }
    return { whole, unknown };
  }

  /** The manifest goes first: what is left of a removal that was cut short passes for no backup. */
  private async remove(home: string, { folder, id, at }: FoundBackup, keepDays: number): Promise<void> {
    await rm(join(home, folder, 'manifest.json'));
    await rm(join(home, folder), { recursive: true });
    await this.audit.record(this.orm.em.fork(), {
      action: 'backup.expire',
      actorId: null,
      actorRole: null,
      targetType: 'backup',
      targetId: id,
      detail: { at, keepDays },
    });
  }
}

async function foldersOf(home: string): Promise<string[]> {
  try {
    return (await readdir(home, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    throw new BackupRefused(`${home} cannot be read: ${(error as Error).message}`);
  }
}

/** By the sizes of its parts: reading every byte of every backup would take hours. */
async function refuseIncomplete(folder: string, { tables, files }: Manifest): Promise<void> {
  for (const [name, { bytes }] of [
    ...tables.map(({ name, part }) => [tablePart(name), part] as const),
    [FILES_INDEX, files.index] as const,
  ]) {
    const found = await stat(BackupParts.pathIn(folder, name)).catch(() => null);
    if (found?.size !== bytes) throw new BackupRefused(`${name} is ${found ? 'not as long as it was' : 'missing'}`);
  }
}
