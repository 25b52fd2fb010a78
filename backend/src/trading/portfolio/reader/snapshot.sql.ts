import { PreparedStatement } from '../../../platform/persistence/prepared-statement.js';
import type { BenchmarkDay } from './stored-portfolio.types.js';
import type { HeldCoin, OpenPosition } from './exposure.rules.js';

// Prepared statements of the balances and positions of the last sync.

/** Coins of all listed wallets; a flexible Earn position of Binance (`LDBTC`) counts as its coin. */
export const heldCoins = new PreparedStatement<HeldCoin>(
  'portfolio-held-coins',
  `select case when a.venue = 'binance' and b.coin like 'LD_%'
      and exists (select 1 from venue_pairs p where p.venue = a.venue and (p.base = substr(b.coin, 3) or p.quote = substr(b.coin, 3)))
      and not exists (select 1 from venue_pairs p where p.venue = a.venue and (p.base = b.coin or p.quote = b.coin))
      then substr(b.coin, 3) else b.coin end as coin, (b.free + b.locked)::text as quantity, b.value::text as value
   from asset_balances b join exchange_accounts a on a.id = b.account_id where b.account_id = $1 and b.free + b.locked <> 0
   union all
   select asset, wallet_balance::text, null from futures_assets where account_id = $1 and wallet_balance <> 0
   order by coin`,
);

export const openPositions = new PreparedStatement<OpenPosition>(
  'portfolio-open-positions',
  `select symbol, position_amt::text as amount, mark_price::text as mark, liquidation_price::text as liquidation
   from futures_positions where account_id = $1 and position_amt <> 0 order by symbol, position_side`,
);

export interface WalletSum {
  /** When the exchange reported the balances; null: never. */
  read_at: string | null;
  /** Null: the exchange values no wallet. */
  total: string | null;
  /** Value of the wallets whose coins the exchange does not list. Bybit and OKX list the coins of every wallet. */
  unlisted: string;
  /** Their coins, where the account's own transfers explain all of them; null: they do not. */
  unlisted_coins: HeldCoin[] | null;
}

export const walletSums = new PreparedStatement<WalletSum>(
  'portfolio-wallet-sums',
  `select (select r.steps ->> 'account' from sync_runs r where r.account_id = a.id and r.steps ->> 'account' is not null
      order by r.id desc limit 1) as read_at,
    (select sum(balance)::text from wallet_balances where account_id = a.id) as total,
    coalesce((select sum(balance) from wallet_balances where account_id = a.id and a.venue = 'binance'
      and name not in ('Spot', 'USDⓈ-M Futures')), 0)::text as unlisted,
    (select json_agg(json_build_object('coin', substr(h.key, 9), 'quantity', h.value, 'value', null) order by h.key)
      from portfolio_states s, jsonb_each_text(s.holdings) h
      where s.account_id = a.id and h.key like 'funding:%'
        and not exists (select 1 from jsonb_object_keys(s.opening) o (key) where o.key like 'funding:%')
        and not exists (select 1 from jsonb_array_elements(s.unexplained) u where u ->> 'wallet' = 'funding' and u ->> 'dust' = 'false')
    ) as unlisted_coins
   from exchange_accounts a where a.id = $1`,
);

/** Maximum days of one read: twenty years. */
const MAX_DAYS = 7320;

/** Prices of ETH at the end of each day, of the last day at the last full hour before the reading (`benchmarkInstants`). */
export const benchmarkDays = new PreparedStatement<BenchmarkDay>(
  'portfolio-benchmark-days',
  `select d.day::text as day, c.price::text as "ethPrice"
   from portfolio_days d join exchange_accounts a on a.id = d.account_id join portfolio_states s on s.account_id = d.account_id
   left join market_closes c on c.venue = a.venue and c.market = 'spot' and c.symbol = $4
     and c.at = least((d.day + 1)::timestamp at time zone 'UTC', date_trunc('hour', s.read_at, 'UTC'))
   where d.account_id = $1 and d.day between $2 and $3 order by d.day limit ${MAX_DAYS}`,
);
