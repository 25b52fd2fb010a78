import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { type MovementKind, CREDITED_DEPOSITS, RETURNED_WITHDRAWALS, venueRules } from '../venues/index.js';
import type { AssetLine, Subject } from './reconciliation.types.js';

/** Movements this close to the reading may be in the balance and not in the rows, or the other way round. */
const NEAR_MS = 15_000;
/** The same for deposits and withdrawals, which are dated by their beginning. */
const CAPITAL_NEAR_MS = 3_600_000;

/** Whether a row of the futures journal `i` and one of the transfer history `m` are the same transfer. */
const SAME_TRANSFER = sql`i.asset = m.from_asset and i.amount = case m.to_wallet when 'futures' then m.to_amount else -m.from_amount end
          and (i.tran_id = m.id or i."time" between m."time" - interval '1 minute' and m."time" + interval '1 minute')`;

interface SpotRow {
  asset: string;
  moving: boolean;
  buys: string;
  sells: string;
  fees: string;
  deposits: string;
  withdrawals: string;
  transfers: string;
  converts: string;
  dust: string;
  dividends: string;
  earn: string;
  funding_wallet: string;
  reported: string;
  expected: string;
  residual: string;
  price: string | null;
}

export interface SpotLine extends AssetLine {
  kind: 'spot';
  /** Something of it moved around the reading or is not final. */
  moving: boolean;
  /** USDT price, from the value of the balance; null if that is unknown. */
  price: string | null;
}

/**
 * Returns every coin that the account's spot wallet ever moved or holds, with its expected balance at the reading. `isRead`: whether a list
 * of wallet movements was ever read; sums of unread lists are null. Passes once over each table; amounts stay PostgreSQL's exact decimals.
 */
export async function readSpotLines(
  em: EntityManager,
  { accountId, venue, readAt }: Subject,
  isRead: (kind: MovementKind) => boolean,
): Promise<SpotLine[]> {
  const near = new Date(readAt.getTime() - NEAR_MS);
  const settled = new Date(readAt.getTime() - CAPITAL_NEAR_MS);
  const { rows } = await sql<SpotRow>`with fills as (
    select symbol, buyer, fee_asset,
      coalesce(sum(qty) filter (where "time" <= ${readAt}), 0) as qty,
      coalesce(sum(quote_qty) filter (where "time" <= ${readAt}), 0) as quote_qty,
      coalesce(sum(fee) filter (where "time" <= ${readAt}), 0) as fee,
      max("time") > ${near} as moving
    from spot_trades where account_id = ${accountId} group by symbol, buyer, fee_asset
  ),
  pairs as (select f.*, p.base, p.quote from fills f join venue_pairs p on p.venue = ${venue} and p.symbol = f.symbol),
  transfers as (select * from wallet_movements where account_id = ${accountId} and kind = 'transfer'),
  journal as (select coalesce((select covered from sync_cursors where account_id = ${accountId} and dataset = 'futures_income'
    and symbol = ''), '{}') as covered),
  -- The futures journal and the transfer history list the same transfers. Where the journal is read, it counts.
  counted as (
    select m.* from transfers m cross join journal j
      where 'spot' not in (m.from_wallet, m.to_wallet) or 'futures' not in (m.from_wallet, m.to_wallet) or not (
        m."time" <@ j.covered or exists (select 1 from futures_income i where i.account_id = ${accountId} and i.kind = 'TRANSFER'
          and ${SAME_TRANSFER})
      )
    union all select * from wallet_movements where account_id = ${accountId} and kind <> 'transfer'
  ),
  sides as (
    select to_asset as asset, case to_wallet when 'spot' then kind else to_wallet end as part, to_amount as amount, "time"
      from counted where to_asset is not null
    union all select from_asset, case from_wallet when 'spot' then kind else from_wallet end, -from_amount, "time" from counted
      where from_asset is not null
  ),
  moved(asset, part, amount, moving) as (
    select base, case when buyer then 'buys' else 'sells' end, case when buyer then qty else -qty end, moving from pairs
    union all select quote, case when buyer then 'sells' else 'buys' end, case when buyer then -quote_qty else quote_qty end, moving
      from pairs
    union all select fee_asset, 'fees', -fee, moving from pairs
    union all select coin, case when wallet_type = 0 then 'deposits' else 'funding' end, case
      when status = any(${CREDITED_DEPOSITS}::int[]) then amount else 0 end, not final or inserted_at > ${settled}
      from deposits where account_id = ${accountId} and inserted_at <= ${readAt}
    union all select coin, case when wallet_type = 0 then 'withdrawals' else 'funding' end, -amount, not final or applied_at > ${settled}
      from withdrawals where account_id = ${accountId} and applied_at <= ${readAt} and status <> all(${RETURNED_WITHDRAWALS}::int[])
    union all select coin, case when wallet_type = 0 then 'fees' else 'funding' end, -transaction_fee, false
      from withdrawals where account_id = ${accountId} and applied_at <= ${readAt} and status <> all(${RETURNED_WITHDRAWALS}::int[])
    union all select i.asset, 'transfers', case when i."time" <= ${readAt} then -i.amount else 0 end, i."time" > ${near}
      from futures_income i where i.account_id = ${accountId} and i.kind = 'TRANSFER'
        and not exists (select 1 from transfers m where 'spot' not in (m.from_wallet, m.to_wallet) and ${SAME_TRANSFER})
    union all select asset, part, case when "time" <= ${readAt} then amount else 0 end, "time" > ${near} from sides
    union all select coin, 'reported', free + locked, false from asset_balances where account_id = ${accountId}
    -- A flexible Earn position is shown as a spot coin of its own, LD and the coin's name, one for one.
    union all select e.asset, 'earn', e.amount, false from asset_balances b
      cross join lateral (values (b.coin, b.free + b.locked), (substr(b.coin, 3), -(b.free + b.locked))) as e(asset, amount)
      where b.account_id = ${accountId} and b.coin like 'LD_%'
        and exists (select 1 from venue_pairs p where p.venue = ${venue} and (p.base = substr(b.coin, 3) or p.quote = substr(b.coin, 3)))
        and not exists (select 1 from venue_pairs p where p.venue = ${venue} and (p.base = b.coin or p.quote = b.coin))
  ),
  lines as (
    select asset, bool_or(moving) as moving,
      coalesce(sum(amount) filter (where part = 'buys'), 0) as buys,
      coalesce(sum(amount) filter (where part = 'sells'), 0) as sells,
      coalesce(sum(amount) filter (where part = 'fees'), 0) as fees,
      coalesce(sum(amount) filter (where part = 'deposits'), 0) as deposits,
      coalesce(sum(amount) filter (where part = 'withdrawals'), 0) as withdrawals,
      coalesce(sum(amount) filter (where part in ('transfers', 'transfer')), 0) as transfers,
      coalesce(sum(amount) filter (where part = 'convert'), 0) as converts,
      coalesce(sum(amount) filter (where part = 'dust'), 0) as dust,
      coalesce(sum(amount) filter (where part = 'dividend'), 0) as dividends,
      coalesce(sum(amount) filter (where part = 'earn'), 0) as earn,
      coalesce(sum(amount) filter (where part = 'funding'), 0) as funding_wallet,
      coalesce(sum(amount) filter (where part = 'reported'), 0) as reported,
      coalesce(sum(amount) filter (where part not in ('reported', 'funding', 'futures')), 0) as expected
    from moved where part <> 'futures' group by asset having bool_or(amount <> 0)
  )
  select l.asset, l.moving,
    trim_scale(l.buys)::text as buys, trim_scale(l.sells)::text as sells, trim_scale(l.fees)::text as fees,
      trim_scale(l.deposits)::text as deposits,
    trim_scale(l.withdrawals)::text as withdrawals, trim_scale(l.transfers)::text as transfers,
    trim_scale(l.converts)::text as converts, trim_scale(l.dust)::text as dust, trim_scale(l.dividends)::text as dividends,
      trim_scale(l.earn)::text as earn,
    trim_scale(l.funding_wallet)::text as funding_wallet, trim_scale(l.reported)::text as reported,
      trim_scale(l.expected)::text as expected,
    trim_scale(l.reported - l.expected)::text as residual, (b.value / nullif(b.free + b.locked, 0))::text as price
  from lines l left join asset_balances b on b.account_id = ${accountId} and b.coin = l.asset order by l.asset`.execute(db(em));
  const isCountable = venueRules[venue].untold === null;
  return rows.map(({ funding_wallet: fundingWallet, expected, residual, ...row }) => ({
    ...row,
    kind: 'spot',
    opening: isCountable ? '0' : null,
    converts: isRead('convert') ? row.converts : null,
    dust: isRead('dust') ? row.dust : null,
    dividends: isRead('dividend') ? row.dividends : null,
    realizedPnl: '0',
    funding: '0',
    other: '0',
    expected: isCountable ? expected : null,
    residual: isCountable ? residual : null,
    fundingWallet,
    income: {},
    openingAt: null,
    checkedSince: null,
  }));
}
