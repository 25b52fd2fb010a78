import { plainDecimal as plain } from '../../../platform/domain/scaled.js';
import type { ClubShareLineWire, ClubShareTradeWire, ClubShareWire, ShareDisputeWire } from '../../../platform/wire/index.js';
import type { LineView, ShareView } from '../club-share.reader.js';
import { fillId, symbolOf, tradeIdOf } from '../member-fills.reader.js';
import type { ListedDispute } from '../share-dispute-reader.repository.js';
import type { StoredDispute } from '../share-disputes.repository.js';
import type { StoredFill } from '../share-fills.repository.js';

/** The answer to a member who may not see signals. */
export const NO_MEMBER: ClubShareWire = { isMember: false, lastSyncedAt: null, unknown: null, figures: null };

export const presentShare = ({ lastSyncedAt, unknown, figures }: ShareView): ClubShareWire => ({
  isMember: true,
  lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
  unknown,
  figures: figures && {
    rate: figures.rate,
    lines: figures.lines,
    periods: figures.periods.map((period) => ({
      name: period.name,
      from: period.from,
      to: period.to,
      isRunning: period.isRunning,
      profit: period.profit,
      cumulativeProfit: period.cumulativeProfit,
      highWaterMarkBefore: period.highWaterMarkBefore,
      highWaterMark: period.highWaterMarkAfter,
      chargeable: period.chargeable,
      share: period.share,
      carryForward: period.carryForward,
    })),
  },
});

export const presentLine = ({ line, signal, entry, exit, hasFees, dispute }: LineView): ClubShareLineWire => ({
  signalId: signal.id,
  symbol: symbolOf(signal),
  market: signal.market,
  side: signal.side,
  entry: presentTrade(entry),
  exit: presentTrade(exit),
  qty: line.qty,
  gross: line.gross,
  fees: hasFees ? line.fees : null,
  profit: hasFees ? line.profit : null,
  state: line.state,
  dispute: dispute && disputeOf(dispute),
});

const presentTrade = (fill: StoredFill): ClubShareTradeWire => ({
  id: fillId(fill),
  tradeId: fill.tradeId,
  venue: fill.account.venue,
  symbol: fill.symbol,
  at: fill.at.toISOString(),
  side: fill.side,
  price: plain(fill.price),
  qty: plain(fill.qty),
});

const disputeOf = ({ id, state, reason, openedAt, closedAt, decisionReason }: StoredDispute): ClubShareLineWire['dispute'] => ({
  id,
  state: state as 'open' | 'upheld' | 'dropped',
  reason,
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  decisionReason,
});

export const presentDispute = ({ entry, exit, qty, profit, openedAt, closedAt, ...dispute }: ListedDispute): ShareDisputeWire => ({
  ...dispute,
  entryTrade: tradeIdOf(entry),
  exitTrade: tradeIdOf(exit),
  qty: plain(qty),
  profit: profit === null ? null : plain(profit),
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  may: dispute.state === 'open' ? ['uphold', 'drop'] : [],
});
