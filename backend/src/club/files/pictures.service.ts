import { Injectable } from '@nestjs/common';
import { InvalidInput, TooMany } from '../../platform/domain/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { reencode, type PictureType } from './images.js';
import { isPicture, NOT_A_PICTURE, problemMessages } from './uploads.js';

/** Pictures of one person in 24 hours that could not be decoded. */
const MAX_FAILED_A_DAY = 40;
const DAY_SECONDS = 24 * 3600;

/** Limits of one kind of picture. */
export interface PictureLimits {
  /** Larger pictures are scaled down. */
  maxEdge: number;
  /** Of the encoded picture. */
  maxBytes: number;
}

/** A picture as it is stored and shown. */
export interface PreparedPicture {
  bytes: Buffer;
  mime: PictureType;
  width: number;
  height: number;
}

/** Checks and re-encodes pictures that are published, which are stored apart from the files of members. */
@Injectable()
export class PicturesService {
  constructor(private readonly limits: RateLimits) {}

  /** Nothing of the uploaded bytes is kept. Stores nothing. Throws InvalidInput for `field`, TooMany, Busy. */
  async prepare(userId: string, field: string, buffer: Buffer, { maxEdge, maxBytes }: PictureLimits): Promise<PreparedPicture> {
    if ((await this.limits.used('failedDecodesUser', userId)) >= MAX_FAILED_A_DAY)
      throw new TooMany(DAY_SECONDS, 'You have uploaded many files today. Please try again tomorrow');
    if (!(await isPicture(buffer))) throw InvalidInput.field(field, NOT_A_PICTURE, 'file.refused');
    const encoded = await reencode(userId, buffer, undefined, undefined, maxEdge);
    if ('problem' in encoded) {
      await this.limits.count('failedDecodesUser', userId);
      throw InvalidInput.field(field, problemMessages[encoded.problem], 'file.refused');
    }
    const { bytes, mime, width, height } = encoded;
    if (bytes.length > maxBytes)
      throw InvalidInput.field(field, 'This picture has too much detail. Please save it smaller', 'file.refused');
    return { bytes, mime, width, height };
  }
}
