import { futuresAssets, futuresOrders, futuresPositions } from '../history/tables.js';
import type { FuturesPositionRow, OrdersWish } from '../port/index.js';
import { isOrderListingDue, noteOrdersListed } from './account-state.repository.js';
import { snapshotOf } from './ledger-writer.js';
import { storedFutures, type FuturesSnapshot } from './stored-snapshots.query.js';
import type { SyncContext } from './sync-context.js';

/** Asking all contracts for their orders at once is cheaper from here on. */
const MANY_SYMBOLS = 40;
/** Conditional orders show in no other list: all contracts are asked for theirs every so many regular runs. */
const LIST_EVERY_RUNS = 10;

/**
 * The futures wallet, positions and resting orders as they stand; all are asked for before any is replaced. Null where this run does not
 * look. Throws KeyRejected with scope `futures` where the key does not reach them.
 */
export async function readFuturesSnapshot(context: SyncContext): Promise<FuturesSnapshot | null> {
  const { em, accountId, client, writer, progress, steps, plan } = context;
  if (!plan.head) return null;
  if (!steps.isFresh('futures')) {
    const before = await storedFutures(em, accountId);
    const [account, positions] = await Promise.all([client.futuresAccount(), client.positions()]);
    const wish = await ordersWish(context, before, positions);
    const [orders, rows] = await Promise.all([
      wish ? client.openOrders(wish) : { rows: [], missing: [] },
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
    if (wish && !wish.symbols) await noteOrdersListed(em, accountId);
    await steps.done('futures');
  }
  return storedFutures(em, accountId);
}

/** All contracts, or those that rest an order as far as we know; null: none does. */
async function ordersWish(
  context: SyncContext,
  before: FuturesSnapshot,
  { rows, ordered }: { rows: FuturesPositionRow[]; ordered: string[] },
): Promise<OrdersWish | null> {
  const { em, accountId, client, plan } = context;
  if (client.fills.by === 'time' || plan.full || (await isOrderListingDue(em, accountId, LIST_EVERY_RUNS))) return {};
  // Who opens a position often rests a stop beside it.
  const amounts = new Map(before.positions.map((row) => [`${row.symbol} ${row.positionSide}`, row.positionAmt]));
  const moved = rows.filter((row) => amounts.get(`${row.symbol} ${row.positionSide}`) !== row.positionAmt);
  const open = new Set(rows.map((row) => `${row.symbol} ${row.positionSide}`));
  const closed = before.positions.filter((row) => !open.has(`${row.symbol} ${row.positionSide}`));
  const symbols = [...new Set([...ordered, ...[...before.orders, ...moved, ...closed].map(({ symbol }) => symbol)])];
  if (symbols.length === 0) return null;
  return symbols.length > MANY_SYMBOLS ? {} : { symbols };
}

/** Leverage is asked for where a position is new, and once a day: members change it rarely. */
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
