import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { FileSealer } from '../../platform/crypto/index.js';
import { NotFound } from '../../platform/domain/index.js';
import { SessionLiveness } from '../../platform/http/index.js';
import { FileStore } from '../../platform/storage/index.js';
import { FileLinkRefused, FileLinksService, type FileLinkQuery } from './file-links.service.js';
import { fileSealContext, StoredFile, type FilePurpose, type FileType } from './stored-file.entity.js';

export interface OpenedFile {
  purpose: FilePurpose;
  mime: FileType;
  content: Buffer;
}

/** Opens files by their signed link. */
@Injectable()
export class FileViewerService {
  constructor(
    private readonly em: EntityManager,
    private readonly links: FileLinksService,
    private readonly sessions: SessionLiveness,
    private readonly store: FileStore,
    private readonly sealer: FileSealer,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Returns the file of a link. A view by staff is audited before any byte is sent. `preload`: it is not shown yet. Throws
   * FileLinkRefused, NotFound.
   */
  async open(fileId: string, link: FileLinkQuery, { preload }: { preload: boolean }): Promise<OpenedFile> {
    const viewer = this.links.verify(fileId, link);
    if (!(await this.sessions.isAlive(viewer.sessionId))) throw new FileLinkRefused();
    const file = await this.em.findOne(StoredFile, { id: fileId });
    if (!file) throw new NotFound('file');
    // Decrypts the whole file first, so that no byte of an altered or truncated one is sent. Files are 10 MB at most.
    const content = await collect(this.sealer.open(await this.store.open(file.storageKey), fileSealContext(file)));
    // An admin's own profile image is not audited.
    if (viewer.staff && viewer.userId !== file.userId) {
      const { id, userId, purpose } = file;
      await this.audit.record(this.em, {
        action: 'file.view',
        actorId: viewer.userId,
        actorRole: 'admin',
        targetType: 'file',
        targetId: id,
        detail: { userId, purpose, ...(preload && { preload }) },
      });
    }
    return { purpose: file.purpose, mime: file.mime, content };
  }
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
