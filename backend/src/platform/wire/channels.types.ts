export type ChannelWire = 'webhook' | 'telegram' | 'push' | 'telegram-channel' | 'copy-bot';
export type AddressReasonWire = 'member' | 'gone' | 'failing' | 'blocked' | 'setting';
export type ChannelResultWire = 'sent' | 'waiting' | 'not-sent' | 'unknown';
export type DecisionWire = 'arrived' | 'send-again';

/**
 * Why a message was not sent. `no-access`: the member may not see signals. `preference`: they turned it off. `disabled`: the address is.
 * `late`: its time was over. `refused`: the other side does not take it. `nothing`: copy bots needed no post, or a person has to post.
 * `summary`: the device got one message for all that quiet hours had held.
 */
export type NotSentReasonWire = 'no-access' | 'preference' | 'disabled' | 'late' | 'refused' | 'nothing' | 'summary';

/** One of the data of GET /admin/channels. */
export interface ChannelHealthWire {
  id: ChannelWire;
  isConfigured: boolean;
  /** Numbers of deliveries. `due`: may be sent now; `oldestDueSeconds` is null if none is. */
  queue: { due: number; oldestDueSeconds: number | null; later: number; underWay: number };
  /** Deliveries that wait for a decision. */
  unknown: number;
  /** Nothing is sent on the channel until then; null: it is not held back. */
  heldUntil: string | null;
  /** `isWhole`: of the channel. `service`: host of a push service. At most 20, over all channels. */
  blocks: { service: string | null; until: string; isWhole: boolean }[];
  /** Of the last hour. `refused`: for good; `failed`: tried again; `unknown`: of a release that did not store outcomes. */
  tries: { sent: number; refused: number; failed: number; uncertain: number; unknown: number };
  addresses: { state: 'active' | 'disabled'; reason: AddressReasonWire | null; count: number }[];
  /** When a linked address last accepted a message; null: none has. */
  lastOkAt: string | null;
}

/** A record of `channel-addresses`, read only. Sorts: createdAt, failingSince, lastOkAt. Filters: channel, state, reason, userId, q, id. */
export interface ChannelAddressWire {
  id: string;
  channel: ChannelWire;
  /** Host of a webhook or push service, or Telegram account; null: not known. */
  name: string | null;
  /** Null: it is the club's own. */
  member: { userId: string; fullName: string } | null;
  state: 'active' | 'disabled';
  reason: AddressReasonWire | null;
  /** First failure since the last success. */
  failingSince: string | null;
  /** Failed tries since the last success. */
  failures: number;
  lastOkAt: string | null;
  createdAt: string;
}

export interface DeliveryAttemptWire {
  at: string;
  /** State of the signal that it carried. */
  revision: number;
  /** Null: of a release that did not store it. */
  outcome: 'sent' | 'failed_permanent' | 'failed_retryable' | 'uncertain' | 'suppressed' | null;
  /** HTTP status; null: no answer. */
  status: number | null;
  ms: number | null;
  /** Null where a member's server said it. */
  answer: string | null;
}

/** A record of `deliveries`. Sort: updatedAt. Filters: channel, result, signalId, userId, addressId, q, id. */
export interface DeliveryWire {
  id: string;
  /** Null: a test, or a greeting. */
  signal: { id: string; symbol: string | null; side: string | null } | null;
  /** `signal.published`; null: its event is deleted. */
  kind: string | null;
  revision: number;
  channel: ChannelWire;
  address: { id: string; name: string | null };
  /** Null: the address is the club's own. */
  member: { userId: string; fullName: string } | null;
  result: ChannelResultWire;
  /** Why it was not sent. */
  reason: NotSentReasonWire | null;
  nextTryAt: string | null;
  /** Decisions that can be taken now. */
  may: DecisionWire[];
  /** The last decision; `by` is null for an admin who has left. */
  decision: { decision: DecisionWire; by: string | null; at: string } | null;
  createdAt: string;
  updatedAt: string;
  /** The newest first, at most 20. */
  attempts: DeliveryAttemptWire[];
}

/** Data of GET /admin/deliveries/{id}/decision: what sending again would do now. */
export interface DeliveryPreviewWire {
  /** Why it would not go out; null: it would. */
  reason: Exclude<NotSentReasonWire, 'refused' | 'nothing' | 'summary'> | null;
  /** The channel is held back until then. */
  heldUntil: string | null;
}

/** One of the data of GET /admin/deliveries/of-signal/{id}: a number of deliveries. A channel may have several with one result. */
export interface SignalDeliveriesWire {
  channel: ChannelWire;
  result: ChannelResultWire;
  /** Why they were not sent. */
  reason: NotSentReasonWire | null;
  count: number;
}
