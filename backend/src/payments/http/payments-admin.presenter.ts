import type { PaymentDetailWire, PaymentWire } from '../../wire/index.js';
import type { PaymentReview, SameTransfer } from '../payment-reviews.js';
import type { LinkOf } from './payments.v1.presenter.js';

/** A record of `payments`. */
export function presentPayment(payment: PaymentReview, linkOf: LinkOf): PaymentWire {
  return {
    id: payment.id,
    userId: payment.userId,
    fullName: payment.fullName,
    email: payment.email,
    membership: payment.membership,
    amount: payment.amount,
    currency: payment.currency,
    proofOfPaymentUrl: linkOf(payment.proofFileId),
    txid: payment.txid,
    status: payment.status,
    reason: payment.reason,
    submittedAt: payment.submittedAt.toISOString(),
    decidedAt: payment.decidedAt?.toISOString() ?? null,
  };
}

/** The record on its own, with other payments that name the same transfer. */
export function presentPaymentDetail(payment: PaymentReview, sameTransfer: readonly SameTransfer[], linkOf: LinkOf): PaymentDetailWire {
  const txidUsedBefore = sameTransfer.map(({ id, userId, fullName, status, submittedAt }) => ({ id, userId, fullName, status, submittedAt: submittedAt.toISOString() }));
  return { ...presentPayment(payment, linkOf), txidUsedBefore };
}
