/**
 * Records of the console's REST resources, `/api/v1/admin/<resource>` (contract section 2), in ra-data-simple-rest's
 * dialect: `?sort=["field","ASC"]&range=[0,24]&filter={}`, `Content-Range` with the true total. Every record has an `id`.
 */
import type { MembershipWire, ReviewStatusWire } from './account.js';
import type { DepositWire, FutureOpenOrderWire, FuturePositionWire, FutureTradeWire, SpotTradeWire, WithdrawWire } from './exchange.js';

/** What is known of a member's exchange key. */
export type KeyStateWire = 'unchecked' | 'valid' | 'too_powerful' | 'invalid' | 'none';

/** `kyc-reviews`; actions: POST {id}/approve, POST {id}/reject with {reason}. */
export interface KycReviewWire {
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
  status: Exclude<ReviewStatusWire, null>;
  reason: string | null;
  submittedAt: string;
  decidedAt: string | null;
}

/** `members`: members with approved KYC and the state of their sync; action: POST {id}/sync answers 202 {data: {runId}}. `id` is the userId. */
export interface MemberWire {
  id: string;
  fullName: string;
  email: string;
  userType: MembershipWire;
  createdDate: string;
  venue: string | null;
  keyState: KeyStateWire;
  keyHint: string | null;
  lastSyncedAt: string | null;
  nextSyncAt: string | null;
  lastRunState: SyncRunStateWire | null;
  lastError: string | null;
  totalBalance: string | null;
}

export type SyncRunStateWire = 'queued' | 'running' | 'done' | 'failed';

/** `sync-runs` */
export interface SyncRunWire {
  id: string;
  userId: string;
  trigger: 'approval' | 'schedule' | 'demand';
  state: SyncRunStateWire;
  startedAt: string | null;
  finishedAt: string | null;
  /** Rows written by data set. */
  rows: Record<string, number>;
  /** Data sets or symbols that could not be read, each with its reason. */
  warnings: string[];
  error: string | null;
}

/** The history resources take `filter.userId` (required) and optional `filter.symbol` or `filter.coin`. */
export type SpotTradeRecord = SpotTradeWire & { id: string; userId: string };
export type FuturesTradeRecord = FutureTradeWire & { id: string; userId: string };
export type FuturesOrderRecord = FutureOpenOrderWire & { id: string; userId: string };
export type FuturesPositionRecord = FuturePositionWire & { id: string; userId: string };
export type DepositRecord = DepositWire & { id: string; userId: string };
export type WithdrawalRecord = WithdrawWire & { id: string; userId: string };
