import { createHash } from 'node:crypto';
import sharp from 'sharp';

const WIDTH = 960;
const HEIGHT = 600;
const LINE = 32;

/** Draws a card of grey bars that cannot be mistaken for a real document. `of`: another text gives another card. */
export function exampleDocument(of: string): Promise<Buffer> {
  const bytes = createHash('sha256').update(of).digest();
  const bars = Array.from(bytes, (byte, at) => {
    const left = 48 + (at % 2) * 448 + (byte >> 4) * 12;
    return `<rect x="${left}" y="${40 + (at >> 1) * LINE}" width="${60 + (byte & 15) * 12}" height="20" fill="#4a5560"/>`;
  });
  const paper = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0B6E75"/><rect x="24" y="24" width="912" height="552" fill="#F7F8FA"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${paper}${bars.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
