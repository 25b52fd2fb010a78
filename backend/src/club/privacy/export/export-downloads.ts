import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { SessionLiveness, type Actor } from '../../../platform/http/access-ports.js';
import { FileLinkRefused, FileLinks, type FileLinkQuery } from '../../files/index.js';
import { NoExport } from '../privacy.errors.js';
import { ExportParts } from './export-parts.js';

interface Ready {
  id: string;
  user_id: string;
  parts: string[];
  byte_size: string;
  day: string;
}

export interface OpenedExport {
  fileName: string;
  byteSize: number;
  content: AsyncIterable<Buffer>;
}

const readyExport = `select id, user_id, parts, byte_size, to_char(ready_at at time zone 'UTC', 'YYYY-MM-DD') as day from data_exports where state = 'ready' and expires_at > now()`;

/** Hands finished exports out: a link for one session and five minutes to whoever has just confirmed that it is them (security T8). */
@Injectable()
export class ExportDownloads {
  constructor(
    private readonly em: EntityManager,
    private readonly links: FileLinks,
    private readonly sessions: SessionLiveness,
    private readonly parts: ExportParts,
    private readonly audit: AuditLog,
  ) {}

  /** A path of this site. Throws NoExport (409). */
  async link(actor: Actor): Promise<string> {
    const [ready] = await this.em.execute<Ready[]>(`${readyExport} and user_id = ? order by ready_at desc limit 1`, [actor.userId]);
    if (!ready) throw new NoExport();
    const signature = this.links.linkFor(ready.id, actor).split('?')[1] ?? '';
    return `/api/v1/me/export/${ready.id}/archive?${signature}`;
  }

  /**
   * Throws FileLinkRefused for a link that is wrong, too old, of a session that ended or of somebody else's export; NoExport where its day
   * is over.
   */
  async open(exportId: string, query: FileLinkQuery): Promise<OpenedExport> {
    const { sessionId, userId } = this.links.verify(exportId, query);
    if (!(await this.sessions.isAlive(sessionId))) throw new FileLinkRefused();
    const [ready] = await this.em.execute<Ready[]>(`${readyExport} and id = ?`, [exportId]);
    if (!ready) throw new NoExport();
    if (ready.user_id !== userId) throw new FileLinkRefused();
    await this.audit.record(this.em, {
      action: 'privacy.export-fetch',
      actorId: userId,
      actorRole: null,
      targetType: 'export',
      targetId: exportId,
    });
    return {
      fileName: `tidemark-my-data-${ready.day}.zip`,
      byteSize: Number(ready.byte_size),
      content: this.parts.read({ id: ready.id, userId }, ready.parts),
    };
  }
}
