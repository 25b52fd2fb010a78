/**
 * The WebSocket at `/ws`: JSON texts both ways. Close codes: 4400 no JSON, 4401 sign in, 4403 second factor missing, 4429 too many messages
 * or connections, 1001 the server restarts, 1013 try again.
 */
import type { ReviewStatusWire } from './account.types.js';
import type { KeyStateWire } from './admin.types.js';
import type { MandateStateWire, RedemptionStateWire } from './fund.types.js';
import type { InboxKindWire } from './inbox.types.js';
import type { SyncProgressWire, SyncRunStateWire, SyncTriggerWire } from './members.types.js';
import type { ErasureStateWire } from './privacy.types.js';

/**
 * `ticker` needs no session; `signals` requires access to GET /getsignal, `reviews` an admin, `inbox` somebody of the team, `notices` and
 * `club-news` a member.
 */
export type LiveTopicWire = 'sync-runs' | 'account' | 'portfolio' | 'notices' | 'signals' | 'club-news' | 'reviews' | 'inbox' | 'ticker';

/**
 * Messages of a client. `auth` is sent once, within ten seconds of connecting; a connection without it is public. `missed` says for how
 * many milliseconds the page has shown resources of these topics without hearing of them: the events of that time follow, or `resync` where
 * the server no longer has them. It has no effect on `ticker`.
 */
export type LiveClientMessageWire =
  | { type: 'auth'; token: string }
  | { type: 'subscribe'; topics: LiveTopicWire[]; missed?: number }
  | { type: 'unsubscribe'; topics: LiveTopicWire[] }
  | { type: 'ping' };

/** Topic `sync-runs`: a run's present state. Admins get those of all members, members their own. */
export interface LiveSyncRunWire {
  id: string;
  userId: string;
  trigger: SyncTriggerWire;
  state: SyncRunStateWire;
  progress: SyncProgressWire;
  /** Rows written by data set. */
  rows: Record<string, number>;
  /** How many. */
  warnings: number;
  error: string | null;
  startedAt: string | null;
  finishedAt: string | null;
}

/**
 * Topic `account`: a change, with the new status. Reasons and figures are read from the routes. Admins get those of all members, members
 * their own.
 */
export type LiveAccountWire = { userId: string } & (
  | { changed: 'kyc' | 'payment'; state: Exclude<ReviewStatusWire, null> }
  /** A document of the pending submission is asked for again: `GET /me/kyc` names it. */
  | { changed: 'kyc-document'; state: 'asked' }
  | { changed: 'exchange-key'; state: KeyStateWire }
  | { changed: 'erasure'; state: ErasureStateWire }
  | { changed: 'mandate'; state: MandateStateWire }
  | { changed: 'club-share'; state: 'computed' | 'disputed' | 'decided' }
  | { changed: 'redemption'; state: RedemptionStateWire }
);

/** Topic `portfolio`: a member's daily figures were recomputed. Admins get those of all members, members their own. */
export interface LivePortfolioWire {
  computedAt: string;
}

/** Topic `notices`: GET /me/notifications has changed. Without data: the list and the count are read again. */
export type LiveNoticesWire = Record<string, never>;

/** Topic `club-news`: a broadcast is in GET /me/notifications of its audience. */
export interface LiveClubNewsWire {
  audience: 'all' | 'trade club' | 'hedge fund';
}

/**
 * Topic `signals`: the response of GET /getsignal has changed for this one. `published`: it is new; `amended`: it has an amendment;
 * `scored`: its score has changed.
 */
export interface LiveSignalWire {
  id: string;
  change: 'published' | 'amended' | 'scored';
}

/**
 * Topic `reviews`: a submission that admins may have open. `presence`: an admin opened or left it; `claim`: another reviewer holds it, or
 * none does, or one of two has approved it; `scheduled`: it is decided and can still be undone; `undone`: it waits again; `reopened`: the
 * member may submit again.
 */
export interface LiveReviewWire {
  review: 'kyc' | 'payment';
  id: string;
  change: 'presence' | 'claim' | 'scheduled' | 'undone' | 'decided' | 'reopened' | 'asked' | 'answered';
}

/** A pair: its symbol, the last price with the venue's digits, the change over 24 h in percent with two decimals (`-1.20`, `0.00`). */
export type TickerRowWire = readonly [symbol: string, price: string, change: string];

/** Topic `ticker`: pairs quoted in USDT. The first message is a full one, then changes, at most one message a second. */
export interface LiveTickerWire {
  /** True: all pairs, by turnover descending; replaces earlier data. */
  full: boolean;
  /** waiting: nothing came from the exchange yet; down: it is out of reach, and prices are as old as `age`. */
  state: 'waiting' | 'live' | 'down';
  /** Why it is down, for people; else null. */
  reason: string | null;
  /** Milliseconds since the exchange was last heard, when this left; null: never. */
  age: number | null;
  rows: readonly TickerRowWire[];
}

/** Topic `inbox`: somebody else takes care of an item of this kind. */
export interface LiveInboxWire {
  kind: InboxKindWire;
}

export type LiveErrorCodeWire = 'message.unknown' | 'auth.over' | 'topic.unknown' | 'topic.session-required' | 'topic.forbidden';

/** Messages of the server. */
export type LiveServerMessageWire =
  /** The token was accepted. */
  | { type: 'ready' }
  /** Every topic subscribed to now. It also comes unasked, when one was taken away. */
  | { type: 'subscribed'; topics: LiveTopicWire[] }
  | { type: 'event'; topic: 'sync-runs'; data: LiveSyncRunWire }
  | { type: 'event'; topic: 'account'; data: LiveAccountWire }
  | { type: 'event'; topic: 'portfolio'; data: LivePortfolioWire }
  | { type: 'event'; topic: 'notices'; data: LiveNoticesWire }
  | { type: 'event'; topic: 'signals'; data: LiveSignalWire }
  | { type: 'event'; topic: 'club-news'; data: LiveClubNewsWire }
  | { type: 'event'; topic: 'reviews'; data: LiveReviewWire }
  | { type: 'event'; topic: 'inbox'; data: LiveInboxWire }
  | { type: 'event'; topic: 'ticker'; data: LiveTickerWire }
  /** Events were missed: read the resource again. */
  | { type: 'resync' }
  | { type: 'pong' }
  | { type: 'error'; code: LiveErrorCodeWire; message: string; topic?: string };
