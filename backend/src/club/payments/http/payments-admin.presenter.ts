import { presentCase, presentDecision, presentViewers, type CaseSurroundings, type Viewer } from '../../reviews/index.js';
import { presentEvidence, type ChainEvidence } from '../../../money/invoice-payments/index.js';
import type { PaymentDetailWire, PaymentWire, TxidUseWire } from '../../../platform/wire/index.js';
import type { PaymentReview, SamePicture, SameTransfer } from '../payment.repository.js';
import type { PayWallet } from '../subscription.settings.js';
import type { LinkOf } from './payments.v1.presenter.js';

/** A record of `payments`. */
export function presentPayment(payment: PaymentReview, linkOf: LinkOf, viewers: readonly Viewer[] = []): PaymentWire {
  return {
    id: payment.id,
    userId: payment.userId,
    fullName: payment.fullName,
    email: payment.email,
    membership: payment.membership,
    amount: payment.amount,
    currency: payment.currency,
    proofOfPaymentUrl: payment.proofFileId === null ? null : linkOf(payment.proofFileId),
    txid: payment.txid,
    submittedAt: payment.submittedAt.toISOString(),
    ...presentDecision(payment),
    viewers: presentViewers(viewers),
  };
}

/** Data that a reviewer compares a proof with. */
export interface PaymentEvidence {
  /** Today's fee of the membership in dollars. */
  fee: string;
  wallets: readonly PayWallet[];
  sameTransfer: readonly SameTransfer[];
  samePicture: readonly SamePicture[];
  around: CaseSurroundings;
  /** Null: no chain was asked. */
  onChain: readonly ChainEvidence[] | null;
}

/** A single record, with the fee, our wallets, and what is known of the transaction id. */
export function presentPaymentDetail(
  payment: PaymentReview,
  { fee, wallets, sameTransfer, samePicture, around, onChain }: PaymentEvidence,
  linkOf: LinkOf,
): PaymentDetailWire {
  return {
    ...presentPayment(payment, linkOf),
    ...presentCase(around),
    feeToday: fee,
    isFeeToday: payment.amount === fee,
    payTo: wallets.map(({ id, address }) => ({ id, address })),
    txidUsedBefore: sameTransfer.map(presentUse),
    pictureSeenBefore: samePicture.map(({ proofFileId, isSame, ...other }) => ({
      ...presentUse(other),
      proofOfPaymentUrl: linkOf(proofFileId),
      isSame,
    })),
    onChain: onChain?.map(presentEvidence) ?? null,
  };
}

const presentUse = ({ submittedAt, decidedAt, ...other }: SameTransfer): TxidUseWire => ({
  ...other,
  submittedAt: submittedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});
