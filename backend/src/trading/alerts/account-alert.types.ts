/**
 * Kinds of alerts about a member's own account. `liquidation`: an open position comes within a percentage of its liquidation price.
 * `drawdown`: the account falls by a percentage below its highest value, deposits and withdrawals left out. `deposit`: one arrives.
 */
export const accountAlertKinds = ['liquidation', 'drawdown', 'deposit'] as const;
export type AccountAlertKind = (typeof accountAlertKinds)[number];

/** Kinds that fire by a reading of the account. Positions are watched by prices (`liquidation` of `alerts`). */
export const readingKinds = ['drawdown', 'deposit'] as const;
export type ReadingKind = (typeof readingKinds)[number];

export interface SetAccountAlert {
  kind: AccountAlertKind;
  /** Null: of `deposit`. */
  percent: string | null;
  /** False: of `drawdown`, the account is as low already. */
  isArmed: boolean;
  /** The reading up to which it was evaluated; null: none yet. */
  checkedAt: Date | null;
  firedAt: Date | null;
}

/** Positions of one account that are listed and watched: the nearest to their liquidation. */
export const MAX_POSITIONS = 100;

/** An open position at the last reading, as its account lists it. */
export interface OpenContract {
  symbol: string;
  positionSide: string;
  /** Negative: short. */
  amount: string;
  mark: string;
  /** 0: the exchange reports none. */
  liquidation: string;
}

/** The deepest point that an account is below its highest value now; `value` is a fraction, 0 or less. */
export type CurrentDrawdown = { value: string; unknown: null } | { value: null; unknown: DrawdownUnknown };
export type DrawdownUnknown = 'no-account' | 'not-computed' | 'incomplete' | 'estimated';

/** Why an account's alert fired. Amounts are text. */
export interface AccountFiring {
  id: string;
  kind: ReadingKind;
  percent: string | null;
  /** Of `drawdown`: a fraction, below 0. */
  drawdown: string | null;
  /** Of `deposit`. */
  coin: string | null;
  amount: string | null;
  network: string | null;
  /** When the account was read, or the deposit was made. */
  at: Date;
  firedAt: Date;
}
