import { t } from '../../lib/i18n/texts';

/**
 * Binance answers numbers for the state and the wallet of a transfer. The known ones are from its API documentation (capital endpoints);
 * anything else is shown as the venue wrote it.
 */
const depositStates = ['0', '1', '2', '6', '7', '8'] as const;
const withdrawalStates = ['0', '1', '2', '3', '4', '5', '6'] as const;
const wallets = ['0', '1'] as const;

/** Position sides, order types and prices that trigger an order. */
const codes = [
  'BOTH',
  'LONG',
  'SHORT',
  'LIMIT',
  'MARKET',
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
  'MARK_PRICE',
  'CONTRACT_PRICE',
] as const;

const isOneOf = <V extends string>(known: readonly V[], value: string): value is V => known.some((one) => one === value);

/** A code of the venue in words; an unknown "SOME_CODE" as "Some code". */
export function asWords(value: string): string {
  if (isOneOf(codes, value)) return t(`exchange.code.${value}`);
  return value === '' ? '–' : value.charAt(0).toUpperCase() + value.slice(1).toLowerCase().replaceAll('_', ' ');
}

export const depositState = (value: string): string => (isOneOf(depositStates, value) ? t(`exchange.deposit.${value}`) : asWords(value));

export const withdrawalState = (value: string): string =>
  isOneOf(withdrawalStates, value) ? t(`exchange.withdrawal.${value}`) : asWords(value);

export const transferWallet = (value: string): string => (isOneOf(wallets, value) ? t(`exchange.transferWallet.${value}`) : asWords(value));
