import type { LogContent } from '../../transparency/index.js';

/** A signal's row, prices as text without trailing zeros. */
export interface SignalLogRow {
  id: string;
  publishedAt: Date;
  venue: string | null;
  market: string | null;
  asset: string;
  base: string;
  quote: string;
  tradeType: string;
  side: string;
  timeFrame: string;
  riskLevel: string;
  leverage: string;
  recommendedPositionSize: string;
  duration: string;
  currentPrice: string;
  referencePrice: string | null;
  entryPrice: string;
  stopLoss: string;
  trailingStopLoss: string;
  takeProfit1: string;
  takeProfit2: string;
  takeProfit3: string;
  marketCondition: string;
  signalMessage: string;
  date: string;
  time: string;
  projectedDateOfClosure: string;
  closesAt: Date;
}

export interface AmendmentLogRow {
  id: string;
  signalId: string;
  kind: string;
  stop: string | null;
  price: string | null;
  at: Date;
}

/** Returns the log content of a signal: everything members see. Verifiers compare these fields; older leaves lack those added later. */
export function signalContent(row: SignalLogRow): LogContent {
  const {
    entryPrice: entry,
    stopLoss: stop,
    trailingStopLoss: trail,
    signalMessage: message,
    takeProfit1,
    takeProfit2,
    takeProfit3,
    publishedAt,
    closesAt,
    ...told
  } = row;
  return {
    ...told,
    kind: 'signal',
    publishedAt: publishedAt.toISOString(),
    symbol: `${row.base}${row.quote}`,
    entryType: 'limit',
    entry,
    stop,
    targets: [takeProfit1, takeProfit2, takeProfit3],
    weights: ['1', '1', '1'],
    trail,
    message,
    closesAt: closesAt.toISOString(),
  };
}

/** Returns the log content of an amendment. A stop or price that does not belong to its action is null. */
export function amendmentContent({ id, signalId, kind, stop, price, at }: AmendmentLogRow): LogContent {
  return { kind: 'amendment', id, signalId, action: kind, stop, price, at: at.toISOString() };
}
