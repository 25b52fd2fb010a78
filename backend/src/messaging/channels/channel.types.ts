import type { Language } from '../../platform/domain/index.js';

/** Channels that deliver events. */
export const channels = ['webhook', 'telegram', 'push', 'telegram-channel', 'copy-bot'] as const;
export type Channel = (typeof channels)[number];

/** Channels of the club itself: their addresses are settings, and belong to no member. */
export const clubChannels = ['telegram-channel', 'copy-bot'] as const satisfies readonly Channel[];
export type ClubChannel = (typeof clubChannels)[number];
export const isClubChannel = (channel: Channel): channel is ClubChannel => clubChannels.some((one) => one === channel);

/**
 * Channels on which a message that may have arrived stays `uncertain` until an admin decides: not even a newer state is sent, because it
 * would be a second message, and each message opens a position.
 */
export const DECIDED_BY_ADMIN = ['copy-bot'] as const satisfies readonly Channel[];
export const isDecidedByAdmin = (channel: Channel): boolean => DECIDED_BY_ADMIN.some((one) => one === channel);

/**
 * `signal-readers`: members who may see signals, and the club's own channels. `analysis-readers`: the same members, on their own channels
 * alone. `owner`: whom the only delivery belongs to; nothing is fanned out.
 */
export const audiences = ['signal-readers', 'analysis-readers', 'owner'] as const;
export type Audience = (typeof audiences)[number];

export const addressStates = ['active', 'disabled'] as const;
export type AddressState = (typeof addressStates)[number];

/**
 * Why an address is disabled. `member`: the member did it. `gone`: the address said that it is. `failing`: nothing arrived for days.
 * `blocked`: the member blocked us there. `setting`: the club's settings no longer name it.
 */
export const disabledReasons = ['member', 'gone', 'failing', 'blocked', 'setting'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const deliveryStates = [
  'queued',
  'claimed',
  'sending',
  'sent',
  'failed_permanent',
  'failed_retryable',
  'uncertain',
  'suppressed',
  'expired',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** States in which a worker holds the delivery. */
export const HELD = ['claimed', 'sending'] as const satisfies readonly DeliveryState[];
/** States in which a delivery waits for `available_at`; `uncertain` only on channels that may repeat. */
export const WAITING = ['queued', 'failed_retryable', 'uncertain'] as const satisfies readonly DeliveryState[];

/** What a delivery carries: the state of its subject at one revision. */
export interface Content {
  /** Names the message, on every try and replay of this revision. */
  eventId: string;
  /** `signal.published` */
  kind: string;
  revision: number;
  /** The exact text of the message, as JSON. */
  payload: string;
  /** It needs no sound, or the member wants none now. */
  isSilent: boolean;
  /** The other side's name of the message with the revision before; null: there is none. */
  providerId: string | null;
  /** The state that was sent last, and arrived; null: none. */
  sentRevision: number | null;
}

/** Where a delivery goes. Sealed values open for `channel_addresses`, this row and member. */
export interface DeliveryTarget {
  addressId: string;
  /** Null: an address of the club. */
  userId: string | null;
  channel: Channel;
  /** The member's; the club's default on channels of the club. */
  language: Language;
  address: Buffer;
  secret: Buffer | null;
  /** Null too once its time is over. */
  previousSecret: Buffer | null;
  /** It has taken a message before. */
  hasAccepted: boolean;
}

/** What the other side answered to one try. */
export interface Answered {
  /** HTTP status; null without an answer. */
  status: number | null;
  ms: number;
  /** What was answered, or what went wrong; shown to the member. */
  answer: string;
}

/** Outcomes of a try. */
export const outcomes = [
  'sent',
  'failed_permanent',
  'failed_retryable',
  'uncertain',
  'suppressed',
] as const satisfies readonly SendOutcome['outcome'][];
export type Outcome = (typeof outcomes)[number];

/**
 * Result of one try. `suppressed`: there was nothing to send. `uncertain`: it may have arrived. `failed_permanent` with `gone`: the address
 * never takes anything again.
 * `retryAfterSeconds`: what the other side asked for. `isMessageGone`: the message before was deleted, and the next try sends a new one.
 */
export type SendOutcome = Answered &
  (
    | { outcome: 'sent'; providerId?: string }
    | { outcome: 'suppressed' }
    | { outcome: 'failed_permanent'; gone: boolean }
    | { outcome: 'failed_retryable' | 'uncertain'; retryAfterSeconds: number | null; isMessageGone?: boolean }
  );

/** News about an address, for which its member gets an email. `uncertain`: a message may not have arrived, and is not repeated. */
export type AddressNews = 'failing' | 'disabled-failing' | 'disabled-gone' | 'uncertain';
