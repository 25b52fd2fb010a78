import { Semaphore } from '../common/crypto/index.js';
import type { FileType } from './stored-file.entity.js';

/** Edges of what is kept; larger pictures are scaled down. */
export const MAX_EDGE_PIXELS = 4096;
/** A small flat PNG can claim any size: beyond this nothing is decoded (security T15). */
export const MAX_INPUT_PIXELS = 40_000_000;
const TIME_LIMIT_SECONDS = 10;
const QUALITY = 90;
/** Each decodes up to 40 megapixels in the thread pool. */
const AT_ONCE = 2;
const WAITING = 20;

let loading: Promise<typeof import('sharp').default> | undefined;

/** The image library, from the first picture on: it is 20 MB of native code. */
const library = () => (loading ??= load());

async function load() {
  const { default: sharp } = await import('sharp');
  // It reads dozens of formats, some of them document languages with scripts and links. Only these three are left on.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const slots = new Semaphore(AT_ONCE, WAITING);

export type ImageProblem = 'too-many-pixels' | 'unreadable';

/**
 * Decodes a picture and encodes it anew: upright, at most 4096 pixels an edge, without any metadata or hidden payload.
 * JPEG stays JPEG; what may be transparent or drawn becomes WebP. Animations keep their first picture.
 */
export async function reencode(buffer: Buffer): Promise<{ bytes: Buffer; mime: FileType } | { problem: ImageProblem }> {
  const sharp = await library();
  return slots.run(async () => {
    try {
      const image = sharp(buffer, {
        limitInputPixels: MAX_INPUT_PIXELS,
        failOn: 'warning',
        sequentialRead: true,
        pages: 1,
        autoOrient: true,
      });
      const { format } = await image.metadata();
      const upright = image
        .resize({ width: MAX_EDGE_PIXELS, height: MAX_EDGE_PIXELS, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: TIME_LIMIT_SECONDS });
      if (format === 'jpeg') return { bytes: await upright.jpeg({ quality: QUALITY }).toBuffer(), mime: 'image/jpeg' };
      return { bytes: await upright.webp({ quality: QUALITY }).toBuffer(), mime: 'image/webp' };
    } catch (error) {
      return { problem: (error as Error).message.includes('pixel limit') ? 'too-many-pixels' : 'unreadable' };
    }
  });
}
