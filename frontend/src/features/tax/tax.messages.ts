import type { TaxDisposal, TaxGap, TaxMethod, TaxUnknown } from '../../lib/wire/tax';

/** Texts of the tax report. */
export const methodNames: Readonly<Record<TaxMethod, string>> = { fifo: 'FIFO', lifo: 'LIFO', average: 'Average cost' };

export const methodMeanings: Readonly<Record<TaxMethod, string>> = {
  fifo: 'The coins you bought first are sold first.',
  lifo: 'The coins you bought last are sold first.',
  average: 'All coins of one kind share their average cost, so there are no holding periods.',
};

export const kindNames: Readonly<Record<TaxDisposal['kind'], string>> = {
  sale: 'Sale',
  trade: 'Trade for another coin',
  convert: 'Conversion',
  dust: 'Small balance converted',
  fee: 'Fee paid',
  futures: 'Paid from futures wallet',
};

export const causeNames: Readonly<Record<TaxUnknown['cause'], string>> = {
  deposit: 'Deposited, cost unknown',
  history: 'No purchase in the history',
  price: 'No price at that time',
};

export const datasetNames: Readonly<Record<string, string>> = {
  spot_trades: 'Spot trades',
  futures_trades: 'Futures trades',
  futures_income: 'Futures income',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  movements_dust: 'Small balances converted',
  movements_convert: 'Conversions',
  movements_dividend: 'Rewards',
};

export const gapReasons: Readonly<Record<TaxGap['reason'], string>> = {
  lost: 'no longer available from the exchange',
  unread: 'not read yet',
};

export const texts = {
  title: 'Tax report',
  intro: 'Gains, income and fees by calendar year, in USDT and UTC.',
  year: 'Year',
  method: 'Cost method',
  csv: 'Download CSV',
  pdf: 'Download PDF',
  loadFailed: 'Your tax report could not be loaded',
  noAccountTitle: 'Your tax report will appear here',
  noAccount: 'We calculate it from your exchange account once your documents and a read-only key are approved.',
  preliminaryTitle: 'Preliminary',
  preliminary: 'The year is not over, or parts of it have not been read yet. Figures can still change.',
  advice: 'This report is not tax advice. Check with an adviser which method your country requires.',
  netGain: 'Net gain of disposals',
  proceeds: 'Proceeds',
  cost: 'Cost',
  costUnknown: 'The cost of these coins is unknown',
  fees: 'Fees',
  gain: 'Gain',
  gains: 'Gains',
  losses: 'Losses',
  overOneYear: 'Held over one year',
  rewards: 'Rewards and dividends',
  futures: 'Futures result',
  funding: 'Funding',
  futuresUnknown: 'Your exchange no longer provides futures data for this year.',
  futuresPart: 'Your exchange provides data for part of this year only.',
  unknown: 'Unknown gain',
  unknownNote: 'Proceeds of disposals without a known cost or price. In no total.',
  disposals: 'Disposals',
  noDisposals: 'No disposals in this year',
  noDisposalsText: 'Sales, trades between coins and conversions appear here.',
  unknownTitle: 'Disposals with an unknown gain',
  unknownText: 'Their cost or price is unknown. Unknown is not zero, so they are in no total above.',
  enterCosts: 'Enter cost of deposits',
  byCoin: 'Disposals by coin',
  contracts: 'Futures by contract',
  rewardsTitle: 'Rewards and dividends',
  holdings: 'Coins held at the end of the year',
  gapsTitle: 'Your history is incomplete',
  affected: 'Parts of the history of this coin are missing. The cost may be incomplete.',
  unvaluedTitle: 'Some income has no value',
  all: 'all',
  beginning: 'the beginning',
  now: 'now',
  depositsTitle: 'Cost of deposited coins',
  depositsText: 'Enter what the coins cost in total, in USDT, and when you acquired them. Without a date, the day of the deposit counts.',
  noDeposits: 'No deposits of coins up to this year',
  costField: 'Cost in USDT',
  acquiredField: 'Acquired on',
  save: 'Save',
  saved: 'Cost saved',
  remove: 'Remove',
  close: 'Close',
  costWrong: 'Enter an amount in USDT, like 1500.50',
} as const;

export const unvaluedText = (count: number) =>
  count === 1
    ? 'One reward or futures entry is in a coin without a price. It is in no total.'
    : `${count} rewards or futures entries are in coins without a price. They are in no total.`;

export const affectedText = (count: number) =>
  count === 0
    ? 'No disposal of this year is affected.'
    : count === 1
      ? 'One disposal that may be affected is marked with *.'
      : `${count} disposals that may be affected are marked with *.`;
