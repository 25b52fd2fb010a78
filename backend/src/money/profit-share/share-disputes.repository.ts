import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { DisputeState } from './share-dispute.entity.js';

export interface StoredDispute {
  id: string;
  userId: string;
  signalId: string;
  symbol: string;
  entry: string;
  exit: string;
  /** Decimals. */
  qty: string;
  profit: string | null;
  reason: string;
  openedAt: Date;
  state: DisputeState;
  closedAt: Date | null;
  decisionReason: string | null;
}

/** Columns of a StoredDispute, of the table's alias `d` in a query. */
export const disputeColumns = [
  'd.id',
  'd.user_id as userId',
  'd.signal_id as signalId',
  'd.symbol',
  'd.entry',
  'd.exit',
  'd.qty',
  'd.profit',
  'd.reason',
  'd.opened_at as openedAt',
  'd.state',
  'd.closed_at as closedAt',
  'd.decision_reason as decisionReason',
] as const;

/** Disputes of lines. Methods that take `tx` run in the caller's transaction. */
@Injectable()
export class ShareDisputesRepository {
  async insert(tx: EntityManager, dispute: Omit<StoredDispute, 'state' | 'closedAt' | 'decisionReason'>): Promise<void> {
    const { userId, signalId, openedAt, ...same } = dispute;
    await db(tx)
      .insertInto('share_disputes')
      .values({ ...same, user_id: userId, signal_id: signalId, opened_at: openedAt, state: 'open' })
      .execute();
  }

  /** Returns the member's disputes but for those that were withdrawn. */
  async findOf(em: EntityManager, userId: string): Promise<StoredDispute[]> {
    const rows = await db(em)
      .selectFrom('share_disputes as d')
      .select(disputeColumns)
      .where('d.user_id', '=', userId)
      .where('d.state', '<>', 'withdrawn')
      .execute();
    return rows.map(toDispute);
  }

  /** Locks the row of the member whose dispute it is. */
  async lockMemberOf(tx: EntityManager, id: string): Promise<void> {
    await db(tx)
      .selectFrom('users')
      .select('id')
      .where('id', '=', (eb) => eb.selectFrom('share_disputes').select('user_id').where('id', '=', id))
      .forNoKeyUpdate()
      .execute();
  }

  async lock(tx: EntityManager, id: string): Promise<StoredDispute | null> {
    const row = await db(tx)
      .selectFrom('share_disputes as d')
      .select(disputeColumns)
      .where('d.id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row ? toDispute(row) : null;
  }

  async close(
    tx: EntityManager,
    id: string,
    { state, at, by = null, reason = null }: { state: DisputeState; at: Date; by?: string | null; reason?: string | null },
  ): Promise<void> {
    await db(tx)
      .updateTable('share_disputes')
      .set({ state, closed_at: at, decided_by: by, decision_reason: reason })
      .where('id', '=', id)
      .execute();
  }
}

type Row = Omit<StoredDispute, 'openedAt' | 'closedAt'> & { openedAt: string; closedAt: string | null };

export const toDispute = (row: Row): StoredDispute => ({
  ...row,
  openedAt: new Date(row.openedAt),
  closedAt: dateOrNull(row.closedAt),
});
