import { Injectable } from '@nestjs/common';
import { NotFound } from '../../platform/domain/index.js';
import { permits } from '../../platform/domain/permissions.rules.js';
import { SessionLiveness } from '../../platform/http/index.js';
import { FileLinkRefused, FileLinksService, type FileLinkQuery } from '../files/index.js';
import { AnalysisPictureRepository } from './analysis-picture.repository.js';
import { subjectOf } from './analysis-pictures.service.js';
import { mayReadPost } from './post-readers.policy.js';

export interface ShownPicture {
  mime: 'image/jpeg' | 'image/webp';
  bytes: Buffer;
}

/** Opens pictures of analyses for those who may read the text around them. */
@Injectable()
export class AnalysisPictureViewer {
  constructor(
    private readonly pictures: AnalysisPictureRepository,
    private readonly links: FileLinksService,
    private readonly sessions: SessionLiveness,
  ) {}

  /** Returns a picture that everybody may see now. Throws NotFound. */
  async openPublic(id: string): Promise<ShownPicture> {
    const picture = await this.pictures.findPublished(id);
    if (!picture || !mayReadPost(picture, null)) throw new NotFound('picture');
    return picture;
  }

  /**
   * Returns a picture by a signed link. Checks the present rights of the person the link was made for: a person with `analysis.read` gets
   * any picture, a member those of published texts that they may read. Throws FileLinkRefused, NotFound.
   */
  async openSigned(id: string, link: FileLinkQuery): Promise<ShownPicture> {
    const { sessionId } = this.links.verify(subjectOf(id), link);
    const standing = await this.sessions.standing(sessionId);
    if (!standing) throw new FileLinkRefused();
    if (permits(standing.teamRole, 'analysis.read')) {
      const picture = await this.pictures.find(id);
      if (picture) return picture;
    } else {
      const picture = await this.pictures.findPublished(id);
      if (picture && mayReadPost(picture, standing)) return picture;
    }
    throw new NotFound('picture');
  }
}
