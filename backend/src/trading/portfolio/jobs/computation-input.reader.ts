import type { PoolClient } from 'pg';
import { Ledger, scaled, times, toDecimal, type Books } from '../engine/index.js';
import {
  journalSpan,
  loadRows,
  marginOf,
  openingContracts,
  readContracts,
  readBalanceChanges,
  readFirstRow,
  readReported,
  type LedgerAccount,
  type OpeningContract,
  type Reported,
} from '../ledger/index.js';
import { readKnownPast, type AccountPast } from './known-past.reader.js';
import { inSnapshot, partsOf, readBooks, readState, settle, type Settlement, type StoredState } from '../store/index.js';

export const DAY_MS = 86_400_000;
export const floorDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

const CENT = scaled('0.01');
/** Maximum dust of a coin without a price. */
const DUST_AMOUNT = scaled('0.00000001');

/** Inputs of an account's computation, from one snapshot. */
export interface Start {
  state: StoredState;
  reported: Reported;
  settlement: Settlement;
  /** Midnight at which the computation begins. */
  from: number;
  /** Midnight from which days are stored again. */
  since: number;
  books: Books | null;
  ledger: Ledger;
  past: AccountPast;
}

/**
 * Reads an account's rows from the first new one on, or from the beginning if that changed, in one snapshot. Returns null before the first
 * reading.
 */
export function readStart(client: PoolClient, account: LedgerAccount): Promise<Start | null> {
  return inSnapshot(client, () => readRows(client, account));
}

async function readRows(client: PoolClient, account: LedgerAccount): Promise<Start | null> {
  const state = await readState(client, account.id);
  const reported = await readReported(client, account);
  if (!reported) return null;
  const journal = await journalSpan(client, account.id);
  const changes = await readBalanceChanges(client, account, journal, new Date(state.readAt ?? 0), reported.readAt);
  addOtherWallets(reported, changes.now);
  const readAt = reported.readAt.getTime();
  const settlement = settle(state.settled, changes, reported.holdings, readAt, isDustOf(reported));
  const contracts = await openingContracts(client, account, await readContracts(client, account.id, reported.readAt), reported.positions);
  for (const { symbol, side, amount } of contracts) settlement.opening.set(`contract:${symbol} ${side}`, amount);
  const past = await readKnownPast(client, account, journal, settlement, state.past?.settledAt ?? readAt, isDustOf(reported));
  const firstDay = beginning(past, floorDay(await readFirstRow(client, account.id, readAt)));
  const since = changedSince(state, settlement, past, firstDay, readAt);
  const books = since === null ? null : await readBooks(client, account.id, since);
  const from = books ? books.at : firstDay;
  const ledger = new Ledger();
  if (!books) open(ledger, account, from, settlement, contracts);
  for (const { at, wallet, asset, amount } of settlement.unexplained) {
    if (at < from) continue;
    const id = `${wallet}:${asset}@${new Date(at).toISOString()}`;
    ledger.flow(at, walletOf(wallet), ledger.asset(asset), toDecimal(amount), 'unexplained', id);
  }
  await loadRows(client, account, { from: books ? from : null, to: readAt }, journal, ledger);
  return { state, reported, settlement, from, since: since ?? firstDay, books, ledger, past };
}

/**
 * Returns the midnight at which the computation begins. Holdings from before the first row are valued at the end of a day of their own,
 * where the chain of returns begins, so that they count neither as gain nor as flow.
 */
function beginning({ known, hasOpening }: AccountPast, firstDay: number): number {
  if (!hasOpening || known.unlocated) return firstDay;
  if (known.from !== undefined && known.from > firstDay) return firstDay;
  known.from = firstDay;
  return firstDay - DAY_MS;
}

/** Returns the midnight from which figures change; null: from the beginning. */
function changedSince(
  { settled, readAt, dirtyFrom, firstDay, past: before }: StoredState,
  { opening, unexplained }: Settlement,
  { stored }: AccountPast,
  first: number,
  now: number,
): number | null {
  if (!settled || readAt === null || firstDay === null || Date.parse(firstDay) !== first) return null;
  if (opening.size !== settled.opening.size || [...opening].some(([key, amount]) => settled.opening.get(key) !== amount)) return null;
  if (before?.from !== stored.from || before.futuresFrom !== stored.futuresFrom || before.fundingFrom !== stored.fundingFrom) return null;
  const keyOf = ({ at, wallet, asset, amount }: Settlement['unexplained'][number]) => `${at} ${wallet} ${asset} ${amount}`;
  const [known, after] = [new Set(settled.unexplained.map(keyOf)), new Set(unexplained.map(keyOf))];
  const changed = [
    ...settled.unexplained.filter((entry) => !after.has(keyOf(entry))),
    ...unexplained.filter((entry) => !known.has(keyOf(entry))),
  ].map(({ at }) => at);
  // The day of the last reading was valued at the reading, not at its midnight.
  const since = floorDay(Math.min(readAt, now, dirtyFrom ?? Infinity, ...changed));
  return since <= first ? null : since;
}

/**
 * Books the opening: one flow per asset over all wallets, because transfers between them are no flows. Positions open a moment earlier, so
 * that their unrealised profit is not a profit of the first day.
 */
function open(
  ledger: Ledger,
  { id, venue }: LedgerAccount,
  from: number,
  { opening }: Settlement,
  contracts: readonly OpeningContract[],
): void {
  const held = [...opening].map(([key, amount]) => [...partsOf(key), amount] as const).filter(([wallet]) => wallet !== 'contract');
  for (const asset of new Set(held.map(([, name]) => name))) {
    const sum = held.reduce((total, [, name, amount]) => (name === asset ? total + amount : total), 0n);
    if (sum !== 0n) ledger.flow(from, 'spot', ledger.asset(asset), toDecimal(sum), 'opening', asset);
  }
  for (const [wallet, asset, amount] of held)
    if (wallet !== 'spot') ledger.transfer(from, ledger.asset(asset), toDecimal(amount), 'spot', walletOf(wallet));
  for (const { symbol, side, amount, entry } of contracts) {
    const margin = marginOf(venue, symbol);
    if (margin === null || entry === null) continue;
    ledger.openPosition(
      from - 1,
      ledger.contract(id, symbol, side, margin),
      amount > 0n,
      toDecimal(entry),
      toDecimal(amount < 0n ? -amount : amount),
    );
  }
}

const walletOf = (name: string) => (name === 'futures' || name === 'funding' ? name : 'spot');

/**
 * Adds wallets whose coins are not listed. Coins that rows moved into them count as such; the rest of the wallets' value counts as USDT,
 * beyond the tolerance between the exchange's valuation and ours.
 */
function addOtherWallets(reported: Reported, moved: ReadonlyMap<string, bigint>): void {
  let known = 0n;
  for (const [key, amount] of moved) {
    const [wallet, asset] = partsOf(key);
    if (wallet !== 'funding') continue;
    const price = asset === 'USDT' ? scaled('1') : reported.prices.get(asset);
    if (price === undefined) continue;
    known += times(amount, price);
    reported.holdings.set(key, amount);
  }
  const rest = reported.otherWorth - known;
  const tolerance = reported.otherWorth / 1000n > CENT ? reported.otherWorth / 1000n : CENT;
  if (rest <= tolerance && -rest <= tolerance) return;
  reported.holdings.set('funding:USDT', (reported.holdings.get('funding:USDT') ?? 0n) + rest);
}

const isDustOf =
  ({ prices }: Reported) =>
  (asset: string, amount: bigint): boolean => {
    const size = amount < 0n ? -amount : amount;
    const price = asset === 'USDT' ? scaled('1') : prices.get(asset);
    return price === undefined ? size <= DUST_AMOUNT : times(size, price) < CENT;
  };
