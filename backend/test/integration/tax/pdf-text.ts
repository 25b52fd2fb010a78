import { inflateSync } from 'node:zlib';

const TEXT = /<([0-9a-f]+)>/g;

/** Returns the texts of a PDF in drawing order, one a line of text. Reads the hexadecimal strings that pdfkit writes. */
export function pdfTexts(pdf: Buffer): string[] {
  const found: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    let content: string;
    try {
      content = inflateSync(pdf.subarray(at + 7, pdf.indexOf('\nendstream', at))).toString('latin1');
    } catch {
      continue; // A stream that is not compressed.
    }
    for (const [, parts = ''] of content.matchAll(/\[([^\]]*)\] TJ/g))
      found.push([...parts.matchAll(TEXT)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''));
  }
  return found;
}
