/** Income and expenses of the time before a period. */
export const RETAINED_EARNINGS = 'equity:retained earnings';

/** Accounts of every journal, with their types as hledger names them (https://hledger.org/hledger.html#account-types). */
export const topAccounts = [
  ['assets', 'A'],
  ['liabilities', 'L'],
  ['income', 'R'],
  ['expenses', 'X'],
  ['equity', 'E'],
  ['equity:conversion', 'V'],
  [RETAINED_EARNINGS, 'E'],
] as const;

export const isTop = (chart: string): boolean => topAccounts.some(([name]) => name === chart);

const places: readonly { accounts: RegExp; place: (name: string) => string }[] = [
  { accounts: /^(receivable|chain|clearing):/, place: (name) => `assets:${name}` },
  { accounts: /^credit:/, place: (name) => `liabilities:${name}` },
  { accounts: /^income:/, place: (name) => name.replaceAll('_', ' ') },
  { accounts: /^written_off$/, place: () => 'expenses:written off' },
  { accounts: /^conversion$/, place: () => 'equity:conversion' },
];

/** Returns the place of a ledger account in the chart of accounts, as in `assets:receivable:{user}`. Throws RangeError. */
export function chartAccount(account: string): string {
  const found = places.find(({ accounts }) => accounts.test(account));
  if (!found) throw new RangeError(`${JSON.stringify(account.slice(0, 80))} has no place in the chart of accounts`);
  return found.place(account);
}

/** Returns whether an account starts every period at zero: income and expenses. */
export const isNominal = (chart: string): boolean => /^(income|expenses):/.test(chart);
