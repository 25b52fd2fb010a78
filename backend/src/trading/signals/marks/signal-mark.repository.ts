import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../../database.js';
import { decimalText } from '../../../platform/persistence/column.query.js';
import type { Stance } from './signal-mark.entity.js';

/** What a member says of a signal. Figures are plain decimal strings. */
export interface SignalMark {
  stance: Stance;
  /** Null: not given, or the signal was passed. */
  entryPrice: string | null;
  quantity: string | null;
  markedAt: Date;
}

/** Marks by which a member's list of signals is filtered. `none`: not marked. */
export const markFilters = ['taken', 'passed', 'none'] as const;
export type MarkFilter = (typeof markFilters)[number];

/** SQL over `signals`: this user marked the signal so. */
export function isMarked(userId: string, mark: MarkFilter): ReturnType<typeof sql<SqlBool>> {
  const own = sql`select 1 from signal_marks m where m.signal_id = signals.id and m.user_id = ${userId}`;
  return mark === 'none' ? sql<SqlBool>`not exists (${own})` : sql<SqlBool>`exists (${own} and m.stance = ${mark})`;
}

/** Statements of members about their own marks. */
@Injectable()
export class SignalMarkRepository {
  constructor(private readonly em: EntityManager) {}

  async find(userId: string, signalId: string): Promise<SignalMark | null> {
    const row = await db(this.em)
      .selectFrom('signal_marks')
      .select(['stance', 'marked_at'])
      .select((eb) => [decimalText(eb.ref('entry_price')).as('entryPrice'), decimalText(eb.ref('quantity')).as('quantity')])
      .where('user_id', '=', userId)
      .where('signal_id', '=', signalId)
      .executeTakeFirst();
    return row ? { stance: row.stance, entryPrice: row.entryPrice, quantity: row.quantity, markedAt: new Date(row.marked_at) } : null;
  }

  /** Returns the user's marks of these signals, by signal. */
  async findStances(userId: string, signalIds: readonly string[]): Promise<Map<string, Stance>> {
    if (signalIds.length === 0) return new Map();
    const rows = await db(this.em)
      .selectFrom('signal_marks')
      .select(['signal_id', 'stance'])
      .where('user_id', '=', userId)
      .where('signal_id', 'in', signalIds)
      .execute();
    return new Map(rows.map(({ signal_id, stance }) => [signal_id, stance]));
  }

  /** Inserts the mark, or replaces an earlier one. */
  async store(userId: string, signalId: string, { stance, entryPrice, quantity, markedAt }: SignalMark): Promise<void> {
    const row = { stance, entry_price: entryPrice, quantity, marked_at: markedAt };
    await db(this.em)
      .insertInto('signal_marks')
      .values({ user_id: userId, signal_id: signalId, ...row })
      .onConflict((conflict) => conflict.columns(['user_id', 'signal_id']).doUpdateSet(row))
      .execute();
  }

  async delete(userId: string, signalId: string): Promise<void> {
    await db(this.em).deleteFrom('signal_marks').where('user_id', '=', userId).where('signal_id', '=', signalId).execute();
  }
}
