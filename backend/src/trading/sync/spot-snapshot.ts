import { Decimal } from '../../platform/domain/index.js';
import { assetBalances, walletBalances, type ValuedBalance } from '../history/index.js';
import { priceInUsdt, VenueRejected, type AssetBalance } from '../venues/index.js';
import { snapshotOf } from './ledger.writer.js';
import { MIN_WEIGHT } from './fair-share.js';
import { storedBalances } from './stored-snapshots.query.js';
import type { SyncContext } from './sync-context.js';

/** Estimated weight of reading the account. */
const WEIGHT = 20;
/** Maximum age of prices: the exchange values its wallets with current ones. */
const PRICES_MS = 60_000;
const VALUE_PLACES = 8;

/** The current spot wallet. */
export interface SpotSnapshot {
  balances: AssetBalance[];
  /** The venue's own version of the account, where it has one. */
  mark: string | null;
  /** Venue time of the request. */
  at: Date;
}

/**
 * Reads wallets and the coins in the spot wallet, and stores them together once both answers are valid. After an interruption, the snapshot
 * stored shortly before is used. Null where the run does not read balances.
 */
export async function readSpotSnapshot(context: SyncContext): Promise<SpotSnapshot | null> {
  const { em, accountId, client, writer, progress, steps, plan, now, quota } = context;
  if (!plan.head) return null;
  if (steps.isFresh('account'))
    return { balances: await storedBalances(em, accountId), mark: steps.noted('mark') || null, at: steps.at('account')! };
  const refused = (what: string) => (error: unknown) => {
    if (!(error instanceof VenueRejected)) throw error;
    progress.warn(`${what} could not be read: ${error.message}`);
    return null;
  };
  const { balances, mark } = await client.account();
  // If many runs wait, the first attempt reads balances only: nobody's balances wait for somebody else's history.
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

/** Adds the value in USDT of free and locked together, rounded to 8 places. */
export function valued(balances: readonly AssetBalance[], prices: ReadonlyMap<string, string>): ValuedBalance[] {
  return balances.map((balance) => {
    const price = priceInUsdt(balance.coin, prices);
    return {
      ...balance,
      value: price && new Decimal(balance.free).plus(balance.locked).times(price).toDecimalPlaces(VALUE_PLACES).toFixed(),
    };
  });
}
