import { abs } from '../engine/index.js';
import { grow, type Holdings, type Moved } from '../ledger/index.js';

/** Something that moved without a row, on the day on which that was found. */
export interface Unexplained {
  at: number;
  wallet: string;
  asset: string;
  amount: bigint;
  /** Worth less than a cent, or of no price and next to nothing: it is counted, and no day is marked for it. */
  dust: boolean;
}

/** What is known beside the rows, so that both together are what the exchange reports. */
export interface Settlement {
  /** Where the account began. */
  opening: Holdings;
  unexplained: Unexplained[];
}

export interface SettledBefore extends Settlement {
  /** What was reported then. */
  holdings: Holdings;
}

/** Balances are read a moment after the time they are told for: what moved in between shows, and is gone again with the next reading. */
const NOISE_MS = 3_600_000;

/**
 * Settles rows with a new reading. The first time the opening is whatever no row explains. After that the opening changes only where rows came
 * that are older than the reading before, and for no other reason; such rows first take back what was unexplained until they came.
 */
export function settle(
  before: SettledBefore | null,
  moved: Moved,
  reported: Holdings,
  readAt: number,
  isDust: (asset: string, amount: bigint) => boolean,
): Settlement {
  if (!before) return { opening: difference(reported, moved.now), unexplained: [] };
  const opening = new Map(before.opening);
  const unexplained = before.unexplained.map((entry) => ({ ...entry }));
  const known = (key: string) =>
    (opening.get(key) ?? 0n) + unexplained.reduce((sum, entry) => (keyOf(entry) === key ? sum + entry.amount : sum), 0n);
  for (const key of new Set([
    ...opening.keys(),
    ...unexplained.map(keyOf),
    ...moved.now.keys(),
    ...moved.before.keys(),
    ...reported.keys(),
    ...before.holdings.keys(),
  ])) {
    let missing = (reported.get(key) ?? 0n) - (moved.now.get(key) ?? 0n) - known(key);
    if (missing === 0n) continue;
    // Rows that came late, and moved nothing now: they are part of what was reported before.
    const late = (moved.before.get(key) ?? 0n) + known(key) - (before.holdings.get(key) ?? 0n);
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

/** Lets `amount` make entries of the other sign smaller, the newest first, none older than `since`; returns what is left of it. */
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
