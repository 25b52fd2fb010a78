import { memberships } from '../common/domain/index.js';

/** `user`: one person. `all`: every member; admins are no members. */
export const audiences = ['all', ...memberships, 'user'] as const;
export type Audience = (typeof audiences)[number];

/** `service` goes to everybody whom it is for; `news` leaves out who turned news off, and whose address has bounced. */
export const broadcastKinds = ['service', 'news'] as const;
export type BroadcastKind = (typeof broadcastKinds)[number];

export const broadcastStates = ['scheduled', 'sending', 'paused', 'done', 'cancelled'] as const;
export type BroadcastState = (typeof broadcastStates)[number];

export const broadcastMoves = ['pause', 'resume', 'cancel'] as const;
export type BroadcastMove = (typeof broadcastMoves)[number];

/** From where each move is open. Resuming goes back to waiting for the start, or to sending where that has passed. */
export const openFrom: Record<BroadcastMove, readonly BroadcastState[]> = {
  pause: ['scheduled', 'sending'],
  resume: ['paused'],
  cancel: ['scheduled', 'sending', 'paused'],
};

/** The moves that are open from `state`. */
export const movesFrom = (state: BroadcastState): BroadcastMove[] => broadcastMoves.filter((move) => openFrom[move].includes(state));

/** News for the many, service for one: what a broadcast is unless somebody says otherwise. */
export const usualKind = (audience: Audience): BroadcastKind => (audience === 'user' ? 'service' : 'news');

/**
 * `queued`: never tried. `sending`: a worker has it. `uncertain`: the worker, or the mail server's answer, was lost after the mail may have left; it is
 * sent again under the same Message-ID. `failed_retryable`: put off, tried again later. `suppressed`: not sent, because the member does not want news or
 * cannot get any. Whatever is queued when a broadcast is cancelled stays queued.
 */
export const deliveryStatuses = ['queued', 'sending', 'sent', 'uncertain', 'failed_retryable', 'failed_permanent', 'suppressed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type DeliveryCounts = Record<DeliveryStatus, number>;

/** Why a delivery is suppressed. */
export const NO_NEWS = 'wants no news, or has an address that takes no mail';
export const NO_ACCOUNT = 'the account was closed, deactivated or is waiting to be erased';

/** SQL: the rows of a broadcast's ledger by status, as an object. */
export const countsOf = (broadcastId: string) =>
  `(select coalesce(jsonb_object_agg(c.status, c.n), '{}') from (select d.status, count(*) as n from broadcast_deliveries d where d.broadcast_id = ${broadcastId} group by d.status) c)`;
