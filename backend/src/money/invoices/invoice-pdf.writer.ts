import { PdfLayout } from '../../platform/pdf/index.js';
import { formatMessage, textFormat, type TextFormat } from '../../platform/texts/index.js';
import { toCents } from './calculation.rules.js';
import type { InvoiceDetail, InvoiceLine } from './invoice-reader.repository.js';
import { describeLine, describeRecipient, describeSeller, invoiceTexts, SEPARATOR, type InvoiceTexts } from './invoice-texts.rules.js';

/**
 * Writes an invoice as PDF, in the language it was issued in. It contains nothing that changes after the invoice was issued, neither state
 * nor present time, so that making it again gives the same bytes.
 */
export async function invoicePdf(invoice: InvoiceDetail): Promise<Buffer> {
  const { number, issuedAt, dueAt, language, lines, recipient } = invoice;
  const texts = invoiceTexts[language];
  const format = textFormat(language);
  const say = (message: string, values: Record<string, string>) => formatMessage(language, message, values);
  const money = (amount: string) => format.decimal(toCents(amount));
  const title = say(texts.title, { number: format.isolate(number) });
  const pdf = await PdfLayout.start({
    title,
    at: issuedAt,
    language,
    footer: (page, pages) => say(texts.page, { title, page: String(page), pages: String(pages) }),
  });
  pdf.heading(title, 1);
  const seller = describeSeller(invoice.seller, texts, format);
  if (seller !== null) pdf.paragraph(seller);
  pdf.paragraph(
    [
      ...(seller === null ? ['Tidemark'] : []),
      describeRecipient(recipient, texts, format),
      say(texts.issued, { day: format.day(issuedAt.toISOString()) }),
      say(texts.due, { day: format.day(dueAt.toISOString()) }),
      texts.units,
    ].join(SEPARATOR),
  );
  const { description, amount } = texts.column;
  pdf.table(
    [
      { title: description, width: 80 },
      { title: amount, width: 20, align: 'end' },
    ],
    [...lines.map((line) => [describeLine(line, texts, format), money(line.amount)]), [texts.total, money(invoice.total)]],
  );
  pdf.heading(texts.pay, 2);
  pdf.paragraph(texts.payText);
  for (const line of lines) calculation(pdf, line, texts, format);
  return pdf.end();
}

function calculation(pdf: PdfLayout, { line, calculation: made, sha256 }: InvoiceLine, texts: InvoiceTexts, format: TextFormat): void {
  const { column } = texts;
  pdf.heading(formatMessage(format.language, texts.calculation, { line: String(line) }), 2);
  pdf.table(
    [
      { title: column.input, width: 30 },
      { title: column.value, width: 70 },
    ],
    [
      [column.formula, format.isolate(`${made.formula} v${made.version}`)],
      ...Object.entries(made.inputs as Record<string, unknown>).map(([name, value]) => [
        format.isolate(name),
        format.isolate(String(value)),
      ]),
      [texts.result, format.decimal(made.result)],
      [texts.fingerprint, format.isolate(sha256)],
    ],
  );
}
