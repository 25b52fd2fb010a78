import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { addDecimals, NotFound } from '../../common/domain/index.js';
import type { Page, PageOf } from '../../common/http/index.js';
import { COUNT_CAP, countUpToCap, type Conditions } from '../../common/persistence/list-reader.js';
import {
  chosen,
  placeOf,
  reversed,
  selectAnchors,
  selectRows,
  sortColumns,
  type Choice,
  type Order,
  type Place,
  type Statement,
} from './history-sql.js';
import { lastSyncedSql } from '../accounts/last-synced.sql.js';
import { ANCHOR_STEP, PageAnchors } from './page-anchors.js';
import type { BalanceView, View } from './views.js';

export interface ListWish extends Page, Choice {
  /** Descending by default: newest first. */
  order?: Order;
  /** A sort of the view; its first by default. */
  sort?: string | undefined;
}

export interface WalletView {
  wallets: { name: string; balance: string }[];
  /** The exact sum of the wallets, in USDT. */
  total: string;
  /** When the last whole sync ended; null before the first. */
  /** When these balances were read; null until the first sync has ended. */
  syncedAt: Date | null;
  assets: BalanceView[];
}

/** A row of a view together with the account it belongs to; its times are Dates. */
export type ViewRow<R> = R & { accountId: string };

type Row = Record<string, unknown>;

const times = new Set(['time', 'inserted_at', 'applied_at', 'updated_at']);
/** So many rows are passed over one by one, from either end of a list. */
const NEAR = 1000;
/** How many names are listed for a filter. */
const MAX_NAMES = 2000;

interface ListOf<R> {
  accountId: string;
  view: View<R>;
  by: readonly string[];
  order: Order;
  where: Conditions;
  choice: Choice;
}

/** What was read of members' accounts. Always of the account in use today; a member without one has empty lists. */
@Injectable()
export class HistoryReader {
  private readonly anchors = new PageAnchors();

  constructor(private readonly em: EntityManager) {}

  /** One page of a view. A total beyond COUNT_CAP may be cut to COUNT_CAP + 1 where a range of days is asked for. Throws NotFound for an unknown user. */
  async list<R>(userId: string, view: View<R>, { offset, limit, order = 'DESC', sort, ...choice }: ListWish): Promise<PageOf<ViewRow<R>>> {
    const accountId = await this.accountOf(userId);
    if (!accountId) return { rows: [], total: 0 };
    const list: ListOf<R> = { accountId, view, by: sortColumns(view, sort), order, where: chosen(view, accountId, choice), choice };
    if (offset > NEAR) {
      const total = await this.count(list);
      return { rows: dated(list, await this.deepRows(list, offset, limit, total)), total };
    }
    const rows = await this.read(selectRows({ ...list, limit, offset }));
    const whole = rows.length < limit && (rows.length > 0 || offset === 0);
    return { rows: dated(list, rows), total: whole ? offset + rows.length : await this.count(list) };
  }

  /** The symbols or coins that the rows of a view are about, by alphabet. Throws NotFound for an unknown user. */
  async names<R>(userId: string, view: View<R>): Promise<string[]> {
    const accountId = await this.accountOf(userId);
    if (!accountId) return [];
    const next = (behind: string) =>
      `(select "${view.filter}" from "${view.table}" where account_id = ?${behind} order by "${view.filter}" limit 1)`;
    // From one name to the next by the index, however many rows each has.
    const rows = await this.read({
      text: `with recursive names(name) as (select ${next('')} union all select ${next(` and "${view.filter}" > names.name`)} from names where names.name is not null)
        select name from names where name is not null limit ${MAX_NAMES}`,
      values: [accountId, accountId],
    });
    return rows.map(({ name }) => name as string);
  }

  /** Every row of a choice, in pieces: whoever takes them decides the pace, and no connection is held meanwhile. Throws NotFound for an unknown user. */
  async *all<R>(
    userId: string,
    view: View<R>,
    { order = 'DESC', sort, ...choice }: Omit<ListWish, keyof Page>,
    piece: number,
  ): AsyncGenerator<ViewRow<R>[]> {
    const accountId = await this.accountOf(userId);
    if (!accountId) return;
    const list: ListOf<R> = { accountId, view, by: sortColumns(view, sort), order, where: chosen(view, accountId, choice), choice };
    let since: { place: Place; included: boolean } | undefined;
    for (;;) {
      const rows = await this.read(selectRows({ ...list, since, withPlaces: true, limit: piece }));
      if (rows.length > 0) yield dated(list, rows);
      if (rows.length < piece) return;
      since = { place: placeOf(rows.at(-1)!, list.by), included: false };
    }
  }

  /** Throws NotFound for an unknown user. */
  async wallet(userId: string): Promise<WalletView> {
    const accountId = await this.accountOf(userId);
    if (!accountId) return { wallets: [], total: '0', syncedAt: null, assets: [] };
    const [account, wallets, assets] = await Promise.all([
      this.em.execute<{ last_synced_at: string | null }[]>(
        `select ${lastSyncedSql} as last_synced_at from exchange_accounts a where id = ?`,
        [accountId],
      ),
      this.em.execute<{ name: string; balance: string }[]>(
        'select name, balance from wallet_balances where account_id = ? order by position',
        [accountId],
      ),
      this.em.execute<BalanceView[]>(
        'select coin, free, locked, value from asset_balances where account_id = ? order by value desc nulls last, coin',
        [accountId],
      ),
    ]);
    const synced = account[0]?.last_synced_at;
    return { wallets, total: addDecimals(wallets.map(({ balance }) => balance)), syncedAt: synced ? new Date(synced) : null, assets };
  }

  private async accountOf(userId: string): Promise<string | null> {
    const [row] = await this.em.execute<{ id: string | null }[]>(
      'select a.id from users u left join exchange_accounts a on a.user_id = u.id and a.is_current where u.id = ?',
      [userId],
    );
    if (!row) throw new NotFound('user');
    return row.id;
  }

  /** Rows far from the beginning of a list: from its end where that is nearer, else from the anchor before them. */
  private async deepRows<R>(list: ListOf<R>, offset: number, limit: number, total: number): Promise<Row[]> {
    const cut = isRange(list.choice) && total > COUNT_CAP;
    if (cut) return this.read(selectRows({ ...list, limit, offset }));
    const wanted = Math.min(limit, total - offset);
    if (wanted <= 0) return [];
    const behind = total - offset - wanted;
    const fromEnd = async () =>
      (await this.read(selectRows({ ...list, order: reversed(list.order), limit: wanted, offset: behind }))).reverse();
    if (behind <= NEAR) return fromEnd();
    if (list.view.counted && !isRange(list.choice)) {
      const rows = await this.anchoredRows(list, list.order === 'ASC' ? offset : behind, wanted, total);
      if (rows) return list.order === 'ASC' ? rows : rows.reverse();
    }
    return behind < offset ? fromEnd() : this.read(selectRows({ ...list, limit: wanted, offset }));
  }

  /** Rows in ascending order; null where the anchors do not fit the rows, which then are made anew the next time. */
  private async anchoredRows<R>(list: ListOf<R>, first: number, wanted: number, total: number): Promise<Row[] | null> {
    const { view, by, where, accountId, choice } = list;
    const key = [accountId, view.table, by[0], choice.only ?? ''].join('\n');
    const anchors = await this.anchors.of(key, total, async () =>
      (await this.read(selectAnchors(view, where, by, ANCHOR_STEP))).map((row) => placeOf(row, by)),
    );
    const place = anchors[Math.floor(first / ANCHOR_STEP)];
    const rows = place
      ? await this.read(
          selectRows({ view, where, by, order: 'ASC', since: { place, included: true }, limit: wanted, offset: first % ANCHOR_STEP }),
        )
      : [];
    if (rows.length === wanted) return rows;
    this.anchors.forget(key);
    return null;
  }

  private async count<R>({ view, where, choice, accountId }: ListOf<R>): Promise<number> {
    if (isRange(choice)) return countUpToCap(this.em, `"${view.table}"`, where);
    if (view.counted) {
      const [kept] = await this.em.execute<{ n: string | null }[]>(
        `select sum(row_count)::text as n from sync_cursors where account_id = ?${choice.only === undefined ? '' : ` and symbol = ?`} and dataset = ?`,
        [accountId, ...(choice.only === undefined ? [] : [choice.only]), view.counted],
      );
      if (kept?.n) return Number(kept.n);
    }
    // Venues that tell all symbols together have no cursor of one symbol.
    const [row] = await this.em.execute<{ n: string }[]>(
      `select count(*)::text as n from "${view.table}" where ${where.text}`,
      where.values,
    );
    return Number(row?.n ?? 0);
  }

  private read({ text, values }: Statement): Promise<Row[]> {
    return this.em.getConnection().execute<Row[]>(text, values);
  }
}

const isRange = ({ from, until }: Choice) => from !== undefined || until !== undefined;

function dated<R>({ view, accountId }: ListOf<R>, rows: Row[]): ViewRow<R>[] {
  const fields = Object.entries<string>(view.columns).flatMap(([field, column]) => (times.has(column) ? [field] : []));
  for (const row of rows) for (const field of fields) row[field] = new Date(row[field] as string);
  return rows.map((row) => ({ ...row, accountId }) as ViewRow<R>);
}
