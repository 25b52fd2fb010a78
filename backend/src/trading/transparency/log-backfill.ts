import { Injectable, Logger } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { LogSubjects } from './log-subjects.js';
import { TransparencyLog } from './transparency-log.js';

const BATCH = 100;

/**
 * Gives a leaf to what was told before there was a log. Its content says that, and when it was recorded: the log vouches for it from then
 * on, not for the moment at which it says it was published.
 */
@Injectable()
export class LogBackfill {
  private readonly logger = new Logger('TransparencyLog');

  constructor(
    private readonly orm: MikroORM,
    private readonly log: TransparencyLog,
    private readonly subjects: LogSubjects,
  ) {}

  /** Returns how many leaves it appended. Several workers append each once. */
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
    if ((await this.subjects.unlogged(em, 1)).length === 0) return 0; // without the lock: most often there is nothing to do
    return em.transactional(async (tx) => {
      await this.log.moment(tx); // from here on nobody else appends
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
