import type { Language } from '../domain/index.js';
import { PdfType, type Place, type Style } from './pdf-type.writer.js';
import { brokenLines } from './text-runs.rules.js';

type Doc = PDFKit.PDFDocument;
type Struct = ReturnType<Doc['struct']>;

const MARGIN = 40;
const INK = '#10151C';
const MUTED = '#475467';
const ACCENT = '#0B6E75';
const RULE = '#D0D5DD';
const SIZE = 8;
const ROW = 14;
const FOOTER = 36;
/** Between two columns. */
const GAP = 6;

export interface PdfColumn {
  title: string;
  /** Share of the width. */
  width: number;
  align?: 'end';
}

/** What a document needs beside its contents. */
export interface PdfHead {
  title: string;
  at: Date;
  language: Language;
  /** The footer of a page; pages begin at 1. */
  footer: (page: number, pages: number) => string;
}

/**
 * Lays out a tagged PDF of headings, paragraphs and tables in the direction of its language; a table's header is repeated on each page.
 */
export class PdfLayout {
  private readonly chunks: Buffer[] = [];
  private readonly whole: Promise<Buffer>;
  private readonly root: Struct;

  private constructor(
    private readonly doc: Doc,
    private readonly type: PdfType,
    private readonly footer: PdfHead['footer'],
  ) {
    this.whole = new Promise((resolve, reject) => {
      doc.on('data', (chunk: Buffer) => this.chunks.push(chunk));
      doc.on('end', () => resolve(Buffer.concat(this.chunks)));
      doc.on('error', reject);
    });
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  static async start({ title, at, language, footer }: PdfHead): Promise<PdfLayout> {
    const { default: PDFDocument } = await import('pdfkit'); // large, and seldom needed
    const doc = new PDFDocument({
      size: 'A4',
      layout: 'landscape',
      margins: { top: MARGIN, bottom: MARGIN + FOOTER, left: MARGIN, right: MARGIN },
      bufferPages: true,
      tagged: true,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      info: { Title: title, Author: 'Tidemark', CreationDate: at, ModDate: at },
    });
    return new PdfLayout(doc, new PdfType(doc, language), footer);
  }

  heading(text: string, level: 1 | 2): void {
    const size = level === 1 ? 22 : 13;
    if (level === 2) this.room(ROW * 5);
    this.lines(`H${level}`, text, { weight: 'bold', size, color: level === 1 ? INK : ACCENT }, size * 1.3);
    this.doc.y += size * 0.4;
  }

  paragraph(text: string): void {
    this.lines('P', text, { weight: 'regular', size: 9, color: MUTED }, 13);
    this.doc.y += 6;
  }

  table(columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void {
    const table = this.doc.struct('Table');
    const titles = columns.map(({ title }) => title);
    this.root.add(table);
    this.room(ROW * 3);
    this.row(table, 'TH', columns, titles);
    for (const row of rows) {
      if (this.room(ROW)) this.row(table, 'TH', columns, titles);
      this.row(table, 'TD', columns, row);
    }
    table.end();
    this.doc.y += ROW;
  }

  async end(): Promise<Buffer> {
    this.root.end();
    this.footers();
    this.doc.end();
    return this.whole;
  }

  private row(table: Struct, tag: 'TH' | 'TD', columns: readonly PdfColumn[], cells: readonly string[]): void {
    const { doc } = this;
    const tr = doc.struct('TR');
    table.add(tr);
    const width = this.width();
    const isMirrored = this.type.direction === 'rtl';
    const all = columns.reduce((sum, column) => sum + column.width, 0);
    const top = doc.y;
    let passed = 0;
    columns.forEach(({ width: share, align }, n) => {
      const own = (width * share) / all;
      const left = isMirrored ? MARGIN + width - passed - own + GAP : MARGIN + passed;
      passed += own;
      const style: Style = { weight: tag === 'TH' ? 'bold' : 'regular', size: SIZE, color: tag === 'TH' ? MUTED : INK };
      const place: Place = { left, top, width: own - GAP, align: align ?? 'start' };
      const text = cells[n] ?? '';
      tr.add(doc.struct(tag, isMirrored ? { actual: text } : {}, () => this.type.write(text, style, place)));
    });
    tr.end();
    doc.markContent('Artifact', { type: 'Layout' });
    doc
      .moveTo(MARGIN, top + ROW - 3)
      .lineTo(MARGIN + width, top + ROW - 3)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
    doc.endMarkedContent();
    doc.x = MARGIN;
    doc.y = top + ROW;
  }

  /** Begins a page where less than `height` is left. Returns whether it did. */
  private room(height: number): boolean {
    const { doc } = this;
    if (doc.y + height <= doc.page.height - doc.page.margins.bottom) return false;
    doc.addPage();
    return true;
  }

  private width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  private lines(tag: string, text: string, style: Style, height: number): void {
    const { doc, type } = this;
    const width = this.width();
    const lines = brokenLines(text, width, (line) => type.widthOf(line, style));
    this.room(lines.length * height);
    const top = doc.y;
    this.root.add(
      // Readers take the text from here: a line from right to left is drawn in another order.
      doc.struct(tag, type.direction === 'rtl' ? { actual: text } : {}, () => {
        lines.forEach((line, n) => type.write(line, style, { left: MARGIN, top: top + n * height, width, align: 'start' }));
      }),
    );
    doc.x = MARGIN;
    doc.y = top + lines.length * height;
  }

  private footers(): void {
    const { doc } = this;
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page);
      const { height, width, margins } = doc.page;
      // Below the bottom margin, where text would begin a new page.
      const { bottom } = margins;
      margins.bottom = 0;
      doc.markContent('Artifact', { type: 'Pagination' });
      const place: Place = { left: MARGIN, top: height - MARGIN, width: width - 2 * MARGIN, align: 'center' };
      this.type.write(this.footer(page + 1, count), { weight: 'regular', size: 8, color: MUTED }, place);
      doc.endMarkedContent();
      margins.bottom = bottom;
    }
  }
}
