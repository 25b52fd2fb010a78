import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { addDecimals, NotFound } from '../../common/domain/index.js';
import type { Page, PageOf } from '../../common/http/index.js';
import type { BalanceView, View } from './views.js';

export interface ListWish extends Page {
  /** Newest first by default. */
  order?: 'ASC' | 'DESC';
  /** A symbol or a coin, by the view. */
  only?: string | undefined;
}

export interface WalletView {
  wallets: { name: string; balance: string }[];
  /** The exact sum of the wallets, in USDT. */
  total: string;
  /** When the last whole sync ended; null before the first. */
  syncedAt: Date | null;
  assets: BalanceView[];
}

/** A row of a view together with the account it belongs to; its times are Dates. */
export type ViewRow<R> = R & { accountId: string };

const times = new Set(['time', 'inserted_at', 'applied_at', 'updated_at']);

/** What was read of members' accounts. Always of the account in use today; a member without one has empty lists. */
@Injectable()
export class HistoryReader {
  constructor(private readonly em: EntityManager) {}

  /** One page of a view. Throws NotFound for an unknown user. */
  async list<R>(userId: string, view: View<R>, { offset, limit, order = 'DESC', only }: ListWish): Promise<PageOf<ViewRow<R>>> {
    const accountId = await this.accountOf(userId);
    if (!accountId) return { rows: [], total: 0 };
    const filter = only === undefined ? '' : ` and "${view.filter}" = ?`;
    const values = [accountId, ...(only === undefined ? [] : [only])];
    const columns = Object.entries<string>(view.columns).map(([field, column]) => `"${column}" as "${field}"`);
    const by = view.order.map((column) => `"${column}" ${order}`).join(', ');
    const rows = await this.em.execute<Record<string, unknown>[]>(
      `select ${columns.join(', ')} from "${view.table}" where account_id = ?${filter} order by ${by} limit ? offset ?`,
      [...values, limit, offset],
    );
    const dated = Object.entries<string>(view.columns).flatMap(([field, column]) => (times.has(column) ? [field] : []));
    for (const row of rows) for (const field of dated) row[field] = new Date(row[field] as string);
    const total = rows.length < limit && (rows.length > 0 || offset === 0) ? offset + rows.length : await this.count(view, filter, values);
    return { rows: rows.map((row) => ({ ...row, accountId }) as ViewRow<R>), total };
  }

  /** Throws NotFound for an unknown user. */
  async wallet(userId: string): Promise<WalletView> {
    const accountId = await this.accountOf(userId);
    if (!accountId) return { wallets: [], total: '0', syncedAt: null, assets: [] };
    const [account, wallets, assets] = await Promise.all([
      this.em.execute<{ last_synced_at: string | null }[]>('select last_synced_at from exchange_accounts where id = ?', [accountId]),
      this.em.execute<{ name: string; balance: string }[]>('select name, balance from wallet_balances where account_id = ? order by position', [accountId]),
      this.em.execute<BalanceView[]>('select coin, free, locked, value from asset_balances where account_id = ? order by value desc nulls last, coin', [accountId]),
    ]);
    const synced = account[0]?.last_synced_at;
    return { wallets, total: addDecimals(wallets.map(({ balance }) => balance)), syncedAt: synced ? new Date(synced) : null, assets };
  }

  private async accountOf(userId: string): Promise<string | null> {
    const [row] = await this.em.execute<{ id: string | null }[]>('select a.id from users u left join exchange_accounts a on a.user_id = u.id and a.is_current where u.id = ?', [userId]);
    if (!row) throw new NotFound('user');
    return row.id;
  }

  private async count<R>(view: View<R>, filter: string, values: string[]): Promise<number> {
    if (view.counted) {
      const [kept] = await this.em.execute<{ n: string | null }[]>(`select sum(row_count)::text as n from sync_cursors where account_id = ?${filter} and dataset = ?`, [...values, view.counted]);
      if (kept?.n) return Number(kept.n);
    }
    // Venues that tell all symbols together have no cursor of one symbol.
    const [row] = await this.em.execute<{ n: string }[]>(`select count(*)::text as n from "${view.table}" where account_id = ?${filter}`, values);
    return Number(row?.n ?? 0);
  }
}
