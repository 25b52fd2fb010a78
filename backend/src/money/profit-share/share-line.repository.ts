import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { jsonb } from '../../platform/persistence/jsonb.js';
import type { Market } from '../../trading/venues/index.js';
import type { LineState } from './share-result.entities.js';
import { disputeColumns, toDispute, type StoredDispute } from './share-disputes.repository.js';
import type { ShareTrade } from './share-trade.mapper.js';
import { upsertChanged } from './upsert-changed.query.js';

/** A line, ready to be shown; decimals. */
export interface StoredLine {
  signalId: string;
  symbol: string;
  market: Market;
  side: 'long' | 'short';
  entryTrade: ShareTrade;
  exitTrade: ShareTrade;
  qty: string;
  gross: string;
  /** Null: a fee is not known. */
  fees: string | null;
  profit: string | null;
  state: LineState;
}

/** What a member closed of one signal; decimals. */
export interface ClosedSum {
  qty: string;
  /** Average, rounded to twelve decimals. */
  exitPrice: string;
  /** After fees. Null: a fee is not known. */
  profit: string | null;
  /** The last exit. */
  closedAt: Date;
}

/** Lines written in one statement. */
const BATCH = 1_000;

/** Computed lines of members. */
@Injectable()
export class ShareLineRepository {
  /** Replaces the lines of a member, which are in the order of their exits. */
  async store(tx: EntityManager, userId: string, lines: readonly StoredLine[]): Promise<void> {
    for (let first = 0; first < lines.length; first += BATCH) {
      await upsertChanged(
        tx,
        'share_lines',
        lines.slice(first, first + BATCH).map((line, n) => ({
          user_id: userId,
          position: first + n + 1,
          signal_id: line.signalId,
          symbol: line.symbol,
          market: line.market,
          side: line.side,
          entry: line.entryTrade.id,
          exit: line.exitTrade.id,
          entry_trade: jsonb(line.entryTrade),
          exit_trade: jsonb(line.exitTrade),
          closed_at: new Date(line.exitTrade.at),
          qty: line.qty,
          gross: line.gross,
          fees: line.fees,
          profit: line.profit,
          state: line.state,
        })),
        ['user_id', 'position'],
      );
    }
    await db(tx).deleteFrom('share_lines').where('user_id', '=', userId).where('position', '>', lines.length).execute();
  }

  async countOf(em: EntityManager, userId: string): Promise<Record<LineState, number>> {
    const rows = await db(em)
      .selectFrom('share_lines')
      .select(['state', sql<number>`count(*)::int`.as('count')])
      .where('user_id', '=', userId)
      .groupBy('state')
      .execute();
    return { charged: 0, frozen: 0, dropped: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
  }

  /** Returns a page of a member's lines with their disputes, newest first, and the number of lines. */
  async findPage(
    em: EntityManager,
    userId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ rows: (StoredLine & { dispute: StoredDispute | null })[]; total: number }> {
    const rows = await db(em)
      .selectFrom('share_lines as l')
      .select(lineColumns)
      .where('l.user_id', '=', userId)
      .orderBy('l.position', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await db(em)
      .selectFrom('share_lines')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const disputes = await this.disputesOf(
      em,
      userId,
      rows.map(({ entry }) => entry),
    );
    const disputeOf = ({ entry, exit }: { entry: string; exit: string }) =>
      disputes.find((one) => one.entry === entry && one.exit === exit) ?? null;
    return { rows: rows.map((row) => ({ ...toLine(row), dispute: disputeOf(row) })), total };
  }

  /** Sums a member's lines of one signal. Null: nothing was closed. */
  async sumOfSignal(em: EntityManager, userId: string, signalId: string): Promise<ClosedSum | null> {
    const row = await db(em)
      .selectFrom('share_lines')
      .select([
        sql<string | null>`sum(qty)::text`.as('qty'),
        sql<string | null>`round(sum((exit_trade ->> 'price')::numeric * qty) / nullif(sum(qty), 0), 12)::text`.as('exitPrice'),
        sql<string | null>`case when count(*) = count(profit) then sum(profit)::text end`.as('profit'),
        sql<string | null>`max(closed_at)`.as('closedAt'),
      ])
      .where('user_id', '=', userId)
      .where('signal_id', '=', signalId)
      .executeTakeFirstOrThrow();
    const { qty, exitPrice, profit, closedAt } = row;
    return qty === null || exitPrice === null || closedAt === null ? null : { qty, exitPrice, profit, closedAt: new Date(closedAt) };
  }

  /** Returns one line by the ids of its trades. */
  async find(em: EntityManager, userId: string, { entry, exit }: { entry: string; exit: string }): Promise<StoredLine | null> {
    const row = await db(em)
      .selectFrom('share_lines as l')
      .select(lineColumns)
      .where('l.user_id', '=', userId)
      .where('l.entry', '=', entry)
      .where('l.exit', '=', exit)
      .executeTakeFirst();
    return row ? toLine(row) : null;
  }

  private async disputesOf(em: EntityManager, userId: string, entries: readonly string[]): Promise<StoredDispute[]> {
    if (entries.length === 0) return [];
    const rows = await db(em)
      .selectFrom('share_disputes as d')
      .select(disputeColumns)
      .where('d.user_id', '=', userId)
      .where('d.state', '<>', 'withdrawn')
      .where('d.entry', 'in', [...entries])
      .execute();
    return rows.map(toDispute);
  }
}

const lineColumns = [
  'l.signal_id as signalId',
  'l.symbol',
  'l.market',
  'l.side',
  'l.entry',
  'l.exit',
  'l.entry_trade as entryTrade',
  'l.exit_trade as exitTrade',
  'l.qty',
  'l.gross',
  'l.fees',
  'l.profit',
  'l.state',
] as const;

type LineRow = Omit<StoredLine, 'entryTrade' | 'exitTrade'> & { entry: string; exit: string; entryTrade: object; exitTrade: object };

const toLine = ({ entry: _entry, exit: _exit, ...row }: LineRow): StoredLine => ({
  ...row,
  entryTrade: row.entryTrade as ShareTrade,
  exitTrade: row.exitTrade as ShareTrade,
});
