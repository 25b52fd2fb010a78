import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import { PdfLayout } from '../../platform/pdf/index.js';
import { formatMessage, textFormat } from '../../platform/texts/index.js';
import { toCents } from './calculation.rules.js';
import type { CreditNoteDetail, InvoiceDetail } from './invoice-reader.repository.js';
import { describeLine, describeRecipient, describeSeller, invoiceTexts, SEPARATOR } from './invoice-texts.rules.js';

/**
 * Writes the credit note of a void invoice as PDF, in the language of the invoice: what the invoice charged, with the sign turned. Like the
 * invoice it contains nothing that changes later, so that making it again gives the same bytes.
 */
export async function creditNotePdf(invoice: InvoiceDetail, note: CreditNoteDetail): Promise<Buffer> {
  const { language, lines, recipient } = invoice;
  const texts = invoiceTexts[language];
  const { creditNote: own, column } = texts;
  const format = textFormat(language);
  const say = (message: string, values: Record<string, string>) => formatMessage(language, message, values);
  const credited = (amount: string) => format.decimal(toCents(toDecimal(-scaled(amount))));
  const number = format.isolate(invoice.number);
  const title = say(own.title, { number: format.isolate(note.number) });
  const pdf = await PdfLayout.start({
    title,
    at: note.issuedAt,
    language,
    footer: (page, pages) => say(texts.page, { title, page: String(page), pages: String(pages) }),
  });
  pdf.heading(title, 1);
  const seller = describeSeller(note.seller, texts, format);
  if (seller !== null) pdf.paragraph(seller);
  pdf.paragraph(
    [
      ...(seller === null ? ['Tidemark'] : []),
      describeRecipient(recipient, texts, format),
      say(texts.issued, { day: format.day(note.issuedAt.toISOString()) }),
      texts.units,
    ].join(SEPARATOR),
  );
  pdf.paragraph(say(own.corrects, { number, day: format.day(invoice.issuedAt.toISOString()) }));
  pdf.paragraph(say(own.reason, { reason: format.isolate(note.reason) }));
  pdf.table(
    [
      { title: column.description, width: 80 },
      { title: column.amount, width: 20, align: 'end' },
    ],
    [...lines.map((line) => [describeLine(line, texts, format), credited(line.amount)]), [own.total, credited(invoice.total)]],
  );
  pdf.heading(own.effect, 2);
  pdf.paragraph(say(own.effectText, { number }));
  return pdf.end();
}
