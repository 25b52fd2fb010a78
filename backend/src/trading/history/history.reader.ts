import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { addDecimals } from '../../platform/domain/index.js';
import { COUNT_CAP, type Page, type PageOf } from '../../platform/http/index.js';
import { findCurrentAccountId } from '../exchange-accounts/index.js';
import type { View } from './dataset.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import {
  countRows,
  countRowsUpToCap,
  findAnchors,
  findKeptCount,
  findNames,
  findRows,
  placeOf,
  reversed,
  sortColumns,
  type Choice,
  type ListOf,
  type Order,
  type Place,
  type Row,
} from './history.sql.js';
import { ANCHOR_STEP, PageAnchors } from './page-anchors.js';
import { findAssetBalances, findLastSynced, findWalletBalances } from './snapshot.repository.js';
import type { BalanceView } from './tables.js';

export interface ListRequest extends Page, Choice {
  /** Descending by default: newest first. */
  order?: Order;
  /** A sort of the view; its first by default. */
  sort?: string | undefined;
}

export interface WalletView {
  wallets: { name: string; balance: string }[];
  /** The exact sum of the wallets, in USDT. */
  total: string;
  /** When these balances were read; null until the first sync has ended. */
  syncedAt: Date | null;
  assets: BalanceView[];
}

/** A row of a view with its account; times are Dates. */
export type ViewRow<R> = R & { accountId: string };

/** Maximum OFFSET from either end of a list. */
const MAX_OFFSET = 1000;
const MAX_NAMES = 2000;

/** Reads members' histories, always of the current account. Without one, lists are empty. Methods throw NotFound for an unknown user. */
@Injectable()
export class HistoryReader {
  private readonly anchors = new PageAnchors();

  constructor(private readonly em: EntityManager) {}

  /** Returns one page of a view. With a date range, a total beyond COUNT_CAP may be cut to COUNT_CAP + 1. */
  async list<R>(userId: string, view: View<R>, { offset, limit, ...request }: ListRequest): Promise<PageOf<ViewRow<R>>> {
    const list = await this.listOf(userId, view, request);
    if (!list) return { rows: [], total: 0 };
    if (offset > MAX_OFFSET) {
      const total = await this.count(list);
      return { rows: dated(list, await this.deepRows(list, offset, limit, total)), total };
    }
    const rows = await findRows(this.em, list, { limit, offset });
    const revealsTotal = rows.length < limit && (rows.length > 0 || offset === 0);
    return { rows: dated(list, rows), total: revealsTotal ? offset + rows.length : await this.count(list) };
  }

  /** Returns the symbols or coins of a view's rows, sorted. */
  async names<R>(userId: string, view: View<R>): Promise<string[]> {
    const accountId = await findCurrentAccountId(this.em, userId, 'user');
    return accountId ? findNames(this.em, view, accountId, MAX_NAMES) : [];
  }

  /** Yields all rows of a choice in pieces, at the caller's pace; holds no connection in between. */
  async *all<R>(userId: string, view: View<R>, request: Omit<ListRequest, keyof Page>, piece: number): AsyncGenerator<ViewRow<R>[]> {
    const list = await this.listOf(userId, view, request);
    if (!list) return;
    let since: { place: Place; included: boolean } | undefined;
    for (;;) {
      const rows = await findRows(this.em, list, { since, withPlaces: true, limit: piece });
      if (rows.length > 0) yield dated(list, rows);
      if (rows.length < piece) return;
      since = { place: placeOf(rows.at(-1)!, list.by), included: false };
    }
  }

  async wallet(userId: string): Promise<WalletView> {
    const accountId = await findCurrentAccountId(this.em, userId, 'user');
    if (!accountId) return { wallets: [], total: '0', syncedAt: null, assets: [] };
    const [synced, wallets, assets] = await Promise.all([
      findLastSynced(this.em, accountId),
      findWalletBalances(this.em, accountId),
      findAssetBalances(this.em, accountId),
    ]);
    return { wallets, total: addDecimals(wallets.map(({ balance }) => balance)), syncedAt: dateOrNull(synced), assets };
  }

  private async listOf<R>(
    userId: string,
    view: View<R>,
    { order = 'DESC', sort, ...choice }: Omit<ListRequest, keyof Page>,
  ): Promise<ListOf<R> | null> {
    const accountId = await findCurrentAccountId(this.em, userId, 'user');
    return accountId === null ? null : { accountId, view, by: sortColumns(view, sort), order, choice };
  }

  /** Reads rows deep in a list: from its end if that is nearer, otherwise from the anchor before them. */
  private async deepRows<R>(list: ListOf<R>, offset: number, limit: number, total: number): Promise<Row[]> {
    const isCapped = isRange(list.choice) && total > COUNT_CAP;
    if (isCapped) return findRows(this.em, list, { limit, offset });
    const wanted = Math.min(limit, total - offset);
    if (wanted <= 0) return [];
    const behind = total - offset - wanted;
    const fromEnd = async () =>
      (await findRows(this.em, { ...list, order: reversed(list.order) }, { limit: wanted, offset: behind })).reverse();
    if (behind <= MAX_OFFSET) return fromEnd();
    if (list.view.counted && !isRange(list.choice)) {
      const rows = await this.anchoredRows(list, list.order === 'ASC' ? offset : behind, wanted, total);
      if (rows) return list.order === 'ASC' ? rows : rows.reverse();
    }
    return behind < offset ? fromEnd() : findRows(this.em, list, { limit: wanted, offset });
  }

  /** Returns rows in ascending order; null if the anchors are stale, which are then rebuilt by the next call. */
  private async anchoredRows<R>(list: ListOf<R>, first: number, wanted: number, total: number): Promise<Row[] | null> {
    const key = [list.accountId, list.view.table, list.by[0], list.choice.only ?? ''].join('\n');
    const anchors = await this.anchors.of(key, total, () => findAnchors(this.em, list, ANCHOR_STEP));
    const place = anchors[Math.floor(first / ANCHOR_STEP)];
    const range = { limit: wanted, offset: first % ANCHOR_STEP };
    const rows = place ? await findRows(this.em, { ...list, order: 'ASC' }, { since: { place, included: true }, ...range }) : [];
    if (rows.length === wanted) return rows;
    this.anchors.forget(key);
    return null;
  }

  private async count<R>(list: ListOf<R>): Promise<number> {
    if (isRange(list.choice)) return countRowsUpToCap(this.em, list);
    // Venues that list all symbols together have no cursor per symbol.
    const kept = list.view.counted ? await findKeptCount(this.em, list) : null;
    return kept ?? countRows(this.em, list);
  }
}

const isRange = ({ from, until }: Choice) => from !== undefined || until !== undefined;

function dated<R>({ view, accountId }: ListOf<R>, rows: Row[]): ViewRow<R>[] {
  for (const row of rows) for (const field of view.times) row[field] = new Date(row[field] as string);
  return rows.map((row) => ({ ...row, accountId }) as ViewRow<R>);
}
