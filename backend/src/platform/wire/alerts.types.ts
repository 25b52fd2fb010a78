import type { AccountFiringWire } from './account-alerts.types.js';
import type { PlatformWire } from './kyc.types.js';

export type AlertKindWire = 'price' | 'signal-entry' | 'signal-stop';
export type AlertWayWire = 'up' | 'down';

/** A member's own alert. Decimals are strings. */
export interface AlertWire {
  id: string;
  kind: AlertKindWire;
  venue: PlatformWire;
  market: 'spot' | 'futures';
  /** `BTC/USDT` */
  symbol: string;
  /** Of an alert about a signal; null: a price of the member’s own. */
  signalId: string | null;
  level: string;
  /** Of `price`. */
  way: AlertWayWire | null;
  /** Of an alert about a signal: fires within this percentage of the level. */
  percent: string | null;
  repeats: boolean;
  state: 'active' | 'paused' | 'fired' | 'ended';
  endReason: 'signal-ended' | 'not-traded' | null;
  /** False: the price must first leave the level. */
  isArmed: boolean;
  /** Close of the last candle that was evaluated; null: none yet. */
  lastPrice: string | null;
  /** Candles before this time were evaluated. */
  checkedTo: string;
  /** The last span of time whose prices were not evaluated; null: none. */
  uncheckedFrom: string | null;
  uncheckedTo: string | null;
  createdAt: string;
  firedAt: string | null;
}

/** GET /me/alerts: newest first, at most `max`. */
export interface AlertsWire {
  items: AlertWire[];
  max: number;
}

/** Why an alert fired: a one-minute candle that reached its level. */
export interface AlertFiringWire {
  id: string;
  alertId: string;
  /** `liquidation`: of a position. */
  kind: AlertKindWire | 'liquidation';
  signalId: string | null;
  venue: PlatformWire;
  market: 'spot' | 'futures';
  symbol: string;
  level: string;
  percent: string | null;
  /** From which side the price came. */
  way: AlertWayWire;
  /** When the candle opened. */
  minute: string;
  high: string;
  low: string;
  firedAt: string;
}

/** GET /me/alerts/firings: of the last 90 days, newest first. `next`: the `before` of the next page. */
export interface AlertFiringsWire {
  items: (AlertFiringWire | AccountFiringWire)[];
  next: string | null;
}
