import { handbook, type ResourcePage, type ResourceBlock } from './pages/index.js';

export interface Pdf {
  bytes: Buffer;
  pages: number;
}

const MARGIN = 64;
const INK = '#10151C';
const MUTED = '#475467';
const ACCENT = '#0B6E75';
const [BODY, BOLD] = ['Helvetica', 'Helvetica-Bold'];

type Doc = PDFKit.PDFDocument;
type Struct = ReturnType<Doc['struct']>;

/**
 * All lessons as one PDF: tagged for screen readers, with an outline, and the same bytes each time, because its dates are those of the
 * text. Set in the fonts that every reader has, so their texts keep to the letters of Windows-1252.
 */
export async function handbookPdf(pages: readonly ResourcePage[]): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit'); // large, and needed once a process
  const written = new Date(`${handbook.updated}T00:00:00Z`);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 16, left: MARGIN, right: MARGIN },
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: handbook.title, Subject: handbook.subject, Author: 'Tidemark', CreationDate: written, ModDate: written },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  cover(doc, root);
  for (const [index, page] of pages.entries()) chapter(doc, root, page, index + 1);
  root.end();
  const { count } = doc.bufferedPageRange();
  footers(doc, count);
  doc.end();
  return { bytes: await whole, pages: count };
}

/** One tagged piece of text. */
function put(doc: Doc, parent: Struct, tag: string, write: () => void): void {
  parent.add(doc.struct(tag, {}, write));
}

function cover(doc: Doc, root: Struct): void {
  put(doc, root, 'P', () => doc.font(BOLD).fontSize(12).fillColor(ACCENT).text('Tidemark'));
  doc.moveDown(8);
  put(doc, root, 'H1', () => doc.font(BOLD).fontSize(32).fillColor(INK).text(handbook.title));
  doc.moveDown(0.6);
  put(doc, root, 'P', () => doc.font(BODY).fontSize(14).fillColor(MUTED).text(handbook.subject, { lineGap: 4 }));
  doc.moveDown(2);
  put(doc, root, 'P', () => doc.font(BODY).fontSize(11).fillColor(INK).text(handbook.risk, { lineGap: 3 }));
  doc.moveDown(1);
  put(doc, root, 'P', () => doc.font(BODY).fontSize(11).fillColor(MUTED).text(`Last changed: ${handbook.updated}`));
}

function chapter(doc: Doc, root: Struct, page: ResourcePage, number: number): void {
  doc.addPage();
  const outline = doc.outline.addItem(`${number}. ${page.title}`, { expanded: true });
  const part = doc.struct('Sect');
  root.add(part);
  put(doc, part, 'H1', () => doc.font(BOLD).fontSize(24).fillColor(INK).text(`${number}. ${page.title}`));
  doc.moveDown(0.4);
  put(doc, part, 'P', () => doc.font(BODY).fontSize(12).fillColor(MUTED).text(page.intro, { lineGap: 3 }));
  for (const section of page.sections) {
    doc.moveDown(1.2);
    // A heading never stands alone at the foot of a page.
    if (doc.y > doc.page.height - doc.page.margins.bottom - 90) doc.addPage();
    outline.addItem(section.title);
    put(doc, part, 'H2', () => doc.font(BOLD).fontSize(15).fillColor(INK).text(section.title));
    doc.moveDown(0.4);
    for (const block of section.blocks) write(doc, part, block);
  }
  part.end();
}

function write(doc: Doc, part: Struct, block: ResourceBlock): void {
  if (typeof block === 'string') put(doc, part, 'P', () => doc.font(BODY).fontSize(11).fillColor(INK).text(block, { lineGap: 3 }));
  else if ('list' in block) for (const point of block.list) item(doc, part, point, '\u2022');
  else {
    put(doc, part, 'H3', () => doc.font(BOLD).fontSize(11).fillColor(ACCENT).text(`Example: ${block.example}`, { lineGap: 3 }));
    doc.moveDown(0.2);
    for (const [index, step] of block.steps.entries()) item(doc, part, step, `${index + 1}.`);
  }
  doc.moveDown(0.5);
}

/** A point of a list, its mark hanging before it. */
function item(doc: Doc, part: Struct, text: string, mark: string): void {
  const left = doc.page.margins.left;
  put(doc, part, 'P', () =>
    doc
      .font(BODY)
      .fontSize(11)
      .fillColor(INK)
      .text(`${mark}  ${text}`, left + 12, doc.y, { indent: 0, lineGap: 3, width: doc.page.width - left - 12 - doc.page.margins.right }),
  );
  doc.x = left;
  doc.moveDown(0.15);
}

function footers(doc: Doc, count: number): void {
  for (let page = 1; page < count; page += 1) {
    doc.switchToPage(page);
    const { height, width, margins } = doc.page;
    // Below the bottom margin, where text would begin a new page.
    const bottom = margins.bottom;
    margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc
      .font(BODY)
      .fontSize(9)
      .fillColor(MUTED)
      .text(`${handbook.title}  ·  ${page + 1} of ${count}`, margins.left, height - 48, {
        width: width - margins.left - margins.right,
        align: 'center',
        lineBreak: false,
      });
    doc.endMarkedContent();
    margins.bottom = bottom;
  }
}
