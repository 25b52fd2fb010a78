import { checksumOf } from '../../../money/pay-addresses/index.js';
import type { Language, Membership } from '../../../platform/domain/index.js';
import type { MyPaymentWire, PendingPaymentWire, PayWalletWire, SubscriptionWire } from '../../../platform/wire/index.js';
import { rejectionIn } from '../../reviews/index.js';
import type { OwnPayment, PaymentReview } from '../payment.repository.js';
import type { PayWallet } from '../subscription.settings.js';

/** Returns the link to a file for the current session. */
export type LinkOf = (fileId: string) => string;

/** GET /getpendingpayment */
export function presentPending(
  { userId, fullName, membership, amount, proofFileId, status }: PaymentReview,
  linkOf: LinkOf,
): PendingPaymentWire {
  if (proofFileId === null) throw new Error('a payment that waits for a person has a proof');
  return { userId, fullname: fullName, membership, amount, proofOfPayment: linkOf(proofFileId), status };
}

/** GET /me/payment; all null before the first. */
export function presentOwn(payment: OwnPayment | null, language: Language | null): MyPaymentWire {
  return {
    status: payment?.status ?? null,
    reason: payment?.reason == null ? null : rejectionIn(language, 'payment', payment.reason),
    final: payment?.closed ?? false,
    amount: payment?.amount ?? null,
    txid: payment?.txid ?? null,
    submittedAt: payment?.submittedAt.toISOString() ?? null,
    decidedAt: payment?.decidedAt?.toISOString() ?? null,
  };
}

/** GET /me/subscription */
export function presentSubscription(
  membership: Membership,
  fee: string,
  wallets: readonly PayWallet[],
  invoiceId: string | null,
): SubscriptionWire {
  return { membership, fee, currency: 'USD', wallets: wallets.map(presentWallet), invoiceId };
}

function presentWallet({ id, address, uri }: PayWallet): PayWalletWire {
  return { id, address, checksum: checksumOf(address), uri };
}
