import { assetBalances, walletBalances } from '../history/tables.js';
import { RequestRefused, type AssetBalance } from '../port/index.js';
import { snapshotOf } from './ledger-writer.js';
import type { SyncContext } from './sync-context.js';
import { valued } from './valuation.js';

/** The wallets and the coins in the spot wallet, as they stand. */
export async function syncWallet({ client, writer, journal }: SyncContext, balances: readonly AssetBalance[]): Promise<void> {
  const refused = (what: string) => (error: unknown) => {
    if (!(error instanceof RequestRefused)) throw error;
    journal.warn(`${what} could not be read: ${error.message}`);
    return null;
  };
  const [wallets, prices] = await Promise.all([client.wallets().catch(refused('The wallets')), client.prices().catch(refused('Prices'))]);
  const coins = valued(balances, prices ?? new Map());
  const walletRows = wallets?.map((wallet, position) => ({ ...wallet, position }));
  const [assets = 0, kinds] = await writer.replace([snapshotOf(assetBalances, coins), ...(walletRows ? [snapshotOf(walletBalances, walletRows)] : [])]);
  journal.replaced('asset_balances', assets);
  if (kinds !== undefined) journal.replaced('wallet_balances', kinds);
}
