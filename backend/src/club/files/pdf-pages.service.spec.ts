import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { NotFound } from '../../platform/domain/index.js';
import { PdfNotShown, PdfPagesService } from './pdf-pages.service.js';

/** A document of so many pages, each filled with red, of these points. */
function pdfOf(pages: number, [width, height] = [595, 842]): Buffer {
  const kids = Array.from({ length: pages }, (_, n) => `${3 + n} 0 R`).join(' ');
  const content = pages + 3;
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R>>`;
  const drawing = `1 0 0 rg 0 0 ${width} ${height} re f`;
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages}>>endobj\n` +
      Array.from({ length: pages }, (_, n) => `${3 + n} 0 obj${page}endobj\n`).join('') +
      `${content} 0 obj<</Length ${drawing.length}>>stream\n${drawing}\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
}

const service = new PdfPagesService();
const render = (pdf: Buffer, page = 1) => service.render('u-1', pdf, page);

/** The encryption dictionary of a PDF whose password is unknown. */
const ZEROS = `<${'00'.repeat(16)}>`;
const ENCRYPT = `/ID[${ZEROS}${ZEROS}]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>`;

describe('a page of a PDF', () => {
  it('becomes a picture of what it shows, and tells how many there are', async () => {
    const { bytes, pages } = await render(pdfOf(3), 2);
    expect(pages).toBe(3);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, Math.round((info.height / info.width) * 100)]).toEqual([1600, 142]);
    expect([data[0]! > 240, data[1]! < 20, data[2]! < 20]).toEqual([true, true, true]);
  });

  it('is made smaller where it would be enormous', async () => {
    const { width, height } = await sharp((await render(pdfOf(1, [200, 14_000]))).bytes).metadata();
    expect(width * height).toBeLessThanOrEqual(12_100_000);
    expect(height).toBeLessThanOrEqual(16_383);
  });

  it('that is not there is not found', async () => {
    await expect(render(pdfOf(1), 2)).rejects.toThrow(NotFound);
  });

  it.each([
    ['no PDF at all', Buffer.from('plain text')],
    ['a PDF that is cut off', pdfOf(1).subarray(0, 60)],
    ['an encrypted PDF', Buffer.from(pdfOf(1).toString().replace('<</Root 1 0 R>>', `<</Root 1 0 R${ENCRYPT}>>`))],
  ])('of %s is not shown', async (_, pdf) => {
    await expect(render(pdf)).rejects.toThrow(PdfNotShown);
  });

  it('is shown although another document was not', async () => {
    await Promise.allSettled([render(Buffer.from('plain text')), service.render('u-2', pdfOf(1), 1)]);
    expect((await render(pdfOf(1))).pages).toBe(1);
  });
});
