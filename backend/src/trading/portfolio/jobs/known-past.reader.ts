import type { PoolClient } from 'pg';
import type { Venue } from '../../venues/index.js';
import type { KnownPast } from '../engine/index.js';
import { grow, hasFuturesFills, NO_JOURNAL, readCoverage, type JournalSpan, type LedgerAccount } from '../ledger/index.js';
import { dayOf, partsOf, type CompletenessLimit, type Settlement, type StoredPast } from '../store/index.js';

const DAY_MS = 86_400_000;
const ceilDay = (at: number): number => Math.ceil(at / DAY_MS) * DAY_MS;

/** First days of the venues: lists that reach back to them are complete. */
const OPENED: Readonly<Record<Venue, number>> = {
  binance: Date.UTC(2017, 6, 2),
  bybit: Date.UTC(2018, 2, 2),
  okx: Date.UTC(2017, 0, 2),
};

export interface AccountPast {
  known: KnownPast;
  /** The account had significant holdings before its first row. */
  hasOpening: boolean;
  stored: StoredPast;
}

/**
 * Returns how far back an account's figures can be computed from rows. `opening`: holdings that no row explains, from before the rows or of
 * unknown time. `settledAt`: the first reading, since when balances are compared with rows.
 */
export async function readKnownPast(
  client: PoolClient,
  { id, venue }: LedgerAccount,
  journal: JournalSpan,
  { opening, unexplained }: Settlement,
  settledAt: number,
  isDust: (asset: string, amount: bigint) => boolean,
): Promise<AccountPast> {
  const covered = await readCoverage(client, id);
  const limits: [CompletenessLimit, number][] = [];
  const limit = (why: CompletenessLimit, at: number | null | undefined) => {
    if (at != null && at > OPENED[venue]) limits.push([why, ceilDay(at)]);
  };
  const [deposits, withdrawals, spot] = ['deposits', 'withdrawals', 'spot_trades'].map((dataset) => covered.get(dataset));
  limit('deposits', deposits?.since);
  limit('withdrawals', withdrawals?.since);
  limit('spot trades', spot?.horizon);
  const significant = [...opening].filter(([key, amount]) => isContract(key) || !isDust(partsOf(key)[1], amount));
  const hadFutures = significant.some(([key]) => isContract(key) || key.startsWith('futures:'));
  const futuresRows = await hasFuturesFills(client, id);
  const hasJournal = journal !== NO_JOURNAL;
  const trades = covered.get('futures_trades')?.horizon ?? null;
  if (hadFutures) {
    limit('futures trades', trades);
    if (hasJournal) limit('futures journal', journal.from);
  }
  if (!hasJournal && (futuresRows || hadFutures)) limits.push(['no futures journal', ceilDay(settledAt)]);
  const unlocated = spot?.horizon != null || venue !== 'binance' ? new Map<string, bigint>() : unlocatedOf(significant);
  const [why, from] = limits.reduce<[CompletenessLimit | null, number]>((last, one) => (one[1] > last[1] ? one : last), [null, -Infinity]);
  const known: KnownPast = {
    ...(why && { from }),
    ...(hadFutures && trades !== null && { futuresFrom: ceilDay(trades) }),
    ...(futuresRows || hadFutures ? { fundingFrom: !hasJournal ? Infinity : hadFutures ? journal.from : -Infinity } : {}),
    fundingUnknown: new Set(unexplained.filter(({ wallet, dust }) => wallet === 'futures' && !dust).map(({ at }) => dayOf(at))),
    ...(unlocated.size > 0 && { unlocated: { amounts: unlocated, until: ceilDay(settledAt) } }),
  };
  const capital = limits.filter(([name]) => name === 'deposits' || name === 'withdrawals').map(([, at]) => at);
  return {
    known,
    hasOpening: significant.some(([key]) => isContract(key)) || [...sumsOf(opening)].some(([asset, amount]) => !isDust(asset, amount)),
    stored: {
      from: known.from ?? null,
      limit: why ?? (unlocated.size > 0 ? 'unlocated balances' : null),
      futuresFrom: known.futuresFrom ?? null,
      fundingFrom: known.fundingFrom === undefined ? null : String(known.fundingFrom),
      capitalFrom: deposits && withdrawals ? (capital.length > 0 ? Math.max(...capital) : 0) : null,
      settledAt,
    },
  };
}

const isContract = (key: string): boolean => key.startsWith('contract:');

/** Sums each asset over all wallets, so that transfers between them without a row cancel out. */
function sumsOf(opening: Iterable<readonly [string, bigint]>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [key, amount] of opening) if (!isContract(key)) grow(sums, partsOf(key)[1], amount);
  return sums;
}

/** Returns holdings of unknown time. Those of the futures wallet date from before its first row. */
function unlocatedOf(opening: readonly [string, bigint][]): Map<string, bigint> {
  const inFutures = new Set(opening.filter(([key]) => key.startsWith('futures:')).map(([key]) => partsOf(key)[1]));
  return sumsOf(opening.filter(([key]) => !inFutures.has(partsOf(key)[1])));
}
