// Runs in a process of its own, which ImageDecodersClient kills when a picture takes too long: native code cannot be stopped in any other
// way. No secrets reach it: its environment is empty. It imports nothing of the project, for tests run this file as it is.
import sharp from 'sharp';

/** Limits of one picture. The pixels are checked here too: only the decoder knows the real size. */
export interface DecodeRequest {
  picture: Uint8Array;
  maxPixels: number;
  maxEdge: number;
  quality: number;
  /** A small copy is wanted too, to recognise the picture by. */
  outline?: boolean | undefined;
}

/** The small copy: levels of grey, row by row. */
const OUTLINE = { width: 17, height: 16 };

export type DecodeReply =
  | { kind: 'ready' }
  | { kind: 'encoded'; bytes: Uint8Array; mime: 'image/jpeg' | 'image/webp'; width: number; height: number; outline?: Uint8Array }
  | { kind: 'refused'; problem: 'too-many-pixels' | 'unreadable' };

/** WebP's default of 4 takes twice as long for files as large. */
const WEBP_EFFORT = 2;

// It reads dozens of formats, some of them document languages with scripts and links. Only these three are left on.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

async function decodeAndEncode({ picture, maxPixels, maxEdge, quality, outline }: DecodeRequest): Promise<DecodeReply> {
  try {
    const image = sharp(picture, { limitInputPixels: maxPixels, failOn: 'warning', sequentialRead: true, pages: 1, autoOrient: true });
    const { format } = await image.metadata();
    const upright = image.resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true });
    const mime = format === 'jpeg' ? 'image/jpeg' : 'image/webp';
    const encoded = format === 'jpeg' ? upright.jpeg({ quality }) : upright.webp({ quality, effort: WEBP_EFFORT });
    const { data: bytes, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { kind: 'encoded', bytes, mime, width: info.width, height: info.height, ...(outline && { outline: await outlineOf(bytes) }) };
  } catch (error) {
    return { kind: 'refused', problem: (error as Error).message.includes('pixel limit') ? 'too-many-pixels' : 'unreadable' };
  }
}

/** Of the picture as it is kept, so that it does not depend on how it came. Sharper kernels draw edges where there are none. */
function outlineOf(kept: Buffer): Promise<Buffer> {
  const { width, height } = OUTLINE;
  return sharp(kept).flatten({ background: 'white' }).greyscale().resize(width, height, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
}

// Ends with its parent. A signal ends threads in the middle of a picture; process.exit() would wait for them.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (request: DecodeRequest) => {
  void decodeAndEncode(request).then((reply) => process.send?.(reply));
});
process.send?.({ kind: 'ready' } satisfies DecodeReply);
