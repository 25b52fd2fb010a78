import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import { SessionLiveness } from '../../platform/http/index.js';
import { FileContentsService } from './file-contents.service.js';
import { FileLinkRefused, FileLinksService, type FileLinkQuery } from './file-links.service.js';
import { PdfPagesService, type PdfPage } from './pdf-pages.service.js';
import { StoredFile, type FilePurpose, type FileType } from './stored-file.entity.js';

/** `preload`: it is not shown yet. */
interface ViewOptions {
  preload: boolean;
}

export interface OpenedPage extends PdfPage {
  purpose: FilePurpose;
}

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
    private readonly contents: FileContentsService,
    private readonly audit: AuditLog,
    private readonly pages: PdfPagesService,
  ) {}

  /** Returns the file of a link. A view by staff is audited before any byte is sent. Throws FileLinkRefused, NotFound. */
  async open(fileId: string, link: FileLinkQuery, { preload }: ViewOptions): Promise<OpenedFile> {
    const { file, content } = await this.read(fileId, link, { ...(preload && { preload }) });
    return { purpose: file.purpose, mime: file.mime, content };
  }

  /** Returns a page of a PDF as a picture, recorded as a view. Throws as `open`, PdfNotShown, and NotFound for any other file. */
  async openPage(fileId: string, link: FileLinkQuery, page: number, { preload }: ViewOptions): Promise<OpenedPage> {
    const { file, content } = await this.read(fileId, link, { page, ...(preload && { preload }) }, 'application/pdf');
    return { purpose: file.purpose, ...(await this.pages.render(file.userId, content, page)) };
  }

  /** `detail`: more for the audit record. `only`: another file is not found. */
  private async read(fileId: string, link: FileLinkQuery, detail: Record<string, unknown>, only?: FileType) {
    const viewer = this.links.verify(fileId, link);
    if (!(await this.sessions.isAlive(viewer.sessionId))) throw new FileLinkRefused();
    const file = await this.em.findOne(StoredFile, { id: fileId });
    if (!file || (only !== undefined && file.mime !== only)) throw new NotFound('file');
    const content = await this.contents.read(file);
    // An admin's own profile image is not audited.
    if (viewer.staff && viewer.userId !== file.userId) {
      const { id, userId, purpose } = file;
      await this.audit.record(this.em, {
        action: 'file.view',
        actorId: viewer.userId,
        actorRole: 'admin',
        targetType: 'file',
        targetId: id,
        detail: { userId, purpose, ...detail },
      });
    }
    return { file, content };
  }
}
