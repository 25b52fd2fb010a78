import type { DayFlag } from '../../lib/wire/portfolio';

/** What each mark of a day means, in words. */
export const markWords: Record<DayFlag, { name: string; meaning: string }> = {
  estimated: {
    name: 'estimated',
    meaning:
      'Their return is an estimate: there was no valuation at a movement of money, or the exchange no longer tells everything that moved the futures wallet then.',
  },
  unreconciled: {
    name: 'not reconciled',
    meaning: 'Not everything read explains the balances of these days. What has no record counts as a movement of money, not as profit.',
  },
  unpriced: { name: 'without a price', meaning: 'Something held had no price on these days. Their value is unknown, not zero.' },
  partial: { name: 'not a whole day', meaning: 'The account began during the day, or the day is not over.' },
};

/** "estimated, not reconciled" */
export const markText = (flags: readonly DayFlag[]): string =>
  flags
    .filter((flag) => flag !== 'partial')
    .map((flag) => markWords[flag].name)
    .join(', ');
