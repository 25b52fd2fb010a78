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
import type {
  AskedDocumentWire,
  CheckedFieldWire,
  DocumentRequestWire,
  FirstApprovalWire,
  ReviewCaseWire,
  ReviewClaimWire,
  ReviewDecisionWire,
  ReviewViewersWire,
  ScheduledDecisionWire,
  SeenBeforeWire,
} from './reviews.types.js';

/** A member's exchange key, without secrets. */
export type KeyStateWire = 'unchecked' | 'valid' | 'too_powerful' | 'invalid' | 'none';

/**
 * `kyc-reviews`; actions, each answering {message, data}: POST {id}/approve, POST {id}/reject with ReviewRejectionWire, POST
 * {id}/allow-retry with {reason}, POST {id}/reveal with {reason}, POST {id}/watch and {id}/leave with {visit}, POST {id}/claim with
 * {visit, takeOver?}, POST {id}/decision with ConsoleDecisionWire, POST {id}/undo, POST {id}/check with FieldCheckWire,
 * POST {id}/document-number with DocumentNumberWire.
 * Filters beside those of all reviews: userType, platform, country, keyState, age (as `service`), waitsFor (`member`: a document
 * was asked for again), reviewer (the id of who holds the claim or has decided; `none`: waiting and not claimed).
 */
export interface KycReviewWire extends ReviewDecisionWire, ReviewViewersWire, ReviewClaimWire, ServiceLevelWire {
  id: string;
  userId: string;
  fullName: string;
  email: string;
  userType: MembershipWire;
  platform: string;
  country: string;
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
  /** Which documents the requesting admin has opened: the console approves only after both. */
  opened: { idCard: boolean; proofOfAddress: boolean };
  scheduled: ScheduledDecisionWire | null;
  firstApproval: FirstApprovalWire | null;
  /** In the console an approval by this admin needs another reviewer's as well. */
  takesTwo: boolean;
  submittedAt: string;
  /** The document that the member is asked for again; the case is in no queue until they send it. */
  asked: { document: AskedDocumentWire; at: string } | null;
  /** When its member last sent a document that was asked for again. */
  resubmittedAt: string | null;
}

/** `due-soon`: a quarter of the time is left, or less. */
export type ServiceStateWire = 'in-time' | 'due-soon' | 'overdue';

/** When a submission should be decided (`KYC_SERVICE_HOURS`), and how it stands; null: decided, or its member is asked for a document. */
export interface ServiceLevelWire {
  dueAt: string | null;
  service: ServiceStateWire | null;
}

/** A value of a filter, and how many waiting submissions it would show beside the other filters. `label`: a reviewer's name. */
export interface CountedValueWire {
  value: string;
  label: string | null;
  count: number;
}

/** GET kyc-reviews/counts with `filter`. */
export interface KycQueueCountsWire {
  /** Waiting submissions that match the filter. */
  total: number;
  /** Hours within which one should be decided. */
  serviceHours: number;
  values: Record<'userType' | 'platform' | 'country' | 'keyState' | 'age' | 'reviewer' | 'waitsFor', CountedValueWire[]>;
}

/** `kyc-reviews/{id}` */
export interface KycReviewDetailWire extends KycReviewWire, ReviewCaseWire {
  /** The documents that its member was asked for again, newest first. */
  requests: DocumentRequestWire[];
  /** The fields that the requesting admin has compared with the documents. */
  checked: CheckedFieldWire[];
  seenBefore: SeenBeforeWire;
}

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
