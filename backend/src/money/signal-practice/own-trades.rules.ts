import { divided, ONE, scaled, times, toDecimal } from '../../platform/domain/scaled.js';
import type { EnteredSignal, StoredEntry } from '../profit-share/index.js';
import type { NoTradesReason, OwnTrades } from './own-trades.types.js';

/** Smallest step of a price that is shown: 10^-12. */
const STEP = ONE / 10n ** 12n;

/** What is known about a member and a signal to which none of the member's trades is attributed. */
export interface NoTradesFacts {
  unread: 'no-account' | 'not-synced' | null;
  lastSyncedAt: Date | null;
  publishedAt: Date;
  /** Only trades for dollars are attributed. */
  isDollar: boolean;
  /** The signal has an entry of its own. */
  isFilled: boolean;
  /** The trades that were read are attributed. */
  isComputed: boolean;
}

/** Returns the first reason that explains why there is nothing to show. */
export function noTradesReason(facts: NoTradesFacts): NoTradesReason {
  if (facts.unread !== null) return facts.unread;
  if (facts.lastSyncedAt === null || facts.lastSyncedAt < facts.publishedAt) return 'synced-before';
  if (!facts.isDollar) return 'other-currency';
  if (!facts.isFilled) return 'not-filled';
  return facts.isComputed ? 'no-fills' : 'computing';
}

/** Returns the average entry that a slippage means: it is stored as a part of the model entry, positive where it is worse. */
export function ownEntryOf({ side, modelEntry }: Pick<EnteredSignal, 'side' | 'modelEntry'>, entry: StoredEntry): OwnTrades['entry'] {
  const slippage = scaled(entry.slippage);
  const price = times(scaled(modelEntry), ONE + (side === 'long' ? slippage : -slippage));
  return {
    price: toDecimal(divided(price, STEP) * STEP),
    quantity: toDecimal(scaled(entry.qty)),
    modelPrice: toDecimal(scaled(modelEntry)),
    slippage: toDecimal(slippage),
  };
}
