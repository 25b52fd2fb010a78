import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { InvalidInput, TooMany, uuidv7 } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { FileLinksService, PicturesService, type LinkHolder } from '../files/index.js';
import { AnalysisPictureRepository, type PictureSize } from './analysis-picture.repository.js';

/** Twice the width of the column of text, on a display of two pixels for one. */
const LIMITS = { maxEdge: 2048, maxBytes: 4 * 1024 * 1024 };
const MAX_PICTURES_A_DAY = 100;
const DAY_SECONDS = 24 * 3600;

/** A picture and the path under which its reader gets it. */
export interface LinkedPicture extends PictureSize {
  url: string;
}

export const picturePath = (id: string) => `/api/v1/analysis/pictures/${id}`;
/** What a link to a picture is signed for: a link to a file opens no picture, and the other way round. */
export const subjectOf = (id: string) => `analysis-picture/${id}`;

/** Stores the pictures of analyses and makes links to them. AnalysisPictureViewer opens them. */
@Injectable()
export class AnalysisPictures {
  constructor(
    private readonly em: EntityManager,
    private readonly pictures: AnalysisPictureRepository,
    private readonly prepared: PicturesService,
    private readonly links: FileLinksService,
    private readonly audit: AuditLog,
  ) {}

  /** Stores a picture for a text that is not saved yet. Throws InvalidInput for `field`, TooMany, Busy. */
  async upload(actor: Actor, field: string, buffer: Buffer): Promise<LinkedPicture> {
    if ((await this.pictures.countToday(actor.userId)) >= MAX_PICTURES_A_DAY)
      throw new TooMany(DAY_SECONDS, `You can upload up to ${MAX_PICTURES_A_DAY} pictures a day. Please try again tomorrow`);
    const picture = await this.prepared.prepare(actor.userId, field, buffer, LIMITS);
    const id = uuidv7();
    await this.em.transactional(async (tx) => {
      await this.pictures.insert(tx, id, actor.userId, picture);
      await this.audit.record(tx, {
        action: 'analysis.upload-picture',
        actorId: actor.userId,
        actorRole: actor.role,
        targetType: 'analysis-picture',
        targetId: id,
        detail: { bytes: picture.bytes.length },
      });
    });
    return this.linked({ id, width: picture.width, height: picture.height }, actor);
  }

  /** Returns those pictures that exist, with links for `holder`. Null: paths that everybody may open. */
  async link(ids: readonly string[], holder: LinkHolder | null): Promise<LinkedPicture[]> {
    return (await this.pictures.findSizes(ids)).map((picture) => this.linked(picture, holder));
  }

  /** Assigns the pictures that a text names to its post. Throws InvalidInput for a picture of another post or author. */
  async attach(tx: EntityManager, postId: string, userId: string, named: readonly { id: string; description: string }[]): Promise<void> {
    const attached = await this.pictures.attach(
      tx,
      postId,
      userId,
      named.map(({ id }) => id),
    );
    const missing = named.find(({ id }) => !attached.has(id));
    if (missing !== undefined)
      throw InvalidInput.field(
        'body',
        `The picture “${missing.description}” is not one of this analysis. Upload it with “Insert picture”`,
        'analysis.unknown-picture',
      );
    await this.pictures.markUnused(tx, postId);
  }

  private linked(picture: PictureSize, holder: LinkHolder | null): LinkedPicture {
    const path = picturePath(picture.id);
    return { ...picture, url: holder === null ? path : this.links.sign(path, subjectOf(picture.id), holder) };
  }
}
