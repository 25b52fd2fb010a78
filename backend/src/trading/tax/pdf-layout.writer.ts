type Doc = PDFKit.PDFDocument;
type Struct = ReturnType<Doc['struct']>;

const MARGIN = 40;
const INK = '#10151C';
const MUTED = '#475467';
const ACCENT = '#0B6E75';
const RULE = '#D0D5DD';
const [BODY, BOLD] = ['Helvetica', 'Helvetica-Bold'];
const SIZE = 8;
const ROW = 14;
const FOOTER = 36;

export interface PdfColumn {
  title: string;
  /** Share of the width. */
  width: number;
  align?: 'right';
}

/** Replaces letters that the fonts of every reader do not have (Windows-1252), so that no line becomes unreadable. */
const printable = (text: string) => text.replaceAll(/[^\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu, '?');

/** Lays out a tagged PDF of headings, paragraphs and tables; a table's header is repeated on each page. */
export class PdfLayout {
  private readonly chunks: Buffer[] = [];
  private readonly whole: Promise<Buffer>;
  private readonly root: Struct;

  private constructor(
    private readonly doc: Doc,
    private readonly title: string,
  ) {
    this.whole = new Promise((resolve, reject) => {
      doc.on('data', (chunk: Buffer) => this.chunks.push(chunk));
      doc.on('end', () => resolve(Buffer.concat(this.chunks)));
      doc.on('error', reject);
    });
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  static async start(title: string, at: Date): Promise<PdfLayout> {
    const { default: PDFDocument } = await import('pdfkit'); // large, and seldom needed
    const doc = new PDFDocument({
      size: 'A4',
      layout: 'landscape',
      margins: { top: MARGIN, bottom: MARGIN + FOOTER, left: MARGIN, right: MARGIN },
      bufferPages: true,
      tagged: true,
      pdfVersion: '1.7',
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Author: 'Tidemark', CreationDate: at, ModDate: at },
    });
    return new PdfLayout(doc, title);
  }

  heading(text: string, level: 1 | 2): void {
    const { doc } = this;
    if (level === 2) this.room(ROW * 5);
    this.put(`H${level}`, () =>
      doc
        .font(BOLD)
        .fontSize(level === 1 ? 22 : 13)
        .fillColor(level === 1 ? INK : ACCENT)
        .text(printable(text), MARGIN, doc.y),
    );
    doc.moveDown(0.4);
  }

  paragraph(text: string): void {
    const { doc } = this;
    this.room(ROW * 2);
    this.put('P', () => doc.font(BODY).fontSize(9).fillColor(MUTED).text(printable(text), MARGIN, doc.y, { lineGap: 2 }));
    doc.moveDown(0.5);
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
    const width = doc.page.width - 2 * MARGIN;
    const all = columns.reduce((sum, column) => sum + column.width, 0);
    const top = doc.y;
    let left = MARGIN;
    columns.forEach(({ width: share, align }, n) => {
      const own = (width * share) / all;
      const text = printable(cells[n] ?? '');
      const at = left;
      tr.add(
        doc.struct(tag, {}, () =>
          doc
            .font(tag === 'TH' ? BOLD : BODY)
            .fontSize(SIZE)
            .fillColor(tag === 'TH' ? MUTED : INK)
            .text(text, at, top, { width: own - 6, align: align ?? 'left', lineBreak: false, ellipsis: true, height: ROW }),
        ),
      );
      left += own;
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

  private put(tag: string, write: () => void): void {
    this.root.add(this.doc.struct(tag, {}, write));
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
      doc
        .font(BODY)
        .fontSize(8)
        .fillColor(MUTED)
        .text(printable(`${this.title}  ·  ${page + 1} of ${count}`), MARGIN, height - MARGIN, {
          width: width - 2 * MARGIN,
          align: 'center',
          lineBreak: false,
        });
      doc.endMarkedContent();
      margins.bottom = bottom;
    }
  }
}
