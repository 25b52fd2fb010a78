import { futuresAssets, futuresOrders, futuresPositions } from '../history/index.js';
import type { FuturesPositionRow, OrdersRequest } from '../venues/index.js';
import { isOrderListingDue, noteOrdersListed } from './account-state.repository.js';
import { snapshotOf } from './ledger.writer.js';
import { storedFutures, type FuturesSnapshot } from './stored-snapshots.query.js';
import type { SyncContext } from './sync-context.js';

/** From this number of contracts on, listing the orders of all contracts is cheaper. */
const MANY_SYMBOLS = 40;
/** Conditional orders appear in no other list, so the orders of all contracts are listed every so many scheduled runs. */
const LIST_EVERY_RUNS = 10;

/**
 * Reads the futures wallet, positions and open orders, and replaces the stored ones once all were read. Null where the run does not read
 * balances. Throws KeyRejected with scope `futures` where the key cannot read them.
 */
export async function readFuturesSnapshot(context: SyncContext): Promise<FuturesSnapshot | null> {
  const { em, accountId, client, writer, progress, steps, plan } = context;
  if (!plan.head) return null;
  if (!steps.isFresh('futures')) {
    const before = await storedFutures(em, accountId);
    const [account, positions] = await Promise.all([client.futuresAccount(), client.positions()]);
    const request = await ordersToList(context, before, positions);
    const [orders, rows] = await Promise.all([
      request ? client.openOrders(request) : { rows: [], missing: [] },
      withLeverage(context, before, positions.rows),
    ]);
    for (const kind of orders.missing) progress.warn(`The exchange does not tell ${kind}`);
    const [open = 0, resting = 0] = await writer.replace([
      snapshotOf(futuresPositions, rows),
      snapshotOf(futuresOrders, orders.rows),
      snapshotOf(futuresAssets, account?.assets ?? []),
    ]);
    progress.replaced('futures_positions', open);
    progress.replaced('futures_orders', resting);
    if (request && !request.symbols) await noteOrdersListed(em, accountId);
    await steps.done('futures');
  }
  return storedFutures(em, accountId);
}

/** Returns which contracts to list orders of: all, or those known to have an order; null: none. */
async function ordersToList(
  context: SyncContext,
  before: FuturesSnapshot,
  { rows, ordered }: { rows: FuturesPositionRow[]; ordered: string[] },
): Promise<OrdersRequest | null> {
  const { em, accountId, client, plan } = context;
  if (client.fills.by === 'time' || plan.full || (await isOrderListingDue(em, accountId, LIST_EVERY_RUNS))) return {};
  // A new position often comes with a stop order.
  const amounts = new Map(before.positions.map((row) => [`${row.symbol} ${row.positionSide}`, row.positionAmt]));
  const moved = rows.filter((row) => amounts.get(`${row.symbol} ${row.positionSide}`) !== row.positionAmt);
  const open = new Set(rows.map((row) => `${row.symbol} ${row.positionSide}`));
  const closed = before.positions.filter((row) => !open.has(`${row.symbol} ${row.positionSide}`));
  const symbols = [...new Set([...ordered, ...[...before.orders, ...moved, ...closed].map(({ symbol }) => symbol)])];
  if (symbols.length === 0) return null;
  return symbols.length > MANY_SYMBOLS ? {} : { symbols };
}

/** Adds the leverage, which is read for new positions and once a day, because members change it rarely. */
async function withLeverage(
  { client, plan }: SyncContext,
  before: FuturesSnapshot,
  rows: FuturesPositionRow[],
): Promise<FuturesPositionRow[]> {
  if (rows.every(({ leverage }) => leverage !== null)) return rows;
  const stored = new Map(before.positions.map(({ symbol, leverage }) => [symbol, leverage]));
  const known = !plan.full && rows.every(({ symbol, leverage }) => leverage !== null || (stored.get(symbol) ?? null) !== null);
  const told = known ? null : await client.leverages();
  return rows.map((row) => ({ ...row, leverage: row.leverage ?? told?.get(row.symbol) ?? stored.get(row.symbol) ?? null }));
}
