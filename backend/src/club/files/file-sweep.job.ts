import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { Clock } from '../../platform/domain/index.js';
import { defineJob, HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { FileStore, type StoredObject } from '../../platform/storage/index.js';

const HOUR_MS = 3_600_000;
/** An upload whose transaction is still open is minutes old at most. */
const ORPHAN_AGE_MS = 24 * HOUR_MS;
const BATCH = 500;

export const sweepFiles = defineJob({
  name: 'files.sweep',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: HOUR_MS, payload: {} },
});

/** Parts of copies of members' data (privacy/): they are no files of anybody, and their own rows name them. */
const PARTS = `select jsonb_array_elements_text("parts") as "storage_key" from "data_exports" where "state" in ('queued', 'running', 'ready')`;

/**
 * Deletes stored bytes that no row knows and that are a day old: what a crash between file and commit left. Reports rows whose bytes are
 * gone.
 */
@Injectable()
@HandlesJob(sweepFiles)
export class FileSweep implements JobHandler<Record<string, never>> {
  private readonly log = new Logger('Files');

  constructor(
    private readonly em: EntityManager,
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
    const missing = await this.rowsWithout(present, before);
    if (unfinished + orphans > 0) this.log.log({ unfinished, orphans }, 'files without a row removed');
    if (missing.length > 0) this.log.error({ fileIds: missing.slice(0, 100), count: missing.length }, 'rows without a file');
  }

  private async removeOrphans(batch: readonly StoredObject[]): Promise<number> {
    if (batch.length === 0) return 0;
    const keys = batch.map(({ key }) => key);
    const list = `{${keys.join(',')}}`;
    const rows = await this.em.execute<{ storage_key: string }[]>(
      `select "storage_key" from "files" where "storage_key" = any(?::text[]) union all select "storage_key" from (${PARTS}) "live" where "storage_key" = any(?::text[])`,
      [list, list],
    );
    const known = new Set(rows.map(({ storage_key }) => storage_key));
    const orphans = keys.filter((key) => !known.has(key));
    for (const key of orphans) await this.store.delete(key);
    return orphans.length;
  }

  /** Ids of rows older than `before` whose bytes are not in the store. */
  private async rowsWithout(present: ReadonlySet<string>, before: Date): Promise<string[]> {
    const missing: string[] = [];
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await this.em.execute<{ id: string; storage_key: string }[]>(
        `select "id", "storage_key" from "files" where "id" > ? and "created_at" < ? order by "id" limit ${BATCH}`,
        [after, before],
      );
      missing.push(...rows.filter(({ storage_key }) => !present.has(storage_key)).map(({ id }) => id));
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return missing;
      after = last.id;
    }
  }
}
