import type { PoolClient } from 'pg';
import { abs, over, scaled, times } from '../engine/index.js';
import type { LedgerAccount } from './account.js';
import type { Contracts } from './moved.js';
import type { ReportedPosition } from './reported.js';

/** A position that was open before the first fill the venue still tells. */
export interface OpeningContract {
  symbol: string;
  side: 'BOTH' | 'LONG' | 'SHORT';
  /** Signed. */
  amount: bigint;
  /** Null: nothing tells at what price it was opened, and its open profit is not known. */
  entry: bigint | null;
}

/** Positions that fills alone do not explain. `bought`: contracts bought less those sold, up to the reading. */
export async function openingContracts(
  client: PoolClient,
  { id }: LedgerAccount,
  bought: Contracts,
  positions: readonly ReportedPosition[],
): Promise<OpeningContract[]> {
  const reported = new Map(positions.map((position) => [`${position.symbol} ${position.side}`, position]));
  const openings: OpeningContract[] = [];
  for (const key of new Set([...bought.keys(), ...reported.keys()])) {
    const position = reported.get(key);
    const amount = (position?.amount ?? 0n) - (bought.get(key) ?? 0n);
    if (amount === 0n) continue;
    const [symbol, side] = splitKey(key);
    openings.push({ symbol, side, amount, entry: await entryOf(client, id, { symbol, side, amount }, position?.entry ?? null) });
  }
  return openings;
}

function splitKey(key: string): [string, OpeningContract['side']] {
  const blank = key.lastIndexOf(' ');
  return [key.slice(0, blank), key.slice(blank + 1) as OpeningContract['side']];
}

/**
 * The price at which it was opened, from what became of it: the venue tells the profit of the first fill that made it smaller, or the entry
 * price of what is open now. Until then its cost is `known + share * entry`, whatever was added.
 */
async function entryOf(
  client: PoolClient,
  id: string,
  { symbol, side, amount }: Omit<OpeningContract, 'entry'>,
  reportedEntry: bigint | null,
): Promise<bigint | null> {
  const { rows } = await client.query<{ buyer: boolean; price: string; qty: string; profit: string }>(
    `select buyer, price::text as price, qty::text as qty, realized_pnl::text as profit from futures_trades
     where account_id = $1 and symbol = $2 and position_side = $3 order by "time", length(trade_id), trade_id limit 2000`,
    [id, symbol, side],
  );
  const long = amount > 0n;
  let held = abs(amount);
  let known = 0n;
  for (const { buyer, price, qty, profit } of rows) {
    const [at, size] = [scaled(price), scaled(qty)];
    if (buyer === long) {
      held += size;
      known += times(size, at);
      continue;
    }
    const closed = size < held ? size : held;
    const earned = over(scaled(profit), closed);
    const average = long ? at - earned : at + earned;
    return entryFrom(average, held, known, abs(amount));
  }
  return reportedEntry === null ? null : entryFrom(reportedEntry, held, known, abs(amount));
}

function entryFrom(average: bigint, held: bigint, known: bigint, opened: bigint): bigint | null {
  const entry = over(times(average, held) - known, opened);
  return entry > 0n ? entry : null;
}
