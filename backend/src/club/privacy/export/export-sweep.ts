import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../platform/domain/index.js';
import { JobQueue } from '../../../platform/queue/index.js';
import { ExportParts } from './export-parts.js';
import { makeExport } from './export.jobs.js';

const BATCH = 200;

/** What time alone brings about for exports. Everything may be done twice. */
@Injectable()
export class ExportSweep {
  constructor(
    private readonly em: EntityManager,
    private readonly parts: ExportParts,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Deletes the bytes of exports whose day is over, and of those whose member has been closed out. */
  async expire(): Promise<number> {
    const over = await this.em.execute<{ id: string; former: string[] }[]>(
      `update data_exports e set state = 'expired', parts = '[]', step = null, touched_at = now() from data_exports o
       where o.id = e.id and e.id in (
         select x.id from data_exports x join users u on u.id = x.user_id
         where (x.state = 'ready' and x.expires_at <= now()) or (x.state in ('queued', 'running', 'ready') and u.rejected_at is not null) limit ${BATCH})
       returning e.id, o.parts as former`,
    );
    for (const { former } of over) await this.parts.remove(former);
    return over.length;
  }

  /** Exports without a sign of life: their job was lost, or its worker. One that somebody works on is left alone by its lock. */
  async pickUp(): Promise<void> {
    const forgotten = await this.em.execute<{ id: string }[]>(
      `select id from data_exports where state in ('queued', 'running') and touched_at < now() - interval '5 minutes' order by id limit ${BATCH}`,
    );
    const tag = Math.floor(this.clock.now().getTime() / 60_000);
    await this.queue.enqueueAll(
      makeExport,
      forgotten.map(({ id }) => ({ payload: { v: 1 as const, exportId: id }, options: { jobId: `export-${id}-${tag}` } })),
    );
  }
}
