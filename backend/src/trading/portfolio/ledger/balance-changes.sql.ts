import type { PoolClient } from 'pg';
import { scaled } from '../engine/index.js';
import { CREDITED, marginOf, RETURNED, sharesOneWallet, type JournalSpan, type LedgerAccount } from './ledger-account.rules.js';

/** Amounts by wallet and asset: `spot:BTC`, `futures:USDT`, `funding:USDT`; none of 0. */
export type Holdings = Map<string, bigint>;

/** Sums of all rows up to each of two times, both included. */
export interface BalanceChanges {
  before: Holdings;
  now: Holdings;
}

/** Contracts bought less those sold, by symbol and side: `BTCUSDT LONG`. */
export type Contracts = Map<string, bigint>;

interface SumRow {
  part: string;
  symbol: string;
  asset: string;
  before: string;
  now: string;
}

const sums = (amount: string, time: string) =>
  `coalesce(sum(${amount}) filter (where ${time} <= $2), 0)::text, coalesce(sum(${amount}) filter (where ${time} <= $3), 0)::text`;

/** Excludes transfers of the futures wallet within the range of its journal, which lists them as well. */
const OWN_MOVEMENT = `(kind <> 'transfer' or (from_wallet <> 'futures' and to_wallet <> 'futures') or "time" < to_timestamp($5))`;

/** Sums of the rows that `loadRows` reads. */
const CHANGES = `with fills as (
    select symbol, buyer, fee_asset,
      sum(qty) filter (where "time" <= $2) as qty_before, sum(qty) as qty, sum(quote_qty) filter (where "time" <= $2) as quote_before,
        sum(quote_qty) as quote,
      sum(fee) filter (where "time" <= $2) as fee_before, sum(fee) as fee
    from spot_trades where account_id = $1 and "time" <= $3 group by symbol, buyer, fee_asset
  ),
  pairs as (select f.*, p.base, p.quote as quote_asset, case when f.buyer then 1 else -1 end as sign
    from fills f join venue_pairs p on p.venue = $4 and p.symbol = f.symbol)
  select 'spot' as part, '' as symbol, base as asset, coalesce(sum(sign * qty_before), 0)::text as before,
    sum(sign * qty)::text as now from pairs group by base
  union all select 'spot', '', quote_asset, coalesce(-sum(sign * quote_before), 0)::text, (-sum(sign * quote))::text
    from pairs group by quote_asset
  union all select 'spot', '', fee_asset, coalesce(-sum(fee_before), 0)::text, (-sum(fee))::text from pairs group by fee_asset
  union all select case when wallet_type = 0 then 'spot' else 'funding' end, '', coin, ${sums('amount', 'inserted_at')}
    from deposits where account_id = $1 and status = any('${CREDITED}'::int[]) group by 1, coin
  union all select case when wallet_type = 0 then 'spot' else 'funding' end, '', coin, ${sums('-amount - transaction_fee', 'applied_at')}
    from withdrawals where account_id = $1 and status <> all('${RETURNED}'::int[]) group by 1, coin
  union all select case when kind = 'TRANSFER' then 'transfer' when kind like '%TRANSFER%' then 'other-transfer' else 'futures' end, '',
    asset, ${sums('amount', '"time"')}
    from futures_income where account_id = $1 and (trade_id is null or "time" <= to_timestamp($6)) group by 1, asset
  union all select from_wallet, '', from_asset, ${sums('-from_amount', '"time"')} from wallet_movements where account_id = $1
    and from_wallet is not null and ${OWN_MOVEMENT} group by 1, 3
  union all select to_wallet, '', to_asset, ${sums('to_amount', '"time"')} from wallet_movements where account_id = $1
    and to_wallet is not null and ${OWN_MOVEMENT} group by 1, 3
  union all select 'realised', symbol, fee_asset, ${sums('realized_pnl', '"time"')}
    from futures_trades where account_id = $1 and not ("time" >= to_timestamp($5) and "time" <= to_timestamp($6)) group by symbol, fee_asset
  union all select 'fee', symbol, fee_asset, ${sums('-fee', '"time"')}
    from futures_trades where account_id = $1 and not ("time" >= to_timestamp($5) and "time" <= to_timestamp($6)) group by symbol,
      fee_asset`;

/** Sums all rows up to `before` and up to `now`. */
export async function readBalanceChanges(
  client: PoolClient,
  { id, venue }: LedgerAccount,
  journal: JournalSpan,
  before: Date,
  now: Date,
): Promise<BalanceChanges> {
  const changes: BalanceChanges = { before: new Map(), now: new Map() };
  const add = (wallet: string, asset: string, { before: first, now: second }: SumRow, sign = 1n) => {
    const key = `${wallet}:${asset}`;
    grow(changes.before, key, sign * scaled(first));
    grow(changes.now, key, sign * scaled(second));
  };
  const { rows } = await client.query<SumRow>({
    name: 'portfolio-moved',
    text: CHANGES,
    values: [id, before, now, venue, secondsOf(journal.from), secondsOf(journal.until)],
  });
  const futures = sharesOneWallet(venue) ? 'spot' : 'futures';
  for (const row of rows) {
    const margin = row.symbol === '' ? null : marginOf(venue, row.symbol);
    if (row.part === 'realised') add(futures, margin ?? row.asset, row);
    else if (row.part === 'fee') add(futures, row.asset || (margin ?? ''), row);
    else if (row.part === 'futures') add(futures, row.asset, row);
    else if (row.part === 'transfer' || row.part === 'other-transfer') {
      add(futures, row.asset, row);
      add(row.part === 'transfer' ? 'spot' : 'funding', row.asset, row, -1n);
    } else add(row.part, row.asset, row);
  }
  return changes;
}

/** Sums the fills of each contract up to `now`. */
export async function readContracts(client: PoolClient, accountId: string, now: Date): Promise<Contracts> {
  const { rows } = await client.query<{ symbol: string; side: string; amount: string }>(
    `select symbol, position_side as side, sum(case when buyer then qty else -qty end)::text as amount from futures_trades
      where account_id = $1 and "time" <= $2 group by symbol, position_side`,
    [accountId, now],
  );
  return new Map(rows.map(({ symbol, side, amount }) => [`${symbol} ${side}`, scaled(amount)]));
}

/** A fill of one contract; decimals as text. */
export interface ContractFill {
  buyer: boolean;
  price: string;
  qty: string;
  profit: string;
}

/** Returns the first 2000 fills of a contract's side, oldest first. */
export async function readContractFills(client: PoolClient, accountId: string, symbol: string, side: string): Promise<ContractFill[]> {
  const { rows } = await client.query<ContractFill>(
    `select buyer, price::text as price, qty::text as qty, realized_pnl::text as profit from futures_trades
     where account_id = $1 and symbol = $2 and position_side = $3 order by "time", length(trade_id), trade_id limit 2000`,
    [accountId, symbol, side],
  );
  return rows;
}

export function grow(holdings: Map<string, bigint>, key: string, amount: bigint): void {
  const sum = (holdings.get(key) ?? 0n) + amount;
  if (sum === 0n) holdings.delete(key);
  else holdings.set(key, sum);
}

/** Converts milliseconds for `to_timestamp`; infinite for an empty span. */
function secondsOf(time: number): number {
  return time / 1000;
}
