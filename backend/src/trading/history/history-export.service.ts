import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock } from '../../platform/domain/index.js';
import { csvFile, type Actor, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { historyFile, type HistoryName } from './history-files.js';
import { HistoryReader, type ListRequest } from './history.reader.js';

/** Maximum rows in memory. */
const MAX_ROWS = 2000;

/** Exports a member's history as CSV. */
@Injectable()
export class HistoryExportService {
  constructor(
    private readonly em: EntityManager,
    private readonly history: HistoryReader,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Streams all rows of a choice, for the member or an admin; `owner` owns the rows. If reading fails midway the stream ends in an error,
   * so that a part is never taken for the whole. Throws TooMany, and NotFound for an unknown user.
   */
  async csv(
    { userId, role }: Actor,
    name: HistoryName,
    request: Pick<ListRequest, 'sort' | 'order' | 'only' | 'from' | 'until'>,
    owner = userId,
  ): Promise<MadeFile> {
    await this.limits.consume('historyFileUser', userId);
    const { view, columns } = historyFile(name);
    const file = await csvFile(name, this.clock.now(), columns, this.history.all(owner, view, request, MAX_ROWS));
    await this.audit.record(this.em, {
      action: 'history.export',
      actorId: userId,
      actorRole: role,
      targetType: 'user',
      targetId: owner,
      detail: { history: name },
    });
    return file;
  }
}
