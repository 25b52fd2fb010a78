import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

const TEXT = /<([0-9a-f]+)>/g;

/** Returns the compressed streams of a PDF: what its pages draw, and fonts. Others are left out. */
function pdfStreams(pdf: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    try {
      found.push(inflateSync(pdf.subarray(at + 7, pdf.indexOf('\nendstream', at))));
    } catch {
      continue; // A stream that is not compressed.
    }
  }
  return found;
}

/** Returns the texts of a PDF in drawing order, one a line of text. Reads the hexadecimal strings that pdfkit writes. */
export function pdfTexts(pdf: Buffer): string[] {
  return pdfStreams(pdf).flatMap((stream) =>
    [...stream.toString('latin1').matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
      [...parts.matchAll(TEXT)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    ),
  );
}

/** SHA-256 of what a PDF contains. Unlike that of the file it does not depend on the version of the compression. */
export function pdfContentSum(pdf: Buffer): string {
  return createHash('sha256')
    .update(Buffer.concat(pdfStreams(pdf)))
    .digest('hex');
}
