import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { decimalText } from '../../platform/persistence/column.query.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { AccountAlertKind, AccountFiring, SetAccountAlert } from './account-alert.types.js';

/** What an alert about an account begins with. */
export interface AccountAlertStart {
  isArmed: boolean;
  startedAt: Date;
  pendingDeposits: readonly string[];
}

/** Statements of members about alerts on their own account. */
@Injectable()
export class AccountAlertRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns the alerts that are on. */
  async find(userId: string): Promise<SetAccountAlert[]> {
    const rows = await db(this.em)
      .selectFrom('account_alerts')
      .select(['kind', 'is_armed as isArmed', 'checked_at as checkedAt', 'fired_at as firedAt'])
      .select((eb) => decimalText(eb.ref('percent')).as('percent'))
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ checkedAt, firedAt, ...row }) => ({ ...row, checkedAt: dateOrNull(checkedAt), firedAt: dateOrNull(firedAt) }));
  }

  /** Turns an alert on, or starts it anew with another percentage. */
  async put(tx: EntityManager, userId: string, kind: AccountAlertKind, percent: string | null, start: AccountAlertStart): Promise<void> {
    const columns = {
      percent,
      is_armed: start.isArmed,
      started_at: start.startedAt.toISOString(),
      pending_deposits: sql<string[]>`${JSON.stringify(start.pendingDeposits)}::jsonb`,
      checked_at: null,
    };
    await db(tx)
      .insertInto('account_alerts')
      .values({ user_id: userId, kind, ...columns })
      .onConflict((on) => on.columns(['user_id', 'kind']).doUpdateSet(columns))
      .execute();
  }

  /** Turns an alert off; what fired stays. Returns whether it was on. */
  async delete(tx: EntityManager, userId: string, kind: AccountAlertKind): Promise<boolean> {
    const { numDeletedRows } = await db(tx)
      .deleteFrom('account_alerts')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    if (kind === 'liquidation')
      await db(tx)
        .updateTable('alerts')
        .set({ state: 'ended', end_reason: 'removed' })
        .where((eb) => eb.and({ user_id: userId, kind: 'liquidation', state: 'active' }))
        .execute();
    return numDeletedRows > 0n;
  }

  /** Returns what readings fired for a member, newest first, below the id `before`. */
  async findFirings(userId: string, before: string | null, limit: number): Promise<AccountFiring[]> {
    const rows = await db(this.em)
      .selectFrom('account_alert_firings')
      .select(['id', 'kind', 'coin', 'network', 'at', 'fired_at as firedAt'])
      .select((eb) => [
        decimalText(eb.ref('percent')).as('percent'),
        decimalText(eb.ref('drawdown')).as('drawdown'),
        decimalText(eb.ref('amount')).as('amount'),
      ])
      .where('user_id', '=', userId)
      .$if(before !== null, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ at, firedAt, ...row }) => ({ ...row, at: new Date(at), firedAt: new Date(firedAt) }));
  }

  /** Returns when liquidation alerts of the member's positions last fired; null: never, or longer ago than they are kept. */
  async findLastNearLiquidation(userId: string): Promise<Date | null> {
    const { rows } = await sql<{ at: string | null }>`
      select max(fired_at) as at from alerts where user_id = ${userId} and kind = 'liquidation'`.execute(db(this.em));
    return dateOrNull(rows[0]!.at);
  }
}
