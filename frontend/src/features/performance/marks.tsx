import type { DayFlag } from '../../lib/wire/portfolio';

/** What each mark of a day means, in words. */
export const markWords: Record<DayFlag, { name: string; meaning: string }> = {
  estimated: {
    name: 'estimated',
    meaning: 'We had no price at the time of a large deposit or withdrawal, so no return includes them.',
  },
  incomplete: {
    name: 'incomplete',
    meaning: 'The exchange does not provide everything that happened then. No return or total includes these days.',
  },
  unreconciled: {
    name: 'not reconciled',
    meaning:
      'The records of the exchange do not explain the balances of these days. The difference counts as a deposit or withdrawal, not as profit.',
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
