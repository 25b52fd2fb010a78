import type { SignalWire } from '../../wire/index.js';
import type { PublishedSignal } from '../signal-reader.js';

/** The nineteen fields as they were typed, prices as decimal strings, and what the server adds. */
export function presentSignal(signal: PublishedSignal): SignalWire {
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
  };
}
