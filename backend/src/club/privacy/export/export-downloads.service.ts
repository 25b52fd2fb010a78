import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { SessionLiveness, type Actor } from '../../../platform/http/session-reader.port.js';
import { FileLinkRefused, FileLinksService, type FileLinkQuery } from '../../files/index.js';
import { NoExport } from '../privacy.errors.js';
import { DataExportRepository } from './data-export.repository.js';
import { ExportPartsStore } from './export-parts.store.js';

export interface OpenedExport {
  fileName: string;
  byteSize: number;
  content: AsyncIterable<Buffer>;
}

/** Serves finished exports through links that last five minutes and one session; a link needs reauthentication (security T8). */
@Injectable()
export class ExportDownloadsService {
  constructor(
    private readonly em: EntityManager,
    private readonly exports: DataExportRepository,
    private readonly links: FileLinksService,
    private readonly sessions: SessionLiveness,
    private readonly parts: ExportPartsStore,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the link's path on this site. Throws NoExport (409). */
  async link(actor: Actor): Promise<string> {
    const ready = await this.exports.findReadyOf(actor.userId);
    if (!ready) throw new NoExport();
    const signature = this.links.linkFor(ready.id, actor).split('?')[1] ?? '';
    return `/api/v1/me/export/${ready.id}/archive?${signature}`;
  }

  /**
   * Throws FileLinkRefused for a link that is wrong or expired, of a session that has ended, or to another member's export; NoExport where
   * the export has expired.
   */
  async open(exportId: string, query: FileLinkQuery): Promise<OpenedExport> {
    const { sessionId, userId } = this.links.verify(exportId, query);
    if (!(await this.sessions.isAlive(sessionId))) throw new FileLinkRefused();
    const ready = await this.exports.findReadyById(exportId);
    if (!ready) throw new NoExport();
    if (ready.userId !== userId) throw new FileLinkRefused();
    await this.audit.record(this.em, {
      action: 'privacy.export-fetch',
      actorId: userId,
      actorRole: null,
      targetType: 'export',
      targetId: exportId,
    });
    return {
      fileName: `tidemark-my-data-${ready.day}.zip`,
      byteSize: ready.byteSize,
      content: this.parts.read({ id: ready.id, userId }, ready.parts),
    };
  }
}
