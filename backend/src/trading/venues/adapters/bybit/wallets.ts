import { addDecimals, Decimal } from '../../../../platform/domain/index.js';
import { KeyRejected, VenueRejected, WireShape, type AssetBalance, type WalletRow } from '../../port/index.js';
import type { Call, WireRow } from '../ccxt/index.js';
import { endpoints, type BybitEndpoint } from './endpoints.js';
import { resultOf } from './envelope.js';

/** Names of the two wallets as the venue's overview has them. */
const UNIFIED = 'UnifiedTradingAccount';
const FUNDING = 'FundingAccount';
const PLACES = 8;

/** The unified account's coins, and what all of it is worth in dollars. */
export async function unifiedWallet(call: Call<BybitEndpoint>): Promise<{ coins: WireRow[]; worth: string }> {
  const { path } = endpoints.unifiedWallet;
  const [wallet] = resultOf(path, await call(endpoints.unifiedWallet, { accountType: 'UNIFIED' })).rows('list');
  if (!wallet) throw new WireShape(path, 'no account is told');
  return { coins: wallet.rows('coin'), worth: wallet.decimalOr('totalEquity', '0') };
}

export async function fundingCoins(call: Call<BybitEndpoint>): Promise<{ coin: string; amount: string }[]> {
  const { path } = endpoints.fundingCoins;
  const rows = resultOf(path, await call(endpoints.fundingCoins, { accountType: 'FUND' })).rows('balance');
  return rows.map((row) => ({ coin: row.text('coin'), amount: row.decimalOr('walletBalance', '0') }));
}

/**
 * Both wallets together: deposits come into either and money moves between them without a trace in any list we read, so that only their
 * sum can be explained by deposits, withdrawals and trades. `locked` is held by spot orders; debts make `free` negative.
 */
export function balancesOf(unified: readonly WireRow[], funding: readonly { coin: string; amount: string }[]): AssetBalance[] {
  const balances = new Map<string, AssetBalance>();
  const add = (coin: string, free: string, locked: string) => {
    const known = balances.get(coin);
    balances.set(
      coin,
      known ? { coin, free: addDecimals([known.free, free]), locked: addDecimals([known.locked, locked]) } : { coin, free, locked },
    );
  };
  for (const row of unified) {
    const locked = row.decimalOr('locked', '0');
    const borrowed = row.decimalOr('spotBorrow', '0');
    const total = new Decimal(row.decimal('walletBalance')).minus(borrowed);
    add(row.text('coin'), total.minus(locked).toFixed(), locked);
  }
  for (const { coin, amount } of funding) add(coin, amount, '0');
  return [...balances.values()].filter(({ free, locked }) => !new Decimal(free).isZero() || !new Decimal(locked).isZero());
}

/**
 * Every wallet with its worth. In dollars: the venue values in no coin, and a dollar is what one USDT is shown as everywhere else. The
 * overview is refused to accounts of regional sites; the two wallets everybody has are valued from their coins then.
 */
export async function wallets(call: Call<BybitEndpoint>, prices: () => Promise<ReadonlyMap<string, string>>): Promise<WalletRow[]> {
  const { path } = endpoints.assetOverview;
  try {
    const rows = resultOf(path, await call(endpoints.assetOverview, { valuationCurrency: 'USD' })).rows('list');
    return rows.map((row) => ({ name: row.text('accountType'), balance: row.decimal('totalEquity') }));
  } catch (error) {
    // A dead key is refused below, too; one that is only not admitted to the overview is not.
    if (!(error instanceof VenueRejected) && !(error instanceof KeyRejected)) throw error;
  }
  const [unified, funding] = await Promise.all([unifiedWallet(call), fundingCoins(call)]);
  return [
    { name: UNIFIED, balance: unified.worth },
    { name: FUNDING, balance: worthOf(funding, funding.length > 0 ? await prices() : new Map()) },
  ];
}

/** Coins without a pair against a dollar coin count for nothing: nobody says what they are worth. */
function worthOf(coins: readonly { coin: string; amount: string }[], prices: ReadonlyMap<string, string>): string {
  const priceOf = (coin: string) => (coin === 'USDT' ? '1' : (prices.get(`${coin}USDT`) ?? prices.get(`${coin}USDC`) ?? '0'));
  return coins
    .reduce((sum, { coin, amount }) => sum.plus(new Decimal(amount).times(priceOf(coin))), new Decimal(0))
    .toDecimalPlaces(PLACES)
    .toFixed();
}
