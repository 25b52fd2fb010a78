import { abs } from '../engine/index.js';
import { grow, type Holdings, type BalanceChanges } from '../ledger/index.js';

/** A balance change without a row, dated by its discovery. */
export interface Unexplained {
  at: number;
  wallet: string;
  asset: string;
  amount: bigint;
  /** Worth less than a cent, or tiny and without a price: it counts, but marks no day. */
  dust: boolean;
}

/** What has to be added to the rows to obtain the reported balances. */
export interface Settlement {
  /** Holdings from before the rows. */
  opening: Holdings;
  unexplained: Unexplained[];
}

export interface SettledBefore extends Settlement {
  /** Balances reported then. */
  holdings: Holdings;
}

/** Balances are read shortly after their nominal time. Changes in between disappear with the next reading, if that is within this time. */
const NOISE_MS = 3_600_000;

/**
 * Settles rows with a new reading. At the first reading, everything unexplained is the opening. Afterwards the opening only changes by rows
 * that arrive late, older than the previous reading; they first reduce earlier unexplained flows.
 */
export function settle(
  before: SettledBefore | null,
  changes: BalanceChanges,
  reported: Holdings,
  readAt: number,
  isDust: (asset: string, amount: bigint) => boolean,
): Settlement {
  if (!before) return { opening: difference(reported, changes.now), unexplained: [] };
  const opening = new Map(before.opening);
  const unexplained = before.unexplained.map((entry) => ({ ...entry }));
  const known = (key: string) =>
    (opening.get(key) ?? 0n) + unexplained.reduce((sum, entry) => (keyOf(entry) === key ? sum + entry.amount : sum), 0n);
  for (const key of new Set([
    ...opening.keys(),
    ...unexplained.map(keyOf),
    ...changes.now.keys(),
    ...changes.before.keys(),
    ...reported.keys(),
    ...before.holdings.keys(),
  ])) {
    let missing = (reported.get(key) ?? 0n) - (changes.now.get(key) ?? 0n) - known(key);
    if (missing === 0n) continue;
    // Late rows, which the previously reported balance already contains.
    const late = (changes.before.get(key) ?? 0n) + known(key) - (before.holdings.get(key) ?? 0n);
    if (late > 0n !== missing > 0n && late !== 0n) {
      const amount = sign(missing) * least(abs(late), abs(missing));
      missing -= amount;
      const rest = takeBack(unexplained, key, amount, -Infinity);
      grow(opening, key, rest);
    }
    missing = takeBack(unexplained, key, missing, readAt - NOISE_MS);
    if (missing === 0n) continue;
    const [wallet, asset] = partsOf(key);
    unexplained.push({ at: readAt, wallet, asset, amount: missing, dust: isDust(asset, missing) });
  }
  return { opening, unexplained: unexplained.filter(({ amount }) => amount !== 0n) };
}

/** Offsets `amount` against entries of the other sign, newest first and none older than `since`. Returns the remainder. */
function takeBack(entries: Unexplained[], key: string, amount: bigint, since: number): bigint {
  let left = amount;
  for (const entry of entries.toReversed()) {
    if (left === 0n || keyOf(entry) !== key || entry.at < since || entry.amount > 0n === left > 0n) continue;
    const taken = sign(left) * least(abs(left), abs(entry.amount));
    entry.amount += taken;
    left -= taken;
  }
  return left;
}

export const keyOf = ({ wallet, asset }: Pick<Unexplained, 'wallet' | 'asset'>): string => `${wallet}:${asset}`;

export function partsOf(key: string): [wallet: string, asset: string] {
  const colon = key.indexOf(':');
  return [key.slice(0, colon), key.slice(colon + 1)];
}

function difference(all: Holdings, less: Holdings): Holdings {
  const rest: Holdings = new Map();
  for (const key of new Set([...all.keys(), ...less.keys()])) grow(rest, key, (all.get(key) ?? 0n) - (less.get(key) ?? 0n));
  return rest;
}

const sign = (value: bigint): bigint => (value < 0n ? -1n : 1n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
