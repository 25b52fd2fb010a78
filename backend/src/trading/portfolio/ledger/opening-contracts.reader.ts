import type { PoolClient } from 'pg';
import { abs, over, scaled, times } from '../engine/index.js';
import type { LedgerAccount } from './ledger-account.rules.js';
import { readContractFills, type Contracts } from './balance-changes.sql.js';
import type { ReportedPosition } from './reported-balances.sql.js';

/** A position opened before the first fill that the venue still provides. */
export interface OpeningContract {
  symbol: string;
  side: 'BOTH' | 'LONG' | 'SHORT';
  /** Signed. */
  amount: bigint;
  /** Entry price; null: unknown, and so is its unrealised profit. */
  entry: bigint | null;
}

/** Returns positions that the fills do not explain. `bought`: contracts bought less those sold, up to the reading. */
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
 * Derives the entry price of an opening position from the profit of the first fill that reduced it, or from the entry price of the position
 * open now. Until then its cost is `known + share * entry`.
 */
async function entryOf(
  client: PoolClient,
  id: string,
  { symbol, side, amount }: Omit<OpeningContract, 'entry'>,
  reportedEntry: bigint | null,
): Promise<bigint | null> {
  const long = amount > 0n;
  let held = abs(amount);
  let known = 0n;
  for (const { buyer, price, qty, profit } of await readContractFills(client, id, symbol, side)) {
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
