import type { FollowCounts } from './follow-rate.rules.js';

/** Why the follow rate is not known. `not_read`: the account's trades or its past have not been read since it was named. */
export const followReasons = ['no_manager', 'not_read', 'no_signals'] as const;
export type FollowReason = (typeof followReasons)[number];
/** Why the slippage is not known. */
export const slippageReasons = ['too_few_members', 'no_signals'] as const;
export type SlippageReason = (typeof slippageReasons)[number];

export interface KnownFollowRate extends Omit<FollowCounts, 'period'> {
  period: { from: Date; to: Date };
}

/** Slippages are decimals rounded to a basis point, of the model entry; positive is worse. */
export interface KnownSlippage {
  /** Ten at least. */
  members: number;
  signals: number;
  /** One of each member and signal. */
  observations: number;
  median: string;
  p10: string;
  p90: string;
  period: { from: Date; to: Date };
}

/** How signals were traded, as of a time. */
export interface SignalPractice {
  computedAt: Date;
  /** The user whose accounts `follow` is about; null: none was named. */
  managerId: string | null;
  follow: { unknown: FollowReason; known: null } | { unknown: null; known: KnownFollowRate };
  slippage: { unknown: SlippageReason; known: null } | { unknown: null; known: KnownSlippage };
}
