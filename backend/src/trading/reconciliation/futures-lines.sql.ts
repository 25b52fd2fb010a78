import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { AssetLine, Subject } from './reconciliation.types.js';

/** Movements this close to the reading may be in the wallet and not in the journal, or the other way round. */
const NEAR_MS = 15_000;

interface FuturesRow {
  asset: string;
  moving: boolean;
  checked: boolean;
  opening_at: string | null;
  checked_since: string | null;
  income: { [kind: string]: string };
  opening: string;
  earlier: string;
  realized_pnl: string;
  fees: string;
  funding: string;
  transfers: string;
  converts: string;
  other: string;
  expected: string;
  reported: string;
  residual: string;
  fills_pnl: string;
  fills_fees: string;
}

export interface FuturesLine extends AssetLine {
  kind: 'futures';
  moving: boolean;
  /** The opening was derived by this reconciliation, which therefore balances by construction. */
  derived: boolean;
  /** Net amount of listed transfers into the wallet before its journal begins: part of the opening. */
  transfersBefore: string;
  /** Realised profit and commission of the stored fills of the same time. */
  ofFills: { realizedPnl: string; fees: string };
}

/**
 * Compares each asset of the futures wallet with its journal, which must be read up to the reading and is available from `horizon` on. The
 * opening is what the journal does not explain at the first reconciliation. It is kept: later changes must be rows of the journal, so that
 * a missing one stays visible. Assets that appear later open at 0.
 */
export async function readFuturesLines(em: EntityManager, { accountId, readAt }: Subject, horizon: Date | null): Promise<FuturesLine[]> {
  const near = new Date(readAt.getTime() - NEAR_MS);
  const { rows } = await sql<FuturesRow>`with opened as (
    select asset, opening, opening_at, checked_since from reconciliations where account_id = ${accountId} and kind = 'futures'
      and opening is not null
  ),
  baseline as (select min(opening_at) as opening_at, min(checked_since) as checked_since, count(*) > 0 as made from opened),
  beginning as (select coalesce(opening_at, ${horizon}::timestamptz, '-infinity') as at from baseline),
  journal as (
    select i.asset, i.kind, coalesce(sum(i.amount) filter (where i."time" <= ${readAt}), 0) as amount, bool_or(i."time" > ${near}) as moving
    from futures_income i left join opened o on o.asset = i.asset
    where i.account_id = ${accountId} and i."time" >= coalesce(o.opening_at, (select at from beginning))
    group by i.asset, i.kind
  ),
  sums as (
    select asset, bool_or(moving) as moving,
      coalesce(sum(amount) filter (where kind = 'REALIZED_PNL'), 0) as realized_pnl,
      coalesce(sum(amount) filter (where kind = 'COMMISSION'), 0) as fees,
      coalesce(sum(amount) filter (where kind = 'FUNDING_FEE'), 0) as funding,
      coalesce(sum(amount) filter (where kind like '%TRANSFER%'), 0) as transfers,
      coalesce(sum(amount) filter (where kind like 'COIN_SWAP%' or kind = 'AUTO_EXCHANGE'), 0) as converts,
      coalesce(sum(amount) filter (where kind not in ('REALIZED_PNL', 'COMMISSION', 'FUNDING_FEE', 'AUTO_EXCHANGE')
        and kind not like '%TRANSFER%' and kind not like 'COIN_SWAP%'), 0) as other,
      sum(amount) as total, jsonb_object_agg(kind, trim_scale(amount)::text) filter (where amount <> 0) as income
    from journal group by asset
  ),
  wallets as (select asset, wallet_balance, updated_at > ${near} as moving from futures_assets where account_id = ${accountId}),
  assets as (select asset from wallets where wallet_balance <> 0 union select asset from sums union select asset from opened),
  fills as (
    select symbol, fee_asset, sum(realized_pnl) as realized_pnl, sum(fee) as fee from futures_trades
    where account_id = ${accountId} and "time" >= (select at from beginning) and "time" <= ${readAt} group by symbol, fee_asset
  ),
  margined as (
    -- A contract pays in the asset that its name ends in; delivery contracts carry their day behind it.
    select (select a.asset from assets a where split_part(f.symbol, '_', 1) like '_%' || a.asset
      order by length(a.asset) desc limit 1) as asset, f.realized_pnl from fills f
  ),
  told as (
    select asset, coalesce(sum(realized_pnl), 0) as realized_pnl, coalesce(-sum(fee), 0) as fees
    from (select asset, realized_pnl, null::numeric as fee from margined union all select fee_asset, null, fee from fills) x group by asset
  ),
  earlier as (
    -- Transfers that are listed from before the journal begins: the opening holds them.
    select asset, sum(amount) as amount from (
      select to_asset as asset, to_amount as amount, "time" from wallet_movements where account_id = ${accountId} and kind = 'transfer'
        and to_wallet = 'futures'
      union all select from_asset, -from_amount, "time" from wallet_movements where account_id = ${accountId} and kind = 'transfer'
        and from_wallet = 'futures'
    ) m where "time" < (select at from beginning) group by asset
  ),
  lines as (
    select a.asset, coalesce(e.amount, 0) as earlier, coalesce(w.wallet_balance, 0) as reported, coalesce(s.total, 0) as total,
      case when o.asset is not null then o.opening when b.made then 0
        else greatest(coalesce(w.wallet_balance, 0) - coalesce(s.total, 0), 0) end as opening,
      coalesce(o.opening_at, b.opening_at, ${horizon}::timestamptz) as opening_at,
      case when o.asset is not null then o.checked_since when b.made then b.checked_since end as checked_since,
      o.asset is not null or b.made as checked, coalesce(s.moving, false) or coalesce(w.moving, false) as moving,
      coalesce(s.realized_pnl, 0) as realized_pnl, coalesce(s.fees, 0) as fees, coalesce(s.funding, 0) as funding,
        coalesce(s.transfers, 0) as transfers,
      coalesce(s.converts, 0) as converts, coalesce(s.other, 0) as other, coalesce(s.income, '{}') as income,
      coalesce(t.realized_pnl, 0) as fills_pnl, coalesce(t.fees, 0) as fills_fees
    from assets a cross join baseline b left join wallets w on w.asset = a.asset left join sums s on s.asset = a.asset
      left join opened o on o.asset = a.asset left join told t on t.asset = a.asset
      left join earlier e on e.asset = a.asset
  )
  select asset, moving, checked, opening_at, checked_since, income, trim_scale(opening)::text as opening,
    trim_scale(earlier)::text as earlier, trim_scale(realized_pnl)::text as realized_pnl, trim_scale(fees)::text as fees,
    trim_scale(funding)::text as funding, trim_scale(transfers)::text as transfers, trim_scale(converts)::text as converts,
      trim_scale(other)::text as other,
    trim_scale(opening + total)::text as expected, trim_scale(reported)::text as reported,
      trim_scale(reported - opening - total)::text as residual,
    trim_scale(fills_pnl)::text as fills_pnl, trim_scale(fills_fees)::text as fills_fees
  from lines order by asset`.execute(db(em));
  return rows.map((row) => {
    const openingAt = dateOrNull(row.opening_at);
    // A wallet fully explained by its journal is checked from the journal's beginning.
    const checkedSince = row.checked ? dateOrNull(row.checked_since) : row.opening === '0' ? openingAt : readAt;
    return {
      kind: 'futures',
      asset: row.asset,
      opening: row.opening,
      buys: '0',
      sells: '0',
      fees: row.fees,
      deposits: '0',
      withdrawals: '0',
      transfers: row.transfers,
      converts: row.converts,
      dust: '0',
      dividends: '0',
      earn: '0',
      realizedPnl: row.realized_pnl,
      funding: row.funding,
      other: row.other,
      expected: row.expected,
      reported: row.reported,
      residual: row.residual,
      fundingWallet: '0',
      income: row.income,
      openingAt,
      checkedSince,
      moving: row.moving,
      transfersBefore: row.earlier,
      derived: row.opening !== '0' && checkedSince?.getTime() === readAt.getTime(),
      ofFills: { realizedPnl: row.fills_pnl, fees: row.fills_fees },
    };
  });
}
