import { ReadableError } from '../../lib/api';
import { t } from '../../lib/i18n/texts';

/** A square of the picture in its own pixels. */
export interface Square {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Larger than it is ever shown; the server makes its own sizes of it. */
const MAX_PIXELS = 768;
const QUALITY = 0.92;

/** The square of a picture as a JPEG file, on white where the picture is transparent. `address` is one within this page. */
export async function cropped(address: string, { x, y, width, height }: Square): Promise<File> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const side = Math.max(1, Math.min(MAX_PIXELS, Math.round(width)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const ground = canvas.getContext('2d');
  if (!ground) throw new ReadableError(t('profile.crop.unsupported'));
  ground.fillStyle = 'white';
  ground.fillRect(0, 0, side, side);
  ground.drawImage(picture, x, y, width, height, 0, 0, side, side);
  const bytes = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  if (!bytes) throw new ReadableError(t('profile.crop.failed'));
  return new File([bytes], 'profile.jpg', { type: 'image/jpeg' });
}
