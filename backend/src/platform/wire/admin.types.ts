/**
 * Records of the console's REST resources, `/api/v1/admin/<resource>` (contract section 2), in ra-data-simple-rest's
 * dialect: `?sort=["field","ASC"]&range=[0,24]&filter={}`, `Content-Range` with the true total. Every record has an `id`.
 */
import type { MembershipWire } from './account.types.js';
import type {
  DepositWire,
  FutureOpenOrderWire,
  FuturePositionWire,
  FuturesIncomeWire,
  FutureTradeWire,
  SpotTradeWire,
  WithdrawWire,
} from './exchange.types.js';
import type { ReviewCaseWire, ReviewDecisionWire, ReviewViewersWire } from './reviews.types.js';

/** A member's exchange key, without secrets. */
export type KeyStateWire = 'unchecked' | 'valid' | 'too_powerful' | 'invalid' | 'none';

/**
 * `kyc-reviews`; actions, each answering {message, data}: POST {id}/approve, POST {id}/reject with ReviewRejectionWire, POST
 * {id}/allow-retry with {reason}, POST {id}/reveal with {reason}, POST {id}/watch and {id}/leave with {visit}.
 */
export interface KycReviewWire extends ReviewDecisionWire, ReviewViewersWire {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  userType: MembershipWire;
  platform: string;
  address: string;
  apiKeyMasked: string | null;
  secretKeyMasked: string | null;
  /** Only whether an exchange sign-in was given: it can be opened offline alone. */
  exchangeLoginGiven: boolean;
  keyState: KeyStateWire;
  keyRights: string[];
  /** Links that live five minutes. */
  idCardUrl: string;
  proofOfAddressUrl: string;
  proofOfAddressType: string;
  submittedAt: string;
}

/** `kyc-reviews/{id}` */
export interface KycReviewDetailWire extends KycReviewWire, ReviewCaseWire {}

/**
 * The history resources take `filter.userId` (required), `filter.symbol` or `filter.coin`, and `filter.from` and `filter.to`, days of UTC,
 * both inclusive; they sort as the member's own lists do.
 */
export type SpotTradeRecord = SpotTradeWire & { id: string; userId: string };
export type FuturesTradeRecord = FutureTradeWire & { id: string; userId: string };
export type FuturesOrderRecord = FutureOpenOrderWire & { id: string; userId: string };
export type FuturesPositionRecord = FuturePositionWire & { id: string; userId: string };
export type DepositRecord = DepositWire & { id: string; userId: string };
export type WithdrawalRecord = WithdrawWire & { id: string; userId: string };
export type FuturesIncomeRecord = FuturesIncomeWire & { id: string; userId: string };
