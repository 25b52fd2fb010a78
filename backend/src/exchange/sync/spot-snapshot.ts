import { assetBalances, walletBalances } from '../history/tables.js';
import { RequestRefused, type AssetBalance } from '../port/index.js';
import { snapshotOf } from './ledger-writer.js';
import { MIN_WEIGHT } from './fair-share.js';
import { storedBalances } from './stored-snapshots.query.js';
import type { SyncContext } from './sync-context.js';
import { valued } from './valuation.js';

/** What the account costs, about. */
const WEIGHT = 20;
/** The exchange values its wallets now: with older prices the coins would be worth something else. */
const PRICES_MS = 60_000;

/** The spot wallet as it stands. */
export interface SpotSnapshot {
  balances: AssetBalance[];
  /** The venue's own mark of the account, where it tells one. */
  mark: string | null;
  /** The venue's time when it was asked for. */
  at: Date;
}

/**
 * Wallets and the coins in the spot wallet, stored together once both answers are valid. A run that goes on after an interruption takes what
 * it stored a moment ago. Null where this run does not look at the account.
 */
export async function readSpotSnapshot(context: SyncContext): Promise<SpotSnapshot | null> {
  const { em, accountId, client, writer, progress, steps, plan, now, quota } = context;
  if (!plan.head) return null;
  if (steps.isFresh('account'))
    return { balances: await storedBalances(em, accountId), mark: steps.noted('mark') || null, at: steps.at('account')! };
  const refused = (what: string) => (error: unknown) => {
    if (!(error instanceof RequestRefused)) throw error;
    progress.warn(`${what} could not be read: ${error.message}`);
    return null;
  };
  const { balances, mark } = await client.account();
  // Where many wait, the first turn is for the account as it stands: nobody's balances wait for somebody else's history.
  quota.charge(WEIGHT, MIN_WEIGHT);
  const [wallets, prices] = await Promise.all([
    client.wallets().catch(refused('The wallets')),
    client.prices(PRICES_MS).catch(refused('Prices')),
  ]);
  const walletRows = wallets?.map((wallet, position) => ({ ...wallet, position }));
  const [assets = 0, kinds] = await writer.replace(
    [snapshotOf(assetBalances, valued(balances, prices ?? new Map())), ...(walletRows ? [snapshotOf(walletBalances, walletRows)] : [])],
    { balancesReadAt: now },
  );
  progress.replaced('asset_balances', assets);
  if (kinds !== undefined) progress.replaced('wallet_balances', kinds);
  await steps.done('account', { mark });
  return { balances, mark, at: now };
}
