import { Injectable } from '@nestjs/common';
import { DomainError, NotFound } from '../../platform/domain/index.js';
import { DecoderSlots } from './decoder-slots.js';
import type { RenderReply, RenderRequest } from './pdf-renderer.process.js';
import { ProcessPool, programBeside } from './process-pool.client.js';

/** A page as a picture. */
export interface PdfPage {
  bytes: Buffer;
  /** Of the document. */
  pages: number;
}

/** A document that cannot be shown (422): damaged, encrypted, or too costly. It can still be saved. */
export class PdfNotShown extends DomainError {
  constructor() {
    super('unprocessable', 'file.pdf-not-shown', 'This PDF cannot be shown. Save it to open it elsewhere');
  }
}

/** Wide enough to read a bill at twice the width of its column. */
const WIDTH_PIXELS = 1_600;
const MAX_PIXELS = 12_000_000;
const TIMES = { workMs: 5_000, startMs: 20_000, idleMs: 60_000 };
const AT_ONCE = 1;
const WAITING = 20;

/** Renders pages of members' PDFs, which are stored as they were uploaded, so that no browser has to open one. */
@Injectable()
export class PdfPagesService {
  private readonly renderers = new ProcessPool<RenderRequest, RenderReply>(programBeside('pdf-renderer.process'), TIMES);
  private readonly slots = new DecoderSlots(AT_ONCE, WAITING);

  /** `owner`: whose pages wait for each other. `page`: from 1. Throws PdfNotShown, NotFound, or Busy if many wait. */
  async render(owner: string, pdf: Buffer, page: number): Promise<PdfPage> {
    const request = { pdf, page, width: WIDTH_PIXELS, maxPixels: MAX_PIXELS };
    const reply = await this.slots.run(owner, async () => {
      const first = await this.renderers.run(request);
      // A document before this one may have broken the renderer: another one starts.
      return first === 'ended' ? this.renderers.run(request) : first;
    });
    if (reply === 'late' || reply === 'ended' || reply.kind === 'ready') throw new PdfNotShown();
    if (reply.kind === 'refused') throw reply.problem === 'no-such-page' ? new NotFound('page') : new PdfNotShown();
    const { buffer, byteOffset, byteLength } = reply.bytes;
    return { bytes: Buffer.from(buffer, byteOffset, byteLength), pages: reply.pages };
  }
}
