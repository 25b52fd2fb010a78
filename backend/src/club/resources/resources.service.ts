import { Injectable } from '@nestjs/common';
import { NotFound } from '../../platform/domain/index.js';
import { SessionLiveness, type Actor } from '../../platform/http/session-reader.port.js';
import { FileLinkRefused, FileLinksService, type FileLinkQuery } from '../files/index.js';
import { handbookPdf, type Pdf } from './handbook-pdf.js';
import { resourcePages, type ResourcePage } from './pages/index.js';
import { maySeeResources, NotSubscribed } from './subscription.policy.js';

/** The subject that links to the handbook are signed for. */
const HANDBOOK = 'resources/handbook';

export interface NumberedPage {
  content: ResourcePage;
  page: number;
  pages: number;
}

/** The documents of a subscription. Who may read them is settled before these methods; a link is judged anew when it is opened. */
@Injectable()
export class ResourcesService {
  #handbook: Promise<Pdf> | null = null;

  constructor(
    private readonly links: FileLinksService,
    private readonly sessions: SessionLiveness,
  ) {}

  /** The page with that number, from 1. Throws NotFound. */
  page(page: number): NumberedPage {
    const content = resourcePages[page - 1];
    if (!content) throw new NotFound('page');
    return { content, page, pages: resourcePages.length };
  }

  /** The PDF, and a path of this site at which the session of `actor` can fetch it. */
  async handbook(actor: Actor): Promise<{ url: string; byteSize: number; pages: number }> {
    const { bytes, pages } = await this.pdf();
    const signature = this.links.linkFor(HANDBOOK, actor).split('?')[1] ?? '';
    return { url: `/api/v1/me/resources/handbook/file?${signature}`, byteSize: bytes.length, pages };
  }

  /** The bytes of the PDF. Throws FileLinkRefused for a link that is wrong, too old or of a session that ended; NotSubscribed. */
  async open(link: FileLinkQuery): Promise<Buffer> {
    const { sessionId } = this.links.verify(HANDBOOK, link);
    const standing = await this.sessions.standing(sessionId);
    if (!standing) throw new FileLinkRefused();
    if (!maySeeResources(standing)) throw new NotSubscribed();
    return (await this.pdf()).bytes;
  }

  /** Made once a process. */
  private pdf(): Promise<Pdf> {
    this.#handbook ??= handbookPdf(resourcePages).catch((error: unknown) => {
      this.#handbook = null;
      throw error;
    });
    return this.#handbook;
  }
}
