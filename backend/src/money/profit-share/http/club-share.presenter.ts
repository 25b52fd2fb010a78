import { plainDecimal as plain } from '../../../platform/domain/scaled.js';
import type { ClubShareLineWire, ClubShareWire, ShareDisputeWire } from '../../../platform/wire/index.js';
import type { LineView, ShareView } from '../club-share.reader.js';
import { toCents } from '../../invoices/index.js';
import { tradeIdOf } from '../member-fills.reader.js';
import type { ListedDispute } from '../share-dispute-reader.repository.js';
import type { StoredDispute } from '../share-disputes.repository.js';

/** The answer to a member who may not see signals. */
export const NO_MEMBER: ClubShareWire = { isMember: false, lastSyncedAt: null, unknown: null, figures: null };

export const presentShare = ({ lastSyncedAt, unknown, figures }: ShareView): ClubShareWire => ({
  isMember: true,
  lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
  unknown,
  figures: figures && {
    computedAt: figures.computedAt.toISOString(),
    isBehind: figures.isBehind,
    rate: figures.rate,
    lines: figures.lines,
    periods: figures.periods.map((period) => ({
      name: period.name,
      from: period.startsAt.toISOString(),
      to: period.endsAt.toISOString(),
      isRunning: period.isRunning,
      profit: plain(period.profit),
      cumulativeProfit: plain(period.cumulativeProfit),
      highWaterMarkBefore: plain(period.highWaterMarkBefore),
      highWaterMark: plain(period.highWaterMark),
      chargeable: plain(period.chargeable),
      share: toCents(period.share),
      carryForward: plain(period.carryForward),
      invoiceId: period.invoiceId,
    })),
  },
});

export const presentLine = ({ signalId, symbol, market, side, entryTrade, exitTrade, ...line }: LineView): ClubShareLineWire => ({
  signalId,
  symbol,
  market,
  side,
  entry: entryTrade,
  exit: exitTrade,
  qty: plain(line.qty),
  gross: plain(line.gross),
  fees: line.fees === null ? null : plain(line.fees),
  profit: line.profit === null ? null : plain(line.profit),
  state: line.state,
  dispute: line.dispute && disputeOf(line.dispute),
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
