/** A long signal that is accepted; `overrides` replace fields, and `undefined` takes one away. */
export function aSignal(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    asset: 'BTCUSDT',
    tradeType: 'Buy',
    timeFrame: '4 Hours',
    riskLevel: 'Medium',
    leverage: '10x',
    recommendedPositionSize: '2% of the account',
    duration: '3 to 5 days',
    currentPrice: '64250.5',
    entryPrice: '64000',
    stopLoss: '62500',
    trailingStopLoss: 'breakeven',
    takeProfit1: '65500',
    takeProfit2: '67000',
    takeProfit3: '69000.25',
    marketCondition: 'Bullish above the weekly open',
    signalMessage: 'Enter on the retest.\nDo not chase.',
    date: '2026-11-21',
    time: '09:30',
    projectedDateOfClosure: '2099-12-31',
    ...overrides,
  };
}

export const signalFields = Object.keys(aSignal());
