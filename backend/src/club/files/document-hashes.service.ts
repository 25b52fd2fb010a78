import { Injectable } from '@nestjs/common';
import { NotFound } from '../../platform/domain/index.js';
import { FileContentsService } from './file-contents.service.js';
import { reencode } from './images.js';
import { PdfNotShown, PdfPagesService } from './pdf-pages.service.js';
import { documentHash } from './picture-hash.rules.js';
import type { StoredFile } from './stored-file.entity.js';

/** Makes the hash of a document that is stored already. */
@Injectable()
export class DocumentHashesService {
  constructor(
    private readonly contents: FileContentsService,
    private readonly pages: PdfPagesService,
  ) {}

  /**
   * Returns the hash of a picture, or of the first page of a PDF; null: there is too little in it, or it cannot be drawn. Throws
   * SealBroken, an error of the file store, or Busy.
   */
  async hashOf(file: Pick<StoredFile, 'id' | 'userId' | 'storageKey' | 'mime'>): Promise<Buffer | null> {
    const content = await this.contents.read(file);
    const picture = file.mime === 'application/pdf' ? await this.firstPage(file.userId, content) : content;
    if (picture === null) return null;
    const encoded = await reencode(file.userId, picture, undefined, documentHash);
    return 'problem' in encoded ? null : encoded.hash;
  }

  private async firstPage(userId: string, pdf: Buffer): Promise<Buffer | null> {
    try {
      return (await this.pages.render(userId, pdf, 1)).bytes;
    } catch (error) {
      if (error instanceof PdfNotShown || error instanceof NotFound) return null;
      throw error;
    }
  }
}
