/**
 * Why no trade of a member is shown beside a signal. `not-filled`: the signal has no entry of its own, so nothing is attributed to it.
 * `synced-before`: the last sync was before the publication. `computing`: the trades that were read are not attributed yet.
 */
export const noTradesReasons = [
  'no-account',
  'not-synced',
  'synced-before',
  'other-currency',
  'not-filled',
  'computing',
  'no-fills',
] as const;
export type NoTradesReason = (typeof noTradesReasons)[number];

/** A member's own trades that followed one signal, as the club's share attributes them. Decimals; amounts in the quote currency. */
export interface OwnTrades {
  base: string;
  quote: string;
  lastSyncedAt: Date | null;
  /** Trades or prices that arrived since then are not in the figures yet. Null: nothing was computed. */
  computedAt: Date | null;
  isBehind: boolean;
  unknown: NoTradesReason | null;
  entry: {
    /** Average, rounded to twelve decimals. */
    price: string;
    quantity: string;
    /** The signal's own entry. */
    modelPrice: string;
    /** How far the average is from it, of it; positive is worse. */
    slippage: string;
  } | null;
  /** Null: nothing was closed. */
  exit: {
    price: string;
    quantity: string;
    /** After fees. Null: a fee is in a coin without a price. */
    profit: string | null;
    lastAt: Date;
  } | null;
}
