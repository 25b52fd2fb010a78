import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { fullNameOf, optionalFullNameOf } from '../../full-name.query.js';
import type { By, ClientAccess, RedemptionRecord, RedemptionView, SettlementItem } from './redemption-life.rules.js';

/** A redemption that is neither settled, cancelled nor refused, with its client. */
export interface OpenRedemption {
  mandateId: string;
  fullName: string;
  /** Decimal; null: everything. */
  requested: string | null;
  acknowledged: By | null;
  /** As the engine judged it when the figures were computed last. */
  view: RedemptionView;
}

/** What admins record about redemptions. Methods that take `tx` run in the caller's transaction. */
@Injectable()
export class RedemptionRepository {
  /** Returns the mandate of a redemption. */
  async findMandateId(em: EntityManager, id: string): Promise<string | null> {
    const row = await db(em).selectFrom('fund_redemptions').select('mandate_id').where('id', '=', id).executeTakeFirst();
    return row?.mandate_id ?? null;
  }

  /** Returns what was recorded about each redemption of a mandate, by its id. */
  async findRecords(em: EntityManager, mandateId: string): Promise<ReadonlyMap<string, RedemptionRecord>> {
    const rows = await db(em)
      .selectFrom('fund_redemptions as x')
      .leftJoin('users as a', 'a.id', 'x.acknowledged_by')
      .leftJoin('users as s', 's.id', 'x.settled_by')
      .select(['x.id', 'x.amount', 'x.acknowledged_at', 'x.settled_at'])
      .select([optionalFullNameOf('a').as('acknowledged_by'), optionalFullNameOf('s').as('settled_by')])
      .where('x.mandate_id', '=', mandateId)
      .execute();
    const ticks = await db(em)
      .selectFrom('fund_settlement_ticks as t')
      .innerJoin('fund_redemptions as x', 'x.id', 't.redemption_id')
      .leftJoin('users as u', 'u.id', 't.ticked_by')
      .select(['t.redemption_id', 't.item', 't.ticked_at', optionalFullNameOf('u').as('ticked_by')])
      .where('x.mandate_id', '=', mandateId)
      .orderBy('t.ticked_at')
      .orderBy('t.item')
      .execute();
    return new Map(
      rows.map(({ id, amount, acknowledged_at, acknowledged_by, settled_at, settled_by }) => [
        id,
        {
          id,
          amount,
          acknowledged: byOrNull(acknowledged_at, acknowledged_by),
          settled: byOrNull(settled_at, settled_by),
          ticks: new Map(
            ticks
              .filter(({ redemption_id }) => redemption_id === id)
              .map(({ item, ticked_at, ticked_by }) => [item, { at: new Date(ticked_at), by: ticked_by }]),
          ),
        },
      ]),
    );
  }

  /** Returns whether we can still reach the account of a mandate's client, and whether another mandate of theirs needs it. */
  async findAccess(em: EntityManager, { id, userId }: { id: string; userId: string }): Promise<ClientAccess> {
    const row = await db(em)
      .selectNoFrom((eb) => [
        eb
          .or([
            eb.exists(eb.selectFrom('exchange_accounts').select('id').where('user_id', '=', userId).where('api_key', 'is not', null)),
            eb.exists(eb.selectFrom('kyc_submissions').select('id').where('user_id', '=', userId).where('exchange_login', 'is not', null)),
          ])
          .as('is_open'),
        eb
          .exists(
            eb
              .selectFrom('fund_mandates')
              .select('id')
              .where('user_id', '=', userId)
              .where('id', '<>', id)
              .where('state', 'in', ['signed', 'starting', 'active']),
          )
          .as('has_other'),
      ])
      .executeTakeFirstOrThrow();
    return { isOpen: row.is_open === true, hasOtherMandate: row.has_other === true };
  }

  /** Returns open redemptions by dealing day, and the number of all. */
  async findOpen(em: EntityManager, limit: number): Promise<{ rows: OpenRedemption[]; total: number }> {
    const { rows } = await sql<OpenRow>`
      select x.mandate_id, x.amount::text as amount, x.acknowledged_at, ${fullNameOf('u')} as full_name, v.view, count(*) over () as total
      from fund_redemptions x
      join fund_mandates m on m.id = x.mandate_id
      join users u on u.id = m.user_id
      join fund_results r on r.mandate_id = m.id
      join lateral jsonb_array_elements(r.answer -> 'redemptions') as v (view) on v.view ->> 'id' = x.id::text
      where x.settled_at is null and x.cancelled_at is null and v.view ->> 'state' in ('pending', 'waiting', 'priced')
      order by v.view ->> 'dealingDay', x.requested_at, x.id
      limit ${limit}`.execute(db(em));
    return {
      rows: rows.map(({ mandate_id, full_name, amount, acknowledged_at, view }) => ({
        mandateId: mandate_id,
        fullName: full_name,
        requested: amount,
        acknowledged: byOrNull(acknowledged_at, null),
        view,
      })),
      total: Number(rows[0]?.total ?? 0),
    };
  }

  async acknowledge(tx: EntityManager, id: string, at: Date, by: string): Promise<void> {
    await db(tx).updateTable('fund_redemptions').set({ acknowledged_at: at, acknowledged_by: by }).where('id', '=', id).execute();
  }

  /** `by` null: the system checked it. A tick that was there already is replaced. */
  async tick(tx: EntityManager, id: string, item: SettlementItem, at: Date, by: string | null): Promise<void> {
    const tick = { ticked_at: at, ticked_by: by };
    await db(tx)
      .insertInto('fund_settlement_ticks')
      .values({ redemption_id: id, item, ...tick })
      .onConflict((conflict) => conflict.columns(['redemption_id', 'item']).doUpdateSet(tick))
      .execute();
  }

  async untick(tx: EntityManager, id: string, item: SettlementItem): Promise<void> {
    await db(tx).deleteFrom('fund_settlement_ticks').where('redemption_id', '=', id).where('item', '=', item).execute();
  }

  async settle(tx: EntityManager, id: string, at: Date, by: string): Promise<void> {
    await db(tx).updateTable('fund_redemptions').set({ settled_at: at, settled_by: by }).where('id', '=', id).execute();
  }
}

interface OpenRow {
  mandate_id: string;
  amount: string | null;
  acknowledged_at: string | null;
  full_name: string;
  view: RedemptionView;
  total: string;
}

const byOrNull = (at: string | null, by: string | null): By | null => (at === null ? null : { at: new Date(at), by });
