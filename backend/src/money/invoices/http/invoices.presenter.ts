import type {
  InvoiceDetailWire,
  InvoiceLineWire,
  InvoiceStatusWire,
  InvoiceWire,
  MyInvoiceDetailWire,
  MyInvoiceWire,
} from '../../../platform/wire/index.js';
import { toCents } from '../calculation.rules.js';
import { canVoid } from '../invoice-status.rules.js';
import type { InvoiceDetail, InvoiceLine, InvoiceRow } from '../invoice-reader.repository.js';

/** A row of GET /me/invoices */
export function presentOwnInvoice(invoice: InvoiceRow): MyInvoiceWire {
  const { id, number, kind, period, status, creditNote } = invoice;
  return {
    id,
    number,
    kind,
    period,
    status: status as InvoiceStatusWire,
    currency: 'USD',
    total: toCents(invoice.total),
    outstanding: toCents(invoice.outstanding),
    issuedAt: invoice.issuedAt.toISOString(),
    dueAt: invoice.dueAt.toISOString(),
    paidAt: invoice.paidAt?.toISOString() ?? null,
    voidedAt: invoice.voidedAt?.toISOString() ?? null,
    creditNote: creditNote && { number: creditNote.number, reason: creditNote.reason },
  };
}

/** GET /me/invoices/{id} */
export function presentOwnDetail(invoice: InvoiceDetail): MyInvoiceDetailWire {
  return { ...presentOwnInvoice(invoice), lines: invoice.lines.map(presentLine) };
}

/** A record of `invoices` in the console. */
export function presentInvoice(invoice: InvoiceRow): InvoiceWire {
  return { ...presentOwnInvoice(invoice), userId: invoice.userId, fullName: invoice.fullName };
}

export function presentInvoiceDetail(invoice: InvoiceDetail): InvoiceDetailWire {
  const may: InvoiceDetailWire['may'] = canVoid(invoice) ? ['void'] : [];
  return { ...presentInvoice(invoice), may, recipient: invoice.recipient, lines: invoice.lines.map(presentLine) };
}

function presentLine({ line, amount, calculation, sha256 }: InvoiceLine): InvoiceLineWire {
  const { formula, version, inputs, result } = calculation;
  return { line, amount: toCents(amount), calculation: { formula, version, inputs: inputs as Record<string, unknown>, result, sha256 } };
}
