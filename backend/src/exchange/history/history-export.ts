import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import { Clock } from '../../common/domain/index.js';
import { csvFile, type Actor, type MadeFile } from '../../common/http/index.js';
import { RateLimits } from '../../common/rate-limits/index.js';
import { historyFile, type HistoryName } from './history-files.js';
import { HistoryReader, type ListWish } from './history-reader.js';

/** Rows that are in memory at once. */
const PIECE = 2000;

/** A member's history as a file. */
@Injectable()
export class HistoryExport {
  constructor(
    private readonly em: EntityManager,
    private readonly history: HistoryReader,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Every row of the choice, for the member or for an admin; `owner` is whose it is. Read while it is sent: where that fails half-way the content ends in an
   * error, so that nobody takes a part for the whole. Throws TooMany, NotFound for an unknown user.
   */
  async csv(
    { userId, role }: Actor,
    name: HistoryName,
    wish: Pick<ListWish, 'sort' | 'order' | 'only' | 'from' | 'until'>,
    owner = userId,
  ): Promise<MadeFile> {
    await this.limits.consume('historyFileUser', userId);
    const { view, columns } = historyFile(name);
    const file = await csvFile(name, this.clock.now(), columns, this.history.all(owner, view, wish, PIECE));
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
