import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, InvalidInput } from '../../platform/domain/index.js';
import { csvFile, type Actor, type CsvColumn, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { AuditEventRepository, type AuditFilter, type AuditView, type Order } from './audit-event.repository.js';
import { AuditLog } from './audit-log.service.js';

/** The longest export; larger selections need a shorter period. */
const MAX_EVENTS = 100_000;
const BATCH = 1000;

const text = (header: string, of: CsvColumn<AuditView>['of']): CsvColumn<AuditView> => ({ header, kind: 'text', of });
/** Ids as stored, without names: a saved file must not contain names that are erased later. */
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

/** Exports a part of the log as CSV. */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly em: EntityManager,
    private readonly events: AuditEventRepository,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** All matching events. Throws TooMany, and InvalidInput for more than MAX_EVENTS. */
  async csv({ userId, role }: Actor, filter: AuditFilter, order: Order): Promise<MadeFile> {
    await this.limits.consume('auditFileAdmin', userId);
    if ((await this.events.count(filter, MAX_EVENTS)) > MAX_EVENTS)
      throw InvalidInput.field('filter', 'More than 100,000 events fit this choice. Name a shorter time, and export the rest after it');
    const file = await csvFile('audit-log', this.clock.now(), columns, this.events.findAll(filter, order, BATCH));
    await this.audit.record(this.em, { action: 'audit.export', actorId: userId, actorRole: role, detail: { filter } });
    return file;
  }
}
