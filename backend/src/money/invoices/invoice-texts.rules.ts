import type { Seller } from '../../platform/config/index.js';
import type { Language } from '../../platform/domain/index.js';
import { formatMessage, type TextFormat } from '../../platform/texts/index.js';
import arabic from '../../../locales/ar/invoice.json' with { type: 'json' };
import english from '../../../locales/en/invoice.json' with { type: 'json' };
import spanish from '../../../locales/es/invoice.json' with { type: 'json' };
import type { InvoiceLine } from './invoice-reader.repository.js';
import type { Recipient } from './invoice.repository.js';

export type InvoiceTexts = typeof english;

/** Texts of invoices and credit notes as documents. `npm run texts` compares the languages. */
export const invoiceTexts: Readonly<Record<Language, InvoiceTexts>> = { en: english, es: spanish, ar: arabic };

/** Between the facts of a paragraph. */
export const SEPARATOR = '  ·  ';

/** Returns what a line charges for, by its formula. */
export function describeLine({ calculation: { formula, inputs } }: InvoiceLine, texts: InvoiceTexts, format: TextFormat): string {
  const { membership, period } = inputs as { membership?: keyof InvoiceTexts['line']['subscription']; period?: string };
  const { line } = texts;
  if (formula === 'subscription' && membership) return line.subscription[membership];
  if ((formula === 'fund-management' || formula === 'fund-performance' || formula === 'club-share') && period)
    return formatMessage(format.language, line[formula], { period: format.isolate(period) });
  return formula;
}

/** Returns who issued a document, with address and tax number; null where it was issued without them. */
export function describeSeller(seller: Seller | null, texts: InvoiceTexts, { language, isolate }: TextFormat): string | null {
  if (!seller) return null;
  const { name, address, taxNumber } = seller;
  return [
    formatMessage(language, texts.from, { name: isolate(name), address: isolate(address) }),
    ...(taxNumber === null ? [] : [formatMessage(language, texts.taxNumber, { number: isolate(taxNumber) })]),
  ].join(SEPARATOR);
}

/** Returns whom a document was issued to; a name that was erased is not printed. */
export function describeRecipient(recipient: Recipient | null, texts: InvoiceTexts, { language, isolate }: TextFormat): string {
  if (!recipient) return texts.noName;
  return formatMessage(language, texts.to, { name: isolate(recipient.name), country: isolate(recipient.country) });
}
