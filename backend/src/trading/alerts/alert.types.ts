import type { MarketPair } from '../market/index.js';
import type { Way } from './alert.rules.js';

/** `price`: the price reaches a level. `signal-entry`, `signal-stop`: it comes within a percentage of a signal's entry or stop. */
export const setKinds = ['price', 'signal-entry', 'signal-stop'] as const;
export type SetAlertKind = (typeof setKinds)[number];

/** `liquidation`: kept by the account's alert, one for each open position that has a liquidation price. */
export const alertKinds = [...setKinds, 'liquidation'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** `fired`: it fired and does not repeat. `ended`: it watches nothing any more (`endReasons`). */
export const alertStates = ['active', 'paused', 'fired', 'ended'] as const;
export type AlertStatus = (typeof alertStates)[number];

/** Of `liquidation` alone: `position-closed`, and `removed` where the member has turned the account's alert off. */
export const endReasons = ['signal-ended', 'not-traded', 'position-closed', 'removed'] as const;
export type EndReason = (typeof endReasons)[number];

/** An alert as its member set it. Decimals are text. */
export interface NewAlert extends MarketPair {
  kind: SetAlertKind;
  signalId: string | null;
  level: string;
  /** Of `price`. */
  way: Way | null;
  /** Of the other kinds. */
  percent: string | null;
  repeats: boolean;
}

export interface ListedAlert extends NewAlert {
  id: string;
  state: AlertStatus;
  endReason: Exclude<EndReason, 'position-closed' | 'removed'> | null;
  isArmed: boolean;
  lastPrice: string | null;
  /** Up to where candles were evaluated. */
  checkedTo: Date;
  /** The last span of time whose candles were skipped because it was too long ago. */
  uncheckedFrom: Date | null;
  uncheckedTo: Date | null;
  createdAt: Date;
  firedAt: Date | null;
}

/** Why an alert fired: the candle that reached its level. */
export interface AlertFiring extends MarketPair {
  id: string;
  alertId: string;
  kind: AlertKind;
  signalId: string | null;
  level: string;
  percent: string | null;
  way: Way;
  /** When the candle opened. */
  minute: Date;
  high: string;
  low: string;
  firedAt: Date;
}
