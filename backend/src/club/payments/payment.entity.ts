import { defineEntity, p } from '@mikro-orm/core';
import { memberships, uuidv7, type Membership, type ReviewStatus } from '../../platform/domain/index.js';
import { StoredFile } from '../files/index.js';
import { User } from '../users/index.js';

const reviewStatuses = ['pending', 'approved', 'rejected'] as const satisfies readonly ReviewStatus[];

/** The unique indexes that reject a second payment; PaymentsService maps each to its error. */
export const ONE_OPEN_PAYMENT = 'payments_open_unique';
export const ONE_PAYMENT_A_TXID = 'payments_txid_unique';

const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payments',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).name('user_id').mapToPk(),
    membership: p.enum(memberships),
    /** The stated amount: the fee of that day. */
    amount: p.decimal('string').precision(38).scale(18),
    currency: p.enum(['USD']).default('USD'),
    /** Null: the chain itself showed the payment. */
    proofFileId: () => p.manyToOne(StoredFile).name('proof_file_id').mapToPk().deleteRule('no action').nullable(),
    /** The transaction id, canonical (payment.form.ts); null if the member gave none. */
    txid: p.string().length(64).nullable(),
    status: p.enum(reviewStatuses),
    /** The reason of the rejection, shown to the member. */
    reason: p.string().length(1000).nullable(),
    /** Code of the reason (club/reviews/rejection.rules.ts). */
    reasonCode: p.string().length(40).nullable(),
    /** Finally rejected: no further payment, unless an admin reopens it. */
    isFinal: p.boolean().default(false),
    submittedAt: p.datetime().defaultRaw('now()'),
    decidedAt: p.datetime().nullable(),
    decidedBy: () => p.manyToOne(User).name('decided_by').mapToPk().nullable(),
    reopenedAt: p.datetime().nullable(),
    reopenedBy: () => p.manyToOne(User).name('reopened_by').mapToPk().nullable(),
  },
  checks: [{ name: 'payments_proof_check', expression: `"proof_file_id" is not null or "status" = 'approved'` }],
  uniques: [
    {
      name: ONE_OPEN_PAYMENT,
      expression: `create unique index "${ONE_OPEN_PAYMENT}" on "payments" ("user_id") where "status" in ('pending', 'approved')`,
    },
    // A transfer counts for one proof of any member, unless that proof was rejected. One transaction on chain can pay several invoices.
    {
      name: ONE_PAYMENT_A_TXID,
      expression:
        `create unique index "${ONE_PAYMENT_A_TXID}" on "payments" ("txid") ` +
        `where "status" in ('pending', 'approved') and "proof_file_id" is not null`,
    },
  ],
  indexes: [
    { name: 'payments_status_index', properties: ['status', 'submittedAt'] },
    { name: 'payments_user_index', properties: ['userId', 'submittedAt'] },
    { name: 'payments_txid_index', properties: ['txid'] },
    // Payments by day (club/admin/dashboard-trends).
    { name: 'payments_submitted_index', properties: ['submittedAt'] },
    {
      name: 'payments_approved_index',
      expression: `create index "payments_approved_index" on "payments" ("decided_at") where "status" = 'approved'`,
    },
  ],
});

export interface NewPayment {
  userId: string;
  membership: Membership;
  /** Dollars. */
  amount: string;
  proofFileId: string | null;
  txid: string | null;
  status: ReviewStatus;
}

/** A proof of a membership's fee and its decision. Rejected ones are kept; a new proof is a new row. */
export class Payment extends PaymentSchema.class {
  constructor(fields: NewPayment) {
    super();
    this.id = uuidv7();
    Object.assign(this, {
      reason: null,
      reasonCode: null,
      isFinal: false,
      decidedAt: null,
      decidedBy: null,
      reopenedAt: null,
      reopenedBy: null,
      ...fields,
    });
  }
}
PaymentSchema.setClass(Payment);
export { PaymentSchema };
