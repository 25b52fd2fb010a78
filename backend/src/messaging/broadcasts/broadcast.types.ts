import { memberships, type Membership } from '../../platform/domain/index.js';
import type { Segment } from './broadcast-segment.schema.js';

/** `user`: one person. `all`: every member; admins are no members. `segment`: members who meet the stored conditions. */
export const audiences = ['all', ...memberships, 'user', 'segment'] as const;
export type Audience = (typeof audiences)[number];

/** The recipients of a broadcast. */
export type Recipients = { audience: 'all' | Membership } | { segment: Segment } | { userId: string };

/** Returns the recipients of a stored broadcast. */
export function recipientsOf({
  audience,
  userId,
  segment,
}: {
  audience: Audience;
  userId: string | null;
  segment: Segment | null;
}): Recipients {
  if (userId !== null) return { userId };
  return segment !== null ? { segment } : { audience: audience as 'all' | Membership };
}

/** `service` goes to the whole audience; `news` skips members who turned news off or whose address bounces. */
export const broadcastKinds = ['service', 'news'] as const;
export type BroadcastKind = (typeof broadcastKinds)[number];

export const broadcastStates = ['scheduled', 'sending', 'paused', 'done', 'cancelled'] as const;
export type BroadcastState = (typeof broadcastStates)[number];

export const broadcastMoves = ['pause', 'resume', 'cancel'] as const;
export type BroadcastMove = (typeof broadcastMoves)[number];

/** The states in which each move is allowed. Resuming returns to `scheduled`, or to `sending` once the start has passed. */
export const openFrom: Record<BroadcastMove, readonly BroadcastState[]> = {
  pause: ['scheduled', 'sending'],
  resume: ['paused'],
  cancel: ['scheduled', 'sending', 'paused'],
};

/** Returns the moves that are allowed in `state`. */
export const movesFrom = (state: BroadcastState): BroadcastMove[] => broadcastMoves.filter((move) => openFrom[move].includes(state));

/** Returns the default kind: `service` for one user, `news` for groups. */
export const usualKind = (audience: Audience): BroadcastKind => (audience === 'user' ? 'service' : 'news');

/**
 * `queued`: never tried. `sending`: a worker has it. `uncertain`: the worker, or the mail server's answer, was lost after the mail may have
 * left; it is sent again under the same Message-ID. `failed_retryable`: put off, tried again later. `suppressed`: not sent, because the
 * member does not want news or cannot get any. Whatever is queued when a broadcast is cancelled stays queued.
 */
export const deliveryStatuses = ['queued', 'sending', 'sent', 'uncertain', 'failed_retryable', 'failed_permanent', 'suppressed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type DeliveryCounts = Record<DeliveryStatus, number>;

/** `held`: a delivery that waits for a time of its recipient, of their time zone or the end of their quiet hours. */
export const deliveryResults = [...deliveryStatuses, 'held'] as const;
export type DeliveryResult = (typeof deliveryResults)[number];
export type ResultCounts = Record<DeliveryResult, number>;

/** Why a delivery is suppressed. */
export const NO_NEWS = 'wants no news';
export const NO_ADDRESS = 'has an address that takes no mail';
export const NO_ACCOUNT = 'the account was closed, deactivated or is waiting to be erased';

export const noValue = (fields: readonly string[]) => `has no value for ${fields.map((name) => `{{${name}}}`).join(', ')}`;

/** Why a delivery waits. */
export const QUIET_HOURS = 'waits for the end of the quiet hours';
