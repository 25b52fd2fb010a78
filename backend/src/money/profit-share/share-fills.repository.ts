import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { lastSynced } from '../../trading/exchange-accounts/index.js';
import type { Market, Venue } from '../../trading/venues/index.js';

export interface ShareAccount {
  id: string;
  venue: Venue;
  isCurrent: boolean;
  /** Null: not completely, so far. */
  lastSyncedAt: Date | null;
}

/** A trade as the exchange told it; decimals. */
export interface StoredFill {
  account: ShareAccount;
  market: Market;
  base: string;
  quote: string;
  /** The exchange's name of the pair. */
  symbol: string;
  tradeId: string;
  at: Date;
  side: 'buy' | 'sell';
  price: string;
  qty: string;
  fee: string;
  feeAsset: string;
}

/** Trades of one account on one market, from a time on. */
export interface FillScope {
  account: ShareAccount;
  market: Market;
  base: string;
  quote: string;
  symbol: string;
  from: Date;
}

/** Trades of one read. */
const PAGE = 5_000;

/** Reads the trades of members' accounts. */
@Injectable()
export class ShareFillsRepository {
  /** Returns all accounts that the member had: a trade stays the member's when the key is replaced. */
  async findAccounts(em: EntityManager, userId: string): Promise<ShareAccount[]> {
    const rows = await db(em)
      .selectFrom('exchange_accounts as a')
      .select(['a.id', 'a.venue', 'a.is_current as isCurrent', lastSynced.as('lastSyncedAt')])
      .where('a.user_id', '=', userId)
      .orderBy('a.created_at')
      .orderBy('a.id')
      .execute();
    return rows.map(({ lastSyncedAt, ...account }) => ({ ...account, lastSyncedAt: dateOrNull(lastSyncedAt) }));
  }

  /** Yields trades in the order of their times, page by page. */
  async *stream(em: EntityManager, { from, ...scope }: FillScope): AsyncGenerator<StoredFill, void> {
    const { account, market, symbol } = scope;
    // Both tables have these columns, and an index in this order.
    const table = (market === 'spot' ? 'spot_trades' : 'futures_trades') as 'spot_trades';
    let after: { time: string; trade_id: string; buyer: boolean } | undefined;
    do {
      const last = after;
      const rows = await db(em)
        .selectFrom(table)
        .select(['time', 'trade_id', 'buyer', 'price', 'qty', 'fee', 'fee_asset'])
        .where('account_id', '=', account.id)
        .where('symbol', '=', symbol)
        .where('time', '>=', from.toISOString())
        .$if(last !== undefined, (query) =>
          query.where((where) =>
            where(where.refTuple('time', 'trade_id', 'buyer'), '>', where.tuple(last!.time, last!.trade_id, last!.buyer)),
          ),
        )
        .orderBy('time')
        .orderBy('trade_id')
        .orderBy('buyer')
        .limit(PAGE)
        .execute();
      for (const { time, trade_id, buyer, price, qty, fee, fee_asset } of rows)
        yield {
          ...scope,
          tradeId: trade_id,
          at: new Date(time),
          side: buyer ? 'buy' : 'sell',
          price,
          qty,
          fee,
          feeAsset: fee_asset,
        };
      after = rows.length < PAGE ? undefined : rows.at(-1);
    } while (after !== undefined);
  }
}
