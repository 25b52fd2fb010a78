import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { Clock, NotFound } from '../../platform/domain/index.js';
import { csvFile, type Actor, type CsvColumn, type MadeFile } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { toCents } from './calculation.rules.js';
import { creditNotePdf } from './credit-note-pdf.writer.js';
import { invoicePdf } from './invoice-pdf.writer.js';
import { InvoiceReaderRepository, type InvoiceDetail, type InvoiceFilter, type InvoiceRow } from './invoice-reader.repository.js';

const BATCH = 500;

const columns: readonly CsvColumn<InvoiceRow>[] = [
  { header: 'number', kind: 'text', of: ({ number }) => number },
  { header: 'issued_at', kind: 'time', of: ({ issuedAt }) => issuedAt },
  { header: 'due_at', kind: 'time', of: ({ dueAt }) => dueAt },
  { header: 'member_id', kind: 'text', of: ({ userId }) => userId },
  { header: 'member', kind: 'text', of: ({ fullName }) => fullName },
  { header: 'kind', kind: 'text', of: ({ kind }) => kind },
  { header: 'status', kind: 'text', of: ({ status }) => status },
  { header: 'currency', kind: 'text', of: () => 'USD' },
  { header: 'total', kind: 'figure', of: ({ total }) => toCents(total) },
  { header: 'outstanding', kind: 'figure', of: ({ outstanding }) => toCents(outstanding) },
  { header: 'paid_at', kind: 'time', of: ({ paidAt }) => paidAt },
  { header: 'voided_at', kind: 'time', of: ({ voidedAt }) => voidedAt },
  { header: 'credit_note', kind: 'text', of: ({ creditNote }) => creditNote?.number ?? null },
];

interface PdfFile {
  name: string;
  bytes: Buffer;
}

/** Invoices as files. */
@Injectable()
export class InvoiceFilesService {
  constructor(
    private readonly em: EntityManager,
    private readonly invoices: InvoiceReaderRepository,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Writes an invoice as PDF; for a member, one of their own only. Throws NotFound, TooMany. */
  async pdf(actor: Actor, id: string): Promise<PdfFile> {
    const invoice = await this.find(actor, id);
    return { name: `tidemark-${invoice.number}.pdf`, bytes: await invoicePdf(invoice) };
  }

  /** Writes the credit note of a void invoice as PDF; for a member, of one of their own only. Throws NotFound, TooMany. */
  async creditNotePdf(actor: Actor, id: string): Promise<PdfFile> {
    const invoice = await this.find(actor, id);
    const { creditNote } = invoice;
    if (!creditNote) throw new NotFound('credit note');
    return { name: `tidemark-${creditNote.number}.pdf`, bytes: await creditNotePdf(invoice, creditNote) };
  }

  /** Streams every invoice of the filter, oldest first. */
  async csv({ userId, role }: Actor, filter: InvoiceFilter): Promise<MadeFile> {
    const file = await csvFile('invoices', this.clock.now(), columns, this.invoices.findAll(filter, BATCH));
    const { q: _text, ...detail } = filter;
    await this.audit.record(this.em, { action: 'invoice.export', actorId: userId, actorRole: role, detail: { filter: detail } });
    return file;
  }

  /** Counts towards the files that a person may make. */
  private async find({ userId, role }: Actor, id: string): Promise<InvoiceDetail> {
    await this.limits.consume('historyFileUser', userId);
    const invoice = await this.invoices.findDetail(id, role === 'admin' ? undefined : userId);
    if (!invoice) throw new NotFound('invoice');
    return invoice;
  }
}
