import { defineEntity, p } from '@mikro-orm/core';
import type { Seller } from '../../platform/config/index.js';
import { languages } from '../../platform/domain/index.js';
import { appendOnly } from '../../platform/persistence/append-only.js';
import { User } from '../../club/users/index.js';
import { incomeKinds } from '../ledger/index.js';
import { invoiceStatuses } from './invoice-status.rules.js';

/** The unique index that allows a member one open subscription invoice. */
export const ONE_OPEN_SUBSCRIPTION = 'invoices_open_subscription_unique';

const amount = () => p.decimal('string').precision(38).scale(18);
/** Refuses DELETE; what may be updated is left to another trigger. */
const neverDeleted = (table: string) => appendOnly(table).filter(({ events }) => events[0] === 'delete');

/** Fires at commit: an issued invoice has all its lines, and their sum is its total (invoices_check_lines in the migration). */
const complete = (table: string) => ({
  name: `${table}_complete`,
  timing: 'after' as const,
  events: ['insert' as const],
  expression:
    `create constraint trigger "${table}_complete" after insert on "${table}" deferrable initially deferred ` +
    'for each row execute function "invoices_check_lines"()',
});

const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoices',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).name('user_id').mapToPk(),
    kind: p.enum(incomeKinds),
    status: p.enum(invoiceStatuses),
    /** `TM-2026-000123`; null while it is a draft. */
    number: p.string().length(30).unique().nullable(),
    currency: p.enum(['USD']).default('USD'),
    total: amount(),
    lineCount: p.smallint(),
    /** The member's language when it was issued: the PDF is always the same. */
    language: p.enum(languages),
    /** The seller of the settings when it was issued; null: it was issued without one. */
    seller: p.json<Seller>().nullable(),
    createdAt: p.datetime(),
    issuedAt: p.datetime().nullable(),
    dueAt: p.datetime().nullable(),
    paidAt: p.datetime().nullable(),
    voidedAt: p.datetime().nullable(),
  },
  checks: [
    {
      name: 'invoices_issued_check',
      expression:
        `("status" = 'draft') = ("number" is null) and ("number" is null) = ("issued_at" is null)` +
        ' and ("number" is null) = ("due_at" is null)',
    },
    { name: 'invoices_paid_check', expression: `("status" = 'paid') = ("paid_at" is not null)` },
    { name: 'invoices_void_check', expression: `("status" = 'void') = ("voided_at" is not null)` },
    { name: 'invoices_total_check', expression: '"total" > 0' },
  ],
  uniques: [
    {
      name: ONE_OPEN_SUBSCRIPTION,
      expression:
        `create unique index "${ONE_OPEN_SUBSCRIPTION}" on "invoices" ("user_id") ` +
        `where "kind" = 'subscription' and "status" in ('draft', 'issued', 'partially_paid', 'overdue')`,
    },
  ],
  indexes: [
    { name: 'invoices_user_index', properties: ['userId', 'issuedAt', 'id'] },
    { name: 'invoices_issued_index', properties: ['issuedAt', 'id'] },
    { name: 'invoices_due_index', properties: ['dueAt', 'id'] },
    { name: 'invoices_status_index', properties: ['status', 'dueAt', 'id'] },
    { name: 'invoices_total_index', properties: ['total', 'id'] },
  ],
  triggers: [
    ...neverDeleted('invoices'),
    complete('invoices'),
    {
      name: 'invoices_fixed',
      timing: 'before',
      events: ['update'],
      expression: 'create trigger "invoices_fixed" before update on "invoices" for each row execute function "invoices_keep_issued"()',
    },
  ],
});

const InvoiceLineSchema = defineEntity({
  name: 'InvoiceLine',
  tableName: 'invoice_lines',
  properties: {
    invoiceId: () => p.manyToOne(Invoice).name('invoice_id').mapToPk().primary().deleteRule('no action').updateRule('no action'),
    /** From 1. */
    line: p.smallint().primary().autoincrement(false),
    amount: amount(),
    /** Canonical JSON, byte for byte (calculation.rules.ts). */
    calculation: p.text(),
    /** SHA-256 of the calculation, in hexadecimal digits. */
    sha256: p.string().length(64).name('sha256'),
  },
  triggers: [...appendOnly('invoice_lines'), complete('invoice_lines')],
});

/** Whom an invoice was issued to. Apart from the invoice, because it is deleted when the legal period is over. */
const InvoiceRecipientSchema = defineEntity({
  name: 'InvoiceRecipient',
  tableName: 'invoice_recipients',
  properties: {
    invoiceId: () => p.manyToOne(Invoice).name('invoice_id').mapToPk().primary().deleteRule('no action').updateRule('no action'),
    name: p.string().length(201),
    country: p.string().length(80),
  },
  triggers: appendOnly('invoice_recipients').filter(({ events }) => events[0] === 'update'),
});

/** Voids an invoice, with a number of its own. */
const CreditNoteSchema = defineEntity({
  name: 'CreditNote',
  tableName: 'credit_notes',
  properties: {
    invoiceId: () => p.manyToOne(Invoice).name('invoice_id').mapToPk().primary().deleteRule('no action').updateRule('no action'),
    number: p.string().length(30).unique(),
    issuedAt: p.datetime(),
    reason: p.string().length(1000),
    /** As of an invoice: it may be another one than that of the invoice. */
    seller: p.json<Seller>().nullable(),
  },
  triggers: appendOnly('credit_notes'),
});

/** Reminders that are done, so that each is sent once. */
const InvoiceReminderSchema = defineEntity({
  name: 'InvoiceReminder',
  tableName: 'invoice_reminders',
  properties: {
    invoiceId: () => p.manyToOne(Invoice).name('invoice_id').mapToPk().primary().deleteRule('no action').updateRule('no action'),
    /** From 1: the first of INVOICE_REMINDER_DAYS. */
    stage: p.smallint().primary().autoincrement(false),
    at: p.datetime(),
    /** False: it was due together with a later one. */
    sent: p.boolean(),
  },
  triggers: appendOnly('invoice_reminders'),
});

/** The last number of each series and year. Issuing locks the row until its transaction ends, so a rollback leaves no gap. */
const InvoiceCounterSchema = defineEntity({
  name: 'InvoiceCounter',
  tableName: 'invoice_counters',
  properties: {
    series: p.string().length(10).primary(),
    year: p.smallint().primary().autoincrement(false),
    last: p.integer(),
  },
  triggers: neverDeleted('invoice_counters'),
});

/** What a member owes and why. Contents never change once it is issued. */
export class Invoice extends InvoiceSchema.class {}
InvoiceSchema.setClass(Invoice);

export const invoiceEntities = [
  InvoiceSchema,
  InvoiceLineSchema,
  InvoiceRecipientSchema,
  CreditNoteSchema,
  InvoiceReminderSchema,
  InvoiceCounterSchema,
];
