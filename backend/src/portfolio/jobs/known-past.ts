import type { PoolClient } from 'pg';
import type { Venue } from '../../exchange/index.js';
import type { KnownPast } from '../engine/index.js';
import { grow, NO_JOURNAL, type JournalSpan, type LedgerAccount } from '../ledger/index.js';
import { dayOf, partsOf, type CompletenessLimit, type Settlement, type StoredPast } from '../store/index.js';

const DAY_MS = 86_400_000;
const ceilDay = (at: number): number => Math.ceil(at / DAY_MS) * DAY_MS;

/** Lists that reach back to this date are complete: no account has anything before. */
const OPENED: Readonly<Record<Venue, number>> = {
  binance: Date.UTC(2017, 6, 2),
  bybit: Date.UTC(2018, 2, 2),
  okx: Date.UTC(2017, 0, 2),
};

export interface AccountPast {
  known: KnownPast;
  /** Something that matters was there before the first row. */
  hasOpening: boolean;
  stored: StoredPast;
}

interface Coverage {
  /** The venue provides nothing before; null: it provides everything. */
  horizon: number | null;
  /** Beginning of the newest contiguous span that is read. */
  since: number | null;
}

/**
 * How far back an account's figures can be computed from rows alone. `opening`: what no row explains; it was there before the rows begin, or came at an
 * unknown time. `settledAt`: the first reading; from then on balances are compared with rows at each reading.
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
  const futuresRows = (await readFirstFuturesFill(client, id)) !== null;
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

/** Of each asset what is left of it over all wallets: what moved between them without a row is no opening. */
function sumsOf(opening: Iterable<readonly [string, bigint]>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [key, amount] of opening) if (!isContract(key)) grow(sums, partsOf(key)[1], amount);
  return sums;
}

/** What came or left without a row. What a futures wallet had before its first row is none of it. */
function unlocatedOf(opening: readonly [string, bigint][]): Map<string, bigint> {
  const inFutures = new Set(opening.filter(([key]) => key.startsWith('futures:')).map(([key]) => partsOf(key)[1]));
  return sumsOf(opening.filter(([key]) => !inFutures.has(partsOf(key)[1])));
}

async function readCoverage(client: PoolClient, accountId: string): Promise<ReadonlyMap<string, Coverage>> {
  const { rows } = await client.query<{ dataset: string } & Coverage>(
    `select dataset, date_part('epoch', max(horizon)) * 1000 as horizon,
       date_part('epoch', max((select lower(span) from unnest(covered) as span order by span desc limit 1))) * 1000 as since
     from sync_cursors where account_id = $1 and state <> 'gone' group by dataset`,
    [accountId],
  );
  return new Map(rows.map(({ dataset, ...coverage }) => [dataset, coverage]));
}

async function readFirstFuturesFill(client: PoolClient, accountId: string): Promise<number | null> {
  const { rows } = await client.query<{ at: number | null }>(
    `select date_part('epoch', min("time")) * 1000 as at from futures_trades where account_id = $1`,
    [accountId],
  );
  return rows[0]?.at ?? null;
}
