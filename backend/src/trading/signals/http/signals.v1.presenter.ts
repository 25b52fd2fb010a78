import type { SignalDetailWire, SignalExitWire, SignalOutcomeWire, SignalWire } from '../../../platform/wire/index.js';
import type { SignalScore } from '../scoring/jobs/signal-score.repository.js';
import type { SignalWithOutcome } from '../signal-with-outcome.query.js';
import type { SignalDetail } from '../signal-detail.reader.js';
import { presentAmendment } from './amendments.presenter.js';
import { presentMark } from './signal-marks.presenter.js';

/** The nineteen fields as typed, prices as decimal strings, and fields added by the server. */
export function presentSignal(signal: SignalWithOutcome): SignalWire {
  const publishedAt = signal.publishedAt.toISOString();
  return {
    id: signal.id,
    asset: signal.asset,
    tradeType: signal.tradeType,
    timeFrame: signal.timeFrame,
    riskLevel: signal.riskLevel,
    leverage: signal.leverage,
    recommendedPositionSize: signal.recommendedPositionSize,
    duration: signal.duration,
    currentPrice: signal.currentPrice,
    entryPrice: signal.entryPrice,
    stopLoss: signal.stopLoss,
    trailingStopLoss: signal.trailingStopLoss,
    takeProfit1: signal.takeProfit1,
    takeProfit2: signal.takeProfit2,
    takeProfit3: signal.takeProfit3,
    marketCondition: signal.marketCondition,
    signalMessage: signal.signalMessage,
    date: signal.date,
    time: signal.time,
    projectedDateOfClosure: signal.projectedDateOfClosure,
    symbol: `${signal.base}/${signal.quote}`,
    side: signal.side,
    publishedAt,
    createdAt: publishedAt,
    outcome: signal.outcome && presentOutcome(signal.outcome),
    amendments: signal.amendments.map(presentAmendment),
  };
}

/** A signal with what its page needs beside it. */
export const presentSignalDetail = ({ signal, odds, closesAt, mark, logIndex }: SignalDetail): SignalDetailWire => ({
  ...presentSignal(signal),
  odds,
  closesAt: closesAt.toISOString(),
  mark: mark && presentMark(mark),
  logIndex,
});

function presentOutcome(score: SignalScore): SignalOutcomeWire {
  const { status, entryPrice, entryAt, exits, rGross, rNet, rFunding, rOptimistic, ambiguous, closedAt } = score;
  return {
    status,
    entryPrice,
    entryAt: entryAt?.toISOString() ?? null,
    exits: exits.map(({ reason, price, weight, t }) => ({
      reason: reason as SignalExitWire['reason'],
      price,
      weight,
      at: new Date(t * 1000).toISOString(),
    })),
    rGross,
    rNet,
    rFunding,
    rOptimistic,
    ambiguous: ambiguous.length > 0,
    closedAt: closedAt?.toISOString() ?? null,
  };
}
