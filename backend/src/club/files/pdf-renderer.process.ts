// Runs in a process of its own, which ProcessPool kills when a page takes too long. PDFium is compiled to WebAssembly, so that a
// document which breaks it reaches nothing but its own memory. No secrets are here: the environment is empty. It imports nothing of the
// project, for tests run this file as it is.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** `page`: from 1. `width`: of the picture, in pixels; a page that would be larger than `maxPixels` is made smaller. */
export interface RenderRequest {
  pdf: Uint8Array;
  page: number;
  width: number;
  maxPixels: number;
}

export type RenderReply =
  { kind: 'ready' } | { kind: 'rendered'; bytes: Uint8Array; pages: number } | { kind: 'refused'; problem: 'unreadable' | 'no-such-page' };

const QUALITY = 85;
/** WebP's default of 4 takes twice as long for files as large. */
const EFFORT = 2;
/** WebP allows 16,383 pixels; the library rounds up. */
const MAX_SIDE = 16_000;

sharp.cache(false);
sharp.concurrency(1);
const library = await PDFiumLibrary.init();

async function render({ pdf, page: number, width, maxPixels }: RenderRequest): Promise<RenderReply> {
  let document;
  try {
    document = await library.loadDocument(pdf);
  } catch {
    return { kind: 'refused', problem: 'unreadable' };
  }
  try {
    const pages = document.getPageCount();
    if (number > pages) return { kind: 'refused', problem: 'no-such-page' };
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(
      width / originalWidth,
      Math.sqrt(maxPixels / (originalWidth * originalHeight)),
      MAX_SIDE / Math.max(originalWidth, originalHeight),
    );
    const { data } = await page.render({
      scale,
      renderFormFields: true,
      render: ({ data: bitmap, width: across, height: down }) =>
        sharp(bitmap, { raw: { width: across, height: down, channels: 4 } })
          .webp({ quality: QUALITY, effort: EFFORT })
          .toBuffer(),
    });
    return { kind: 'rendered', bytes: data, pages };
  } catch {
    return { kind: 'refused', problem: 'unreadable' };
  } finally {
    document.destroy();
  }
}

// Ends with its parent. A signal ends threads in the middle of a page; process.exit() would wait for them.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (request: RenderRequest) => {
  void render(request).then((reply) => process.send?.(reply));
});
process.send?.({ kind: 'ready' } satisfies RenderReply);
