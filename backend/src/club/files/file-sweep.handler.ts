import { Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/domain/index.js';
import { defineJob, HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { FileStore, type StoredObject } from '../../platform/storage/index.js';
import { StoredFileRepository } from './stored-file.repository.js';

const HOUR_MS = 3_600_000;
/** The transaction of an upload is open for minutes at most. */
const ORPHAN_AGE_MS = 24 * HOUR_MS;
const BATCH = 500;

export const sweepFiles = defineJob({
  name: 'files.sweep',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: HOUR_MS, payload: {} },
});

/** Deletes stored objects that no row names and that are a day old: a crash before the commit leaves them. Reports rows without bytes. */
@Injectable()
@HandlesJob(sweepFiles)
export class FileSweepHandler implements JobHandler<Record<string, never>> {
  private readonly log = new Logger('Files');

  constructor(
    private readonly files: StoredFileRepository,
    private readonly store: FileStore,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - ORPHAN_AGE_MS);
    const unfinished = await this.store.removeUnfinished(before);
    const present = new Set<string>();
    let batch: StoredObject[] = [];
    let orphans = 0;
    for await (const object of this.store.list()) {
      present.add(object.key);
      if (object.modifiedAt < before) batch.push(object);
      if (batch.length < BATCH) continue;
      orphans += await this.removeOrphans(batch);
      batch = [];
    }
    orphans += await this.removeOrphans(batch);
    const missing = await this.files.findWithoutBytes(present, before);
    if (unfinished + orphans > 0) this.log.log({ unfinished, orphans }, 'files without a row removed');
    if (missing.length > 0) this.log.error({ fileIds: missing.slice(0, 100), count: missing.length }, 'rows without a file');
  }

  private async removeOrphans(batch: readonly StoredObject[]): Promise<number> {
    if (batch.length === 0) return 0;
    const keys = batch.map(({ key }) => key);
    const known = await this.files.findKnownKeys(keys);
    const orphans = keys.filter((key) => !known.has(key));
    for (const key of orphans) await this.store.delete(key);
    return orphans.length;
  }
}
