import type { OwnTradesWire } from '../../../platform/wire/index.js';
import type { OwnTrades } from '../own-trades.types.js';

export const presentOwnTrades = ({ base, quote, lastSyncedAt, computedAt, exit, ...trades }: OwnTrades): OwnTradesWire => ({
  ...trades,
  symbol: `${base}/${quote}`,
  lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
  computedAt: computedAt?.toISOString() ?? null,
  exit: exit && { ...exit, lastAt: exit.lastAt.toISOString() },
});
