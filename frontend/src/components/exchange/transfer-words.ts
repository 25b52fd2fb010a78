/**
 * Binance answers numbers for the state and the wallet of a transfer. What stands here is taken from its API
 * documentation (capital endpoints); anything else is shown as the venue wrote it.
 */
const depositStates: Record<string, string> = {
  '0': 'Pending',
  '1': 'Success',
  '2': 'Rejected',
  '6': 'Credited, not yet free to withdraw',
  '7': 'Wrong deposit',
  '8': 'Waits for confirmation',
};

const withdrawalStates: Record<string, string> = {
  '0': 'Confirmation sent',
  '1': 'Cancelled',
  '2': 'Awaiting approval',
  '3': 'Rejected',
  '4': 'Processing',
  '5': 'Failed',
  '6': 'Completed',
};

const wallets: Record<string, string> = { '0': 'Spot', '1': 'Funding' };

/** "SOME_CODE" as "Some code". */
export const asWords = (value: string) =>
  value === '' ? '–' : value.charAt(0).toUpperCase() + value.slice(1).toLowerCase().replaceAll('_', ' ');

const known = (table: Record<string, string>) => (value: string) => table[value] ?? asWords(value);

export const depositState = known(depositStates);
export const withdrawalState = known(withdrawalStates);
export const transferWallet = known(wallets);
