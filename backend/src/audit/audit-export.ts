import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, InvalidInput } from '../common/domain/index.js';
import { csvFile, type Actor, type CsvColumn, type MadeFile } from '../common/http/index.js';
import { RateLimits } from '../common/rate-limits/index.js';
import { AuditEvents, type AuditView } from './audit-events.js';
import { AuditLog } from './audit-log.js';
import type { AuditFilter, Order } from './audit-query.js';

/** Lines of one file at most: beyond that somebody names a shorter time. */
const MOST = 100_000;
/** Events that are in memory at once. */
const PIECE = 1000;

const text = (header: string, of: CsvColumn<AuditView>['of']): CsvColumn<AuditView> => ({ header, kind: 'text', of });
/** Ids, as the log has them: a file that is kept holds no names that were erased since. */
const columns: readonly CsvColumn<AuditView>[] = [
  { header: 'Time (UTC)', kind: 'time', of: ({ at }) => at },
  { header: 'Number', kind: 'figure', of: ({ seq }) => seq },
  text('Action', ({ action }) => action),
  text('Actor', ({ actorId }) => actorId),
  text('Role', ({ actorRole }) => actorRole),
  text('Network', ({ network }) => network),
  text('Target', ({ targetType }) => targetType),
  text('Target id', ({ targetId }) => targetId),
  text('Detail', ({ detail }) => JSON.stringify(detail)),
  text('Event', ({ id }) => id),
  text('Hash', ({ hash }) => hash),
];

/** A part of the log as a file. */
@Injectable()
export class AuditExport {
  constructor(
    private readonly em: EntityManager,
    private readonly events: AuditEvents,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Every event of the choice. Throws TooMany, InvalidInput for a choice of too many. */
  async csv({ userId, role }: Actor, filter: AuditFilter, order: Order): Promise<MadeFile> {
    await this.limits.consume('auditFileAdmin', userId);
    if ((await this.events.count(filter, MOST)) > MOST)
      throw InvalidInput.field('filter', 'More than 100,000 events fit this choice. Name a shorter time, and export the rest after it');
    const file = await csvFile('audit-log', this.clock.now(), columns, this.events.all(filter, order, PIECE));
    await this.audit.record(this.em, { action: 'audit.export', actorId: userId, actorRole: role, detail: { filter } });
    return file;
  }
}
