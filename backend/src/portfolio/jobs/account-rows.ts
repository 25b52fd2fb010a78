import type { PoolClient } from 'pg';
import { Ledger, scaled, times, toDecimal, type Books } from '../engine/index.js';
import {
  journalSpan,
  loadRows,
  marginOf,
  openingContracts,
  readContracts,
  readMoved,
  readReported,
  type LedgerAccount,
  type OpeningContract,
  type Reported,
} from '../ledger/index.js';
import { readKnownPast, type AccountPast } from './known-past.js';
import { partsOf, readBooks, readState, settle, type Settlement, type StoredState } from '../store/index.js';

export const DAY_MS = 86_400_000;
export const floorDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

const CENT = scaled('0.01');
/** Of a coin without a price. */
const NEXT_TO_NOTHING = scaled('0.00000001');

/** Everything that a computation of an account starts from, as it was at one moment. */
export interface Start {
  state: StoredState;
  reported: Reported;
  settlement: Settlement;
  /** Where the computation begins: a midnight. */
  from: number;
  /** Days from this midnight on are stored anew. */
  since: number;
  books: Books | null;
  ledger: Ledger;
  past: AccountPast;
}

/**
 * Reads an account's rows from the first one that is new, in one snapshot; from the beginning where that changed. Null where nothing was read of
 * the account so far.
 */
export async function readStart(client: PoolClient, account: LedgerAccount): Promise<Start | null> {
  await client.query('begin isolation level repeatable read read only');
  const state = await readState(client, account.id);
  const reported = await readReported(client, account);
  if (!reported) {
    await client.query('commit');
    return null;
  }
  const journal = await journalSpan(client, account.id);
  const moved = await readMoved(client, account, journal, new Date(state.readAt ?? 0), reported.readAt);
  addOtherWallets(reported, moved.now);
  const readAt = reported.readAt.getTime();
  const settlement = settle(state.settled, moved, reported.holdings, readAt, isDustOf(reported));
  const contracts = await openingContracts(client, account, await readContracts(client, account.id, reported.readAt), reported.positions);
  for (const { symbol, side, amount } of contracts) settlement.opening.set(`contract:${symbol} ${side}`, amount);
  const past = await readKnownPast(client, account, journal, settlement, state.past?.settledAt ?? readAt, isDustOf(reported));
  const firstDay = beginning(past, floorDay(await firstRow(client, account.id, readAt)));
  const since = changedSince(state, settlement, past, firstDay, readAt);
  const books = since === null ? null : await readBooks(client, account.id, since);
  const from = books ? books.at : firstDay;
  const ledger = new Ledger();
  if (!books) open(ledger, account, from, settlement, contracts);
  for (const { at, wallet, asset, amount } of settlement.unexplained) {
    if (at >= from)
      ledger.flow(
        at,
        walletOf(wallet),
        ledger.asset(asset),
        toDecimal(amount),
        'unexplained',
        `${wallet}:${asset}@${new Date(at).toISOString()}`,
      );
  }
  await loadRows(client, account, { from: books ? from : null, to: readAt }, journal, ledger);
  await client.query('commit');
  return {
    state,
    reported,
    settlement,
    from,
    since: since ?? firstDay,
    books,
    ledger,
    past,
  };
}

/**
 * The midnight that a computation begins with. What was there before the first row is valued at the end of a day of its own, so that nothing of it counts as
 * a gain or a flow: the chain of returns begins with that valuation.
 */
function beginning({ known, hasOpening }: AccountPast, firstDay: number): number {
  if (!hasOpening || known.unlocated) return firstDay;
  if (known.from !== undefined && known.from > firstDay) return firstDay;
  known.from = firstDay;
  return firstDay - DAY_MS;
}

/** A midnight; null: from the beginning. */
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
  const told = ({ at, wallet, asset, amount }: Settlement['unexplained'][number]) => `${at} ${wallet} ${asset} ${amount}`;
  const [known, after] = [new Set(settled.unexplained.map(told)), new Set(unexplained.map(told))];
  const changed = [
    ...settled.unexplained.filter((entry) => !after.has(told(entry))),
    ...unexplained.filter((entry) => !known.has(told(entry))),
  ].map(({ at }) => at);
  // The day of the reading before was valued in its middle.
  const since = floorDay(Math.min(readAt, now, dirtyFrom ?? Infinity, ...changed));
  return since <= first ? null : since;
}

/**
 * What was there before the first row: of each asset one flow, whatever wallet it lay in, because what moved between a member's own wallets
 * without a row was no flow. Positions are a moment older, so that their open profit of then is no profit of the first day.
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
 * Wallets that are told by their worth alone are counted in USDT, as far as rows do not tell what is in them: coins that came into such a wallet
 * are worth what they are worth, give or take what the exchange's valuation and ours differ by.
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
    return price === undefined ? size <= NEXT_TO_NOTHING : times(size, price) < CENT;
  };

/** When the oldest row that the reading knows of was made; the reading itself where there is none. */
async function firstRow(client: PoolClient, accountId: string, readAt: number): Promise<number> {
  const { rows } = await client.query<{ at: number | null }>(
    `select date_part('epoch', least((select min("time") from spot_trades where account_id = $1), (select min(inserted_at) from deposits where account_id = $1),
         (select min(applied_at) from withdrawals where account_id = $1), (select min("time") from futures_trades where account_id = $1),
         (select min("time") from futures_income where account_id = $1), (select min("time") from wallet_movements where account_id = $1))) * 1000 as at`,
    [accountId],
  );
  return Math.min(rows[0]?.at ?? readAt, readAt);
}
