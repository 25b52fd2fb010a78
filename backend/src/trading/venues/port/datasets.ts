/** The lists of an account that are read page by page. */
export const datasets = [
  'spot_trades',
  'futures_trades',
  'futures_income',
  'deposits',
  'withdrawals',
  'movements_transfer',
  'movements_dust',
  'movements_convert',
  'movements_dividend',
] as const;
export type Dataset = (typeof datasets)[number];
