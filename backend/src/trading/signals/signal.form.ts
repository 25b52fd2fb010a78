/**
 * Options of the signal form, in the order of display. Other trade types are rejected; in the other fields, API clients may send any text.
 */
export const signalChoices = {
  tradeTypes: ['Buy', 'Sell', 'Long', 'Short'],
  timeFrames: ['1 Hour', '2 Hours', '3 Hours', '4 Hours', '6 Hours', '12 Hours', '24 Hours', '1 Week', '1 Month'],
  riskLevels: ['Low', 'Medium', 'High'],
  marketConditions: ['Bullish', 'Bearish', 'Sideways', 'Volatile'],
  leverages: ['1x', '2x', '3x', '5x', '10x', '20x', '50x', '100x', '125x'],
  trailingStops: ['none', 'breakeven', 'moving', '1%', '1.5%', '2%', '5%'],
} as const;
