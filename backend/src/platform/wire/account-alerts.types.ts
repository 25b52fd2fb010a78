export type AccountAlertKindWire = 'liquidation' | 'drawdown' | 'deposit';

/** A member's alert about the own account. Decimals are strings. */
export interface AccountAlertWire {
  kind: AccountAlertKindWire;
  isOn: boolean;
  /** The one that is set; of an alert that is off, one to begin with. Null: of `deposit`. */
  percent: string | null;
  /** False: of a drawdown, the account must first recover. */
  isArmed: boolean;
  /** Null: not evaluated since it was set. */
  checkedAt: string | null;
  firedAt: string | null;
}

/** An open position at the last sync. */
export interface WatchedPositionWire {
  symbol: string;
  side: 'long' | 'short';
  markPrice: string;
  /** Null: the exchange reports none. */
  liquidationPrice: string | null;
  /** From the mark price to the liquidation price, as a fraction of the mark price. */
  distance: string | null;
}

/** GET /me/alerts/account, and what setting one returns. */
export interface AccountAlertsWire {
  /** One of each kind, always in the same order. */
  items: AccountAlertWire[];
  /** When the account was last read; null: it was not, or there is none. */
  syncedAt: string | null;
  /** How far the account is below its highest value, as a fraction of 0 or less; null: not known (`drawdownUnknown`). */
  drawdown: string | null;
  drawdownUnknown: 'no-account' | 'not-computed' | 'incomplete' | 'estimated' | null;
  /** Nearest to their liquidation first, at most 100. */
  positions: WatchedPositionWire[];
}

/** What a reading of the account fired. */
export interface AccountFiringWire {
  id: string;
  kind: 'drawdown' | 'deposit';
  /** Of `drawdown`. */
  percent: string | null;
  /** A fraction, below 0. */
  drawdown: string | null;
  /** Of `deposit`. */
  coin: string | null;
  amount: string | null;
  network: string | null;
  /** When the account was read, or the deposit was made. */
  at: string;
  firedAt: string;
}
