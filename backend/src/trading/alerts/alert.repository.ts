import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { uuidv7 } from '../../platform/domain/index.js';
import { decimalText } from '../../platform/persistence/column.query.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { AlertState } from './alert.rules.js';
import { setKinds, type AlertFiring, type ListedAlert, type NewAlert, type SetAlertKind } from './alert.types.js';

/** What an alert begins with when it is set or resumed. */
export interface AlertStart extends AlertState {
  /** The candles from here on are evaluated. */
  checkedTo: Date;
}

/** Statements of members about the alerts that they set. */
@Injectable()
export class AlertRepository {
  constructor(private readonly em: EntityManager) {}

  /** Holds off other new alerts of the member until the transaction ends. Returns how many there are. */
  async lockAndCount(tx: EntityManager, userId: string): Promise<number> {
    await db(tx).selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const { count } = await db(tx)
      .selectFrom('alerts')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('kind', 'in', setKinds)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async insert(tx: EntityManager, userId: string, { signalId, ...alert }: NewAlert, start: AlertStart): Promise<string> {
    const id = uuidv7();
    await db(tx)
      .insertInto('alerts')
      .values({ id, user_id: userId, signal_id: signalId, ...alert, ...columnsOf(start) })
      .execute();
    return id;
  }

  /** Returns the alerts of a member, newest first. There are at most MAX_ALERTS. */
  async findOwn(userId: string): Promise<ListedAlert[]> {
    const rows = await alerts(this.em).where('user_id', '=', userId).orderBy('id', 'desc').execute();
    return rows.map(toAlert);
  }

  /** Returns null if the member has no such alert. */
  async find(userId: string, id: string, em = this.em): Promise<ListedAlert | null> {
    const row = await alerts(em).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
    return row ? toAlert(row) : null;
  }

  /** As `find`, locked until the transaction ends. */
  async lock(tx: EntityManager, userId: string, id: string): Promise<ListedAlert | null> {
    const row = await alerts(tx).where('user_id', '=', userId).where('id', '=', id).forUpdate().executeTakeFirst();
    return row ? toAlert(row) : null;
  }

  async pause(tx: EntityManager, id: string): Promise<void> {
    await db(tx).updateTable('alerts').set({ state: 'paused', is_armed: false, last_price: null }).where('id', '=', id).execute();
  }

  /** Starts an alert anew, as if it had been set now. */
  async resume(tx: EntityManager, id: string, level: string, start: AlertStart): Promise<void> {
    await db(tx)
      .updateTable('alerts')
      .set({ state: 'active', level, fired_at: null, unchecked_from: null, unchecked_to: null, ...columnsOf(start) })
      .where('id', '=', id)
      .execute();
  }

  /** Deletes an alert with what it fired. Returns whether the member had it. */
  async delete(userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db(this.em)
      .deleteFrom('alerts')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('kind', 'in', setKinds)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /** Returns what prices fired for a member, newest first, below the id `before`. */
  async findFirings(userId: string, before: string | null, limit: number): Promise<AlertFiring[]> {
    const rows = await db(this.em)
      .selectFrom('alert_firings as f')
      .innerJoin('alerts as a', 'a.id', 'f.alert_id')
      .select(['f.id', 'f.alert_id as alertId', 'a.kind', 'a.signal_id as signalId', 'a.venue', 'a.market', 'a.base', 'a.quote', 'f.way'])
      .select(['f.minute', 'f.fired_at as firedAt'])
      .select((eb) => [
        decimalText(eb.ref('f.level')).as('level'),
        decimalText(eb.ref('a.percent')).as('percent'),
        decimalText(eb.ref('f.high')).as('high'),
        decimalText(eb.ref('f.low')).as('low'),
      ])
      .where('f.user_id', '=', userId)
      .$if(before !== null, (query) => query.where('f.id', '<', before!))
      .orderBy('f.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ minute, firedAt, ...row }) => ({ ...row, minute: new Date(minute), firedAt: new Date(firedAt) }));
  }
}

const columnsOf = ({ isArmed, last, checkedTo }: AlertStart) => ({
  is_armed: isArmed,
  last_price: last === null ? null : sql<string>`${last}::numeric`,
  checked_to: checkedTo.toISOString(),
});

const alerts = (em: EntityManager) =>
  db(em)
    .selectFrom('alerts')
    .select(['id', 'kind', 'venue', 'market', 'base', 'quote', 'signal_id as signalId', 'way', 'repeats', 'state'])
    .select(['end_reason as endReason', 'is_armed as isArmed', 'checked_to as checkedTo', 'created_at as createdAt'])
    .select(['fired_at as firedAt', 'unchecked_from as uncheckedFrom', 'unchecked_to as uncheckedTo'])
    .select((eb) => [
      decimalText(eb.ref('level')).as('level'),
      decimalText(eb.ref('percent')).as('percent'),
      decimalText(eb.ref('last_price')).as('lastPrice'),
    ])
    .where('kind', 'in', setKinds)
    .$narrowType<{ kind: SetAlertKind; endReason: ListedAlert['endReason'] }>();

type AlertRow = Awaited<ReturnType<ReturnType<typeof alerts>['executeTakeFirstOrThrow']>>;

function toAlert({ checkedTo, createdAt, firedAt, uncheckedFrom, uncheckedTo, ...row }: AlertRow): ListedAlert {
  return {
    ...row,
    checkedTo: new Date(checkedTo),
    createdAt: new Date(createdAt),
    firedAt: dateOrNull(firedAt),
    uncheckedFrom: dateOrNull(uncheckedFrom),
    uncheckedTo: dateOrNull(uncheckedTo),
  };
}
