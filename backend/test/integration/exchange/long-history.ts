import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';

export const SYMBOLS = ['AAAUUU', 'BBBUUU', 'CCCUUU', 'DDDUUU', 'EEEUUU', 'FFFUUU', 'GGGUUU'];
/** The first fill; three fills share each moment, and 400 moments a day. */
export const BEGIN = Date.UTC(2024, 0, 1);

/** An account of the member in use, with nothing in it. */
export async function addAccount(em: EntityManager, userId: string): Promise<string> {
  const id = randomUUID();
  await em.execute(
    `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state) values (?, ?, 'binance', 'abcd', decode(md5(?),
      'hex'), 'valid')`,
    [id, userId, id],
  );
  return id;
}

/** Fills number `from` to `to`, their counters kept as the sync keeps them. Some are one trade with oneself: same id, both sides. */
export async function addFills(em: EntityManager, accountId: string, from: number, to: number): Promise<void> {
  await em.execute(
    `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, time)
     select ?, (?::text[])[1 + (n % 7 + n / 7) % 7], (n / 2)::text, n % 2 = 0, n::text, n % 3 = 0, 100 + n % 1000, 0.5, n, 0.001, 'BNB',
       ?::timestamptz + (n / 3) * interval '216 seconds'
     from generate_series(?::int, ?::int) n`,
    [accountId, `{${SYMBOLS.join(',')}}`, new Date(BEGIN), from, to],
  );
  await em.execute(
    `insert into sync_cursors (account_id, dataset, symbol, state, row_count) select ?, 'spot_trades', symbol, 'complete', count(*) from
      spot_trades where account_id = ? group by symbol
     on conflict (account_id, dataset, symbol) do update set row_count = excluded.row_count`,
    [accountId, accountId],
  );
}

/** Futures fills whose profit repeats itself, so that its order has ties. */
export async function addFuturesFills(em: EntityManager, accountId: string, count: number): Promise<void> {
  await em.execute(
    `insert into futures_trades (account_id, symbol, trade_id, buyer, order_id, maker, position_side, price, qty, quote_qty, realized_pnl,
      fee, fee_asset, time)
     select ?, (?::text[])[1 + n % 7], n::text, n % 2 = 0, n::text, false, 'BOTH', 100, 1, 100, ((n * 37) % 101 - 50) / 4.0, 0.1, 'USDT',
       ?::timestamptz + n * interval '1 minute' from generate_series(1, ?::int) n`,
    [accountId, `{${SYMBOLS.join(',')}}`, new Date(BEGIN), count],
  );
  await em.execute(
    `insert into sync_cursors (account_id, dataset, symbol, state, row_count) values (?, 'futures_trades', '', 'complete', ?)`,
    [accountId, count],
  );
}
