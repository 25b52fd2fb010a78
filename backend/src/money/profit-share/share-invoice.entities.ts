import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../platform/persistence/append-only.js';
import { User } from '../../club/users/index.js';
import { Invoice } from '../invoices/index.js';

const invoice = () => p.manyToOne(Invoice).name('invoice_id').mapToPk().deleteRule('no action').updateRule('no action');

/** A market cycle that the owner closed: a period ends here, for all members. Otherwise periods end with the calendar year in UTC. */
const ShareCycleSchema = defineEntity({
  name: 'ShareCycle',
  tableName: 'share_cycles',
  properties: {
    /** 00:00 UTC, exclusive. */
    endsAt: p.datetime().primary(),
    closedBy: () => p.manyToOne(User).name('closed_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    closedAt: p.datetime(),
  },
});

/** Which invoice charged the share of a member for a period. The amount never changes: the next invoice corrects it. */
const ShareInvoiceSchema = defineEntity({
  name: 'ShareInvoice',
  tableName: 'share_invoices',
  properties: {
    userId: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('no action').updateRule('no action'),
    period: p.string().length(10).primary(),
    startsAt: p.datetime(),
    endsAt: p.datetime(),
    amount: p.decimal('string').columnType('numeric'),
    invoiceId: () => invoice().unique(),
  },
  checks: [{ name: 'share_invoices_amount_check', expression: '"amount" > 0' }],
  triggers: appendOnly('share_invoices'),
});

/** What an invoice was computed from. Apart from it, because it lists trades and is deleted with the member's history. */
const ShareInvoiceCaseSchema = defineEntity({
  name: 'ShareInvoiceCase',
  tableName: 'share_invoice_cases',
  properties: {
    invoiceId: () => invoice().primary(),
    /** JSON for `club share --file`, as the member downloads it. */
    caseFile: p.text().lazy(),
  },
});

export const shareInvoiceEntities = [ShareCycleSchema, ShareInvoiceSchema, ShareInvoiceCaseSchema];
