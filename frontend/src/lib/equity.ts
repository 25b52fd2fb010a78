import type { Wallet } from './wire/exchange';
import type { Portfolio } from './wire/portfolio';

export interface Equity {
  /** When the balances were read that the figure is made of; null: never. */
  asOf: string | null;
  /** In USDT; null: unknown. */
  value: string | null;
  /** portfolio: computed from everything read. exchange: the exchange's own estimate. Null: there is no figure. */
  source: 'portfolio' | 'exchange' | null;
}

const none: Equity = { asOf: null, value: null, source: null };

/**
 * Chooses the one equity figure of a screen: the portfolio's, where it is computed for the balances that were read last, otherwise what the
 * exchange reported with those. So the figure and everything beside it are of one moment. Without a wallet (not loaded, or failed) the
 * portfolio stands alone, at its own moment.
 */
export function equityOf(
  wallet: Pick<Wallet, 'syncedAt' | 'total'> | undefined,
  portfolio: Pick<Portfolio, 'equity' | 'readAt'> | undefined,
): Equity {
  const computed = portfolio && portfolio.readAt !== null && portfolio.equity !== null ? portfolio : null;
  if (wallet === undefined) return computed ? { asOf: computed.readAt, value: computed.equity, source: 'portfolio' } : none;
  if (wallet.syncedAt === null) return none;
  const isCurrent = computed?.readAt != null && Date.parse(computed.readAt) === Date.parse(wallet.syncedAt);
  return isCurrent
    ? { asOf: wallet.syncedAt, value: computed.equity, source: 'portfolio' }
    : { asOf: wallet.syncedAt, value: wallet.total, source: 'exchange' };
}
