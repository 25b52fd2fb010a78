import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';

/** What an order issues: fees of the fund, or the club's share. */
export const invoiceRunKinds = ['fund', 'club-share'] as const;
export type InvoiceRunKind = (typeof invoiceRunKinds)[number];

/** An admin's order to issue what a dry run showed. */
export const InvoiceRunSchema = defineEntity({
  name: 'InvoiceRun',
  tableName: 'invoice_runs',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    kind: p.enum(invoiceRunKinds),
    requestedBy: () => p.manyToOne(User).name('requested_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    requestedAt: p.datetime(),
    /** Periods that end later are not invoiced. */
    throughAt: p.datetime(),
    /** As the dry run showed them. */
    invoiceCount: p.integer(),
    total: p.decimal('string').columnType('numeric'),
    finishedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'invoice_runs_open_index', properties: ['kind', 'finishedAt', 'requestedAt'] }],
});
