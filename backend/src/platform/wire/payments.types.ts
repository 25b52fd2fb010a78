import type { MembershipWire, ReviewStatusWire } from './account.types.js';
import type { ChainEvidenceWire } from './chain-transfers.types.js';
import type { ReviewCaseWire, ReviewDecisionWire, ReviewViewersWire } from './reviews.types.js';

/**
 * POST /createpayment: multipart fields beside the file `proofOfPayment` (PNG, JPEG, WebP). 409 names `txid` where the id has paid before.
 */
export interface PaymentSubmissionWire {
  /** The member's own. */
  membership: MembershipWire;
  /** Dollars: the fee of that membership, `50` or `50.00`. */
  amount: string;
  /** 64 hexadecimal characters of Bitcoin or TRON, with or without `0x`. */
  txid?: string;
}

/** POST /createpayment: data. */
export interface PaymentSubmittedWire {
  paymentStatus: ReviewStatusWire;
}

/** GET /getpendingpayment, /approvepayment/{userId}, /rejectpayment/{userId}: the data list, the oldest first. */
export interface PendingPaymentWire {
  userId: string;
  fullname: string;
  membership: MembershipWire;
  /** Dollars, a plain decimal without trailing zeros. */
  amount: string;
  /** A link that lives five minutes. */
  proofOfPayment: string;
  status: ReviewStatusWire;
}

/** GET /me/payment: the member's latest payment; all null before the first. */
export interface MyPaymentWire {
  status: ReviewStatusWire;
  /** Why it was rejected. */
  reason: string | null;
  /** Rejected for good: POST /createpayment answers 409. */
  final: boolean;
  amount: string | null;
  txid: string | null;
  submittedAt: string | null;
  decidedAt: string | null;
}

/** Where the fee can be paid to. */
export interface PayWalletWire {
  id: 'btc' | 'usdt-trc20';
  address: string;
  /** First and last six characters of the address, to compare with the wallet program. */
  checksum: { first: string; last: string };
  /** Payment URI for wallet programs; null where the chain has none: then the code contains the address. */
  uri: string | null;
}

/** GET /me/subscription: fee and wallets come from the settings of the server, nothing of them can be changed through the API. */
export interface SubscriptionWire {
  membership: MembershipWire;
  /** Dollars. */
  fee: string;
  currency: 'USD';
  wallets: PayWalletWire[];
  /** The open invoice of the fee, paid by a quote of GET /me/invoices/{id}/payment. Null: there is none, or no chain is read. */
  invoiceId: string | null;
}

/**
 * `payments`; actions, each answering {message, data}: POST {id}/approve, POST {id}/reject with ReviewRejectionWire, POST {id}/allow-retry
 * with {reason}, POST {id}/watch and {id}/leave with {visit}. Sorts: submittedAt, decidedAt, status, fullName, membership, amount. Filters:
 * id, q, status, userId, membership, txid.
 */
export interface PaymentWire extends ReviewDecisionWire, ReviewViewersWire {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  membership: MembershipWire;
  amount: string;
  currency: 'USD';
  /** A link that lives five minutes. Null: the chain itself showed the payment. */
  proofOfPaymentUrl: string | null;
  txid: string | null;
  submittedAt: string;
}

/** Another payment with the same transaction id, and its status. */
export interface TxidUseWire {
  id: string;
  userId: string;
  fullName: string;
  amount: string;
  status: Exclude<ReviewStatusWire, null>;
  reason: string | null;
  submittedAt: string;
  decidedAt: string | null;
}

/** Another payment with the same picture. */
export interface PictureUseWire extends TxidUseWire {
  /** A link that lives five minutes. */
  proofOfPaymentUrl: string;
  /** The same to the byte; otherwise it looks the same, as pages of one wallet may. */
  isSame: boolean;
}

/** `payments/{id}` */
export interface PaymentDetailWire extends PaymentWire, ReviewCaseWire {
  /** Dollars that the membership costs today, and whether the payment is of that amount. */
  feeToday: string;
  isFeeToday: boolean;
  /** Where the fee could be paid to. */
  payTo: { id: 'btc' | 'usdt-trc20'; address: string }[];
  /** Of anybody and in any state, the newest first. */
  txidUsedBefore: TxidUseWire[];
  /** Of anybody and in any state, the newest first, 20 at most. */
  pictureSeenBefore: PictureUseWire[];
  /** What each chain shows of the transaction id. Null: the member gave none, or the answer is that of an action, which asks no chain. */
  onChain: ChainEvidenceWire[] | null;
}
