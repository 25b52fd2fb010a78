import { defineEntity, p } from '@mikro-orm/core';
import { memberships, uuidv7, type Membership, type ReviewStatus } from '../../platform/domain/index.js';
import { StoredFile } from '../files/index.js';
import { User } from '../users/index.js';

const reviewStatuses = ['pending', 'approved', 'rejected'] as const satisfies readonly ReviewStatus[];

/** The names of the two indexes that refuse a second payment; PaymentsService tells them apart. */
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
    /** What the member says they paid: the fee of that day. */
    amount: p.decimal('string').precision(38).scale(18),
    currency: p.enum(['USD']).default('USD'),
    proofFileId: () => p.manyToOne(StoredFile).name('proof_file_id').mapToPk(),
    /** The id of the transfer on its chain, canonical (see payment.form.ts); null where the member gave none. */
    txid: p.string().length(64).nullable(),
    status: p.enum(reviewStatuses),
    /** Why it was rejected, as the member reads it. */
    reason: p.string().length(1000).nullable(),
    /** Which of the listed reasons it was (club/reviews/rejections.ts). */
    reasonCode: p.string().length(40).nullable(),
    /** Rejected for good: no new one follows it, unless an admin allows another try. */
    isFinal: p.boolean().default(false),
    submittedAt: p.datetime().defaultRaw('now()'),
    decidedAt: p.datetime().nullable(),
    decidedBy: () => p.manyToOne(User).name('decided_by').mapToPk().nullable(),
    reopenedAt: p.datetime().nullable(),
    reopenedBy: () => p.manyToOne(User).name('reopened_by').mapToPk().nullable(),
  },
  uniques: [
    {
      name: ONE_OPEN_PAYMENT,
      expression: `create unique index "${ONE_OPEN_PAYMENT}" on "payments" ("user_id") where "status" in ('pending', 'approved')`,
    },
    // One transfer pays once, whoever shows it; what was rejected paid for nothing and may be shown again.
    {
      name: ONE_PAYMENT_A_TXID,
      expression: `create unique index "${ONE_PAYMENT_A_TXID}" on "payments" ("txid") where "status" in ('pending', 'approved')`,
    },
  ],
  indexes: [
    { name: 'payments_status_index', properties: ['status', 'submittedAt'] },
    { name: 'payments_user_index', properties: ['userId', 'submittedAt'] },
    { name: 'payments_txid_index', properties: ['txid'] },
    // What was paid, day by day (club/admin/dashboard-trends.ts).
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
  proofFileId: string;
  txid: string | null;
  status: ReviewStatus;
}

/** One proof of a membership's fee and what was decided about it. A rejected one stays, and a new one follows it. */
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
