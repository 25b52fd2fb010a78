import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import { Clock } from '../../common/domain/index.js';
import type { Actor } from '../../common/http/index.js';
import { RateLimits } from '../../common/rate-limits/index.js';
import { csvHeader, csvLines } from './csv.js';
import { historyFile, type HistoryName } from './history-files.js';
import { HistoryReader, type ListWish } from './history-reader.js';

/** Rows that are in memory at once. */
const PIECE = 2000;

export interface MadeFile {
  /** Says what and when, and nothing about whose. */
  name: string;
  content: Readable;
}

/** A member's own history as a file. */
@Injectable()
export class HistoryExport {
  constructor(
    private readonly em: EntityManager,
    private readonly history: HistoryReader,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Every row of the choice, read while it is sent. Where reading fails half-way the content ends in an error, so that nobody takes a part for the whole. Throws TooMany. */
  async csv({ userId, role }: Actor, name: HistoryName, wish: Pick<ListWish, 'sort' | 'order' | 'only' | 'from' | 'until'>): Promise<MadeFile> {
    await this.limits.consume('historyFileUser', userId);
    const { view, columns } = historyFile(name);
    const pieces = this.history.all(userId, view, wish, PIECE);
    // What fails at once is answered in words and not by half a file.
    const first = await pieces.next();
    await this.audit.record(this.em, { action: 'history.export', actorId: userId, actorRole: role, targetType: 'user', targetId: userId, detail: { history: name } });
    async function* content(): AsyncGenerator<string> {
      yield csvHeader(columns);
      if (!first.done) yield csvLines(columns, first.value);
      for await (const rows of pieces) yield csvLines(columns, rows);
    }
    const moment = this.clock.now().toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
    return { name: `tidemark-${name}-${moment}.csv`, content: Readable.from(content(), { objectMode: false }) };
  }
}
