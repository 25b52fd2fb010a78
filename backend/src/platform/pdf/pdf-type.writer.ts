import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { directionOf, type Language } from '../domain/index.js';
import { printable } from './printable-text.rules.js';
import { fitted, visualRuns } from './text-runs.rules.js';
import { fontOfWoff } from './woff-font.rules.js';

type Doc = PDFKit.PDFDocument;
type Weight = 'regular' | 'bold';

export interface Style {
  weight: Weight;
  size: number;
  color: string;
}

export interface Place {
  left: number;
  top: number;
  width: number;
  align: 'start' | 'center' | 'end';
}

const LATIN: Readonly<Record<Weight, string>> = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
const ARABIC: Readonly<Record<Weight, string>> = { regular: 'Arabic', bold: 'Arabic-Bold' };
const arabicFont = (weight: 400 | 700): Buffer => {
  const file = import.meta.resolve(`@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`);
  return fontOfWoff(readFileSync(fileURLToPath(file)));
};

let unpacked: Readonly<Record<Weight, Buffer>> | undefined;
/** Unpacked once a process: PDFKit would unpack them, in JavaScript, for each document with an Arabic word. */
const arabicFonts = () => (unpacked ??= { regular: arabicFont(400), bold: arabicFont(700) });

/** Sets lines of text in the fonts of a language: Helvetica, which every reader of PDF has, and Noto Sans Arabic for Arabic. */
export class PdfType {
  readonly direction: 'ltr' | 'rtl';

  constructor(
    private readonly doc: Doc,
    language: Language,
  ) {
    this.direction = directionOf(language);
    // In every language: a name may be Arabic. A font that no text uses adds nothing to the file.
    const { regular, bold } = arabicFonts();
    doc.registerFont(ARABIC.regular, regular);
    doc.registerFont(ARABIC.bold, bold);
  }

  widthOf(line: string, { weight, size }: Style): number {
    return this.#runs(line, weight).reduce((sum, { text, font }) => sum + this.doc.font(font).fontSize(size).widthOfString(text), 0);
  }

  /** Writes one line, cut to the width of its place. */
  write(text: string, style: Style, { left, top, width, align }: Place): void {
    const widthOf = (part: string) => this.widthOf(part, style);
    const line = fitted(printable(text), width, widthOf);
    const rest = Math.max(0, width - widthOf(line));
    const isAtRight = align === 'end' ? this.direction === 'ltr' : this.direction === 'rtl';
    let at = left + (align === 'center' ? rest / 2 : isAtRight ? rest : 0);
    for (const { text: part, font } of this.#runs(line, style.weight)) {
      const { doc } = this;
      doc.font(font).fontSize(style.size).fillColor(style.color);
      // Fonts have their baselines at different heights.
      doc.text(part, at, top + style.size, { lineBreak: false, baseline: 'alphabetic' });
      at += doc.widthOfString(part);
    }
  }

  #runs(line: string, weight: Weight): { text: string; font: string }[] {
    return visualRuns(printable(line), this.direction).map(({ text, isArabic }) => ({
      text,
      font: (isArabic ? ARABIC : LATIN)[weight],
    }));
  }
}
