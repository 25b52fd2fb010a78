import { describe, expect, it } from '@jest/globals';
import { signalChoices } from './signal.form.js';
import { isTrailingStop, leverageOf, sideOf, textRefusal } from './signal.input.js';

describe('what the form of a signal offers', () => {
  it('is taken when it is sent', () => {
    expect(signalChoices.tradeTypes.map(sideOf)).toEqual(['long', 'short', 'long', 'short']);
    expect(signalChoices.trailingStops.filter((typed) => !isTrailingStop(typed))).toEqual([]);
    expect(signalChoices.leverages.filter((typed) => leverageOf(typed) === null)).toEqual([]);
    for (const typed of signalChoices.timeFrames) expect([typed, textRefusal('timeFrame', 'Time frame', typed)]).toEqual([typed, null]);
    for (const typed of signalChoices.riskLevels) expect([typed, textRefusal('riskLevel', 'Risk level', typed)]).toEqual([typed, null]);
    for (const typed of signalChoices.marketConditions)
      expect([typed, textRefusal('marketCondition', 'Market condition', typed)]).toEqual([typed, null]);
  });

  it('has the time frames of the specification', () => {
    expect(signalChoices.timeFrames).toEqual([
      '1 Hour',
      '2 Hours',
      '3 Hours',
      '4 Hours',
      '6 Hours',
      '12 Hours',
      '24 Hours',
      '1 Week',
      '1 Month',
    ]);
  });
});
