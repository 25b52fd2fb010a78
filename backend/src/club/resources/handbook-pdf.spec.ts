import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { handbookPdf } from './handbook-pdf.js';
import { handbook, resourcePages, type ResourceBlock } from './pages/index.js';

const textsOf = (block: ResourceBlock): string[] =>
  typeof block === 'string' ? [block] : 'list' in block ? block.list : [block.example, ...block.steps];
const allTexts = [
  handbook.title,
  handbook.subject,
  handbook.risk,
  ...resourcePages.flatMap(({ title, intro, sections }) => [
    title,
    intro,
    ...sections.flatMap((section) => [section.title, ...section.blocks.flatMap(textsOf)]),
  ]),
];

/** The content streams of a PDF that nothing is hidden in, as text. */
function streams(pdf: Buffer): string {
  const found: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    try {
      found.push(inflateSync(pdf.subarray(at + 7, pdf.indexOf('\nendstream', at))).toString('latin1'));
    } catch {
      // A stream that is not compressed.
    }
  }
  return found.join('\n');
}

describe('the lessons', () => {
  it('keep to the letters of the handbook’s fonts', () => {
    const foreign = allTexts.flatMap((text) =>
      [...text].filter((letter) => !/[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/.test(letter)),
    );
    expect(foreign).toEqual([]);
  });

  it('have sections that can be told apart, and enough to read', () => {
    for (const { sections } of resourcePages) expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    expect(allTexts.join(' ').split(/\s+/).length).toBeGreaterThan(2000);
  });

  it('promise nothing', () => {
    expect(allTexts.join(' ')).toMatch(/Profits are not guaranteed/);
    expect(allTexts.join(' ')).not.toMatch(/risk-free|sure profit|unlock|!/i);
  });
});

describe('the handbook', () => {
  it('is one PDF with an outline of every section, tagged, with a title and a language', async () => {
    const { bytes, pages } = await handbookPdf(resourcePages);
    const text = bytes.toString('latin1');
    expect(text.slice(0, 8)).toBe('%PDF-1.7');
    expect(bytes.subarray(-8).toString()).toContain('%%EOF');
    expect(pages).toBeGreaterThan(4);
    const marks = [
      '/StructTreeRoot',
      '/MarkInfo',
      '/Marked true',
      '/Lang (en)',
      '/DisplayDocTitle true',
      ...resourcePages.flatMap(({ sections }) => sections.map(({ title }) => `/Title (${title})`)),
    ];
    expect(marks.filter((mark) => !text.includes(mark))).toEqual([]);
    expect(streams(bytes).includes('/Pagination')).toBe(true);
  });

  it('is the same, byte for byte, each time', async () => {
    const [first, second] = [await handbookPdf(resourcePages), await handbookPdf(resourcePages)];
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(first.bytes)).toBe(hash(second.bytes));
  });

  it('runs nothing', async () => {
    const text = (await handbookPdf(resourcePages)).bytes.toString('latin1');
    expect(/\/(JavaScript|JS|OpenAction|Launch|EmbeddedFile|AA|URI)\b/.test(text)).toBe(false);
  });
});
