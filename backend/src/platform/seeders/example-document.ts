import sharp from 'sharp';

/** Draws a blank card that cannot be mistaken for a real document. */
export function exampleDocument(): Promise<Buffer> {
  const field = (width: number, height: number, background: string) => ({ create: { width, height, channels: 3 as const, background } });
  return sharp(field(960, 600, '#0B6E75'))
    .composite([{ input: field(912, 552, '#F7F8FA') }])
    .png()
    .toBuffer();
}
