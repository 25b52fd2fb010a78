import { Injectable, Logger } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { LogSubjects } from './log-subjects.port.js';
import { TransparencyLogService } from './transparency-log.service.js';

const BATCH = 100;

/**
 * Appends leaves for signals and amendments that have none, such as those from before the log. Their content states that they were recorded
 * later, and when: the log covers them from then on.
 */
@Injectable()
export class LogBackfillService {
  private readonly logger = new Logger('TransparencyLog');

  constructor(
    private readonly orm: MikroORM,
    private readonly log: TransparencyLogService,
    private readonly subjects: LogSubjects,
  ) {}

  /** Returns the number of appended leaves. Safe to run concurrently. */
  async run(): Promise<number> {
    let recorded = 0;
    for (;;) {
      const step = await this.step();
      recorded += step;
      if (step === 0) break;
    }
    if (recorded > 0) this.logger.warn({ leaves: recorded }, 'what was published outside of the log was recorded later');
    return recorded;
  }

  private async step(): Promise<number> {
    const em = this.orm.em.fork();
    if ((await this.subjects.unlogged(em, 1)).length === 0) return 0; // checked without the lock, because usually there is nothing to do
    return em.transactional(async (tx) => {
      await this.log.moment(tx); // takes the log's lock
      const ids = await this.subjects.unlogged(tx, BATCH);
      const found = await this.subjects.of(tx, ids);
      for (const id of ids) {
        const subject = found.get(id)!;
        const at = await this.log.moment(tx);
        await this.log.append(tx, { ...subject, content: { ...subject.content, recordedLater: true, recordedAt: at.toISOString() }, at });
      }
      return ids.length;
    });
  }
}
