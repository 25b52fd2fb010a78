import type { PublishedAmendment } from '../amendments/signal-amendment.repository.js';
import type { SignalScore } from '../scoring/jobs/signal-score.repository.js';
import type { SignalWithOutcome } from '../signal-with-outcome.query.js';

/**
 * The whole state of a signal as integrations get it (docs/webhooks.md): states that are skipped are lost to nobody. Prices and R are
 * decimal strings, times ISO 8601.
 */
export function signalData(signal: SignalWithOutcome, closesAt: Date): Record<string, unknown> {
  const { amendments, outcome } = signal;
  const moved = amendments.filter(({ kind }) => kind === 'move_stop').at(-1);
  return {
    id: signal.id,
    symbol: `${signal.base}/${signal.quote}`,
    side: signal.side,
    entry: signal.entryPrice,
    /** The one in force. */
    stop: moved?.stop ?? signal.stopLoss,
    initial_stop: signal.stopLoss,
    trailing_stop: signal.trailingStopLoss,
    targets: [signal.takeProfit1, signal.takeProfit2, signal.takeProfit3],
    leverage: signal.leverageFactor,
    position_size: signal.recommendedPositionSize,
    risk: signal.riskLevel,
    time_frame: signal.timeFrame,
    market_condition: signal.marketCondition,
    message: signal.signalMessage,
    published_at: signal.publishedAt.toISOString(),
    closes_at: closesAt.toISOString(),
    changes: amendments.map(changeData),
    outcome: outcome && outcomeData(outcome),
  };
}

const changeData = ({ kind, stop, price, at }: PublishedAmendment) => ({ kind, stop, price, at: at.toISOString() });

const outcomeData = ({ status, entryPrice, exits, rNet, closedAt }: SignalScore) => ({
  status,
  entry: entryPrice,
  exits: exits.map(({ reason, price, weight, t }) => ({ reason, price, weight, at: new Date(t * 1000).toISOString() })),
  /** After fees and funding; null without a trade. */
  r: rNet,
  closed_at: closedAt?.toISOString() ?? null,
});
