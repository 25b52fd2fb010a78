import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Selectable } from 'kysely';
import { db, type Database } from '../../database.js';
import { firstOpenPeriods } from './ended-periods.rules.js';
import { proposalsOf, type ProposedInvoice, type ProposingResult } from './fee-proposals.rules.js';
import type { MandateRange } from './mandate.repository.js';

/** Every statement about the table `fund_proposals`. */
@Injectable()
export class FeeProposalRepository {
  /** Stores what mandates are to be charged, in place of what was proposed before. */
  async storeAll(tx: EntityManager, results: readonly ProposingResult[]): Promise<void> {
    const rows = results.flatMap(proposalsOf).map(({ mandateId, waitingDays, ...proposal }) => ({
      mandate_id: mandateId,
      waiting_days: waitingDays,
      ...proposal,
    }));
    await sql`with fresh as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as p (mandate_id uuid, kind text, period text, amount numeric, waiting_days int)
      ), gone as (
        delete from fund_proposals p where p.mandate_id = any(${results.map(({ mandateId }) => mandateId)}::uuid[])
          and not exists (select 1 from fresh f where f.mandate_id = p.mandate_id and f.kind = p.kind and f.period = p.period)
      )
      insert into fund_proposals as p (mandate_id, kind, period, amount, waiting_days)
      select * from fresh
      on conflict (mandate_id, kind, period) do update set amount = excluded.amount, waiting_days = excluded.waiting_days
      where (p.amount, p.waiting_days) is distinct from (excluded.amount, excluded.waiting_days)`.execute(db(tx));
  }

  /** Returns fees of finished periods that are above zero and not invoiced, in order. */
  async find(em: EntityManager, limit: number): Promise<ProposedInvoice[]> {
    const rows = await proposals(em).selectAll().orderBy('p.period').orderBy('p.kind').orderBy('p.mandate_id').limit(limit).execute();
    return rows.map(toProposal);
  }

  /** Returns the number and the sum of all proposals, and the number of clients. */
  async sum(em: EntityManager): Promise<{ count: number; total: string; clients: number }> {
    const row = await proposals(em)
      .select((eb) => [
        eb.fn.countAll<string>().as('count'),
        sql<string>`coalesce(sum(p.amount), 0)::numeric(38, 2)::text`.as('total'),
        sql<string>`count(distinct p.mandate_id)`.as('clients'),
      ])
      .executeTakeFirstOrThrow();
    return { count: Number(row.count), total: row.total, clients: Number(row.clients) };
  }

  /** Returns mandates with a proposal whose period had ended at `through`, by id. */
  async findMandatesToInvoice(em: EntityManager, { after, ids, through, limit }: MandateRange & { through: Date }): Promise<string[]> {
    const open = firstOpenPeriods(through);
    const rows = await proposals(em)
      .select('p.mandate_id')
      .distinct()
      .where((eb) =>
        eb.or([
          eb.and([eb('p.kind', '=', 'management'), eb('p.period', '<', open.management)]),
          eb.and([eb('p.kind', '=', 'performance'), eb('p.period', '<', open.performance)]),
        ]),
      )
      .$if(after !== null, (query) => query.where('p.mandate_id', '>', after!))
      .$if(ids !== undefined, (query) => query.where(sql<boolean>`p.mandate_id = any(${ids}::uuid[])`))
      .orderBy('p.mandate_id')
      .limit(limit)
      .execute();
    return rows.map(({ mandate_id }) => mandate_id);
  }

  /** Returns the proposals of one mandate, in order. */
  async findOf(em: EntityManager, mandateId: string): Promise<ProposedInvoice[]> {
    const rows = await proposals(em).selectAll().where('p.mandate_id', '=', mandateId).orderBy('p.period').orderBy('p.kind').execute();
    return rows.map(toProposal);
  }
}

/** What was proposed and has not been issued since. */
const proposals = (em: EntityManager) =>
  db(em)
    .selectFrom('fund_proposals as p')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('fund_invoices as f')
            .select('f.mandate_id')
            .whereRef('f.mandate_id', '=', 'p.mandate_id')
            .whereRef('f.kind', '=', 'p.kind')
            .whereRef('f.period', '=', 'p.period'),
        ),
      ),
    );

const toProposal = ({ mandate_id, kind, period, amount, waiting_days }: Selectable<Database['fund_proposals']>): ProposedInvoice => ({
  mandateId: mandate_id,
  kind,
  period,
  amount,
  waitingDays: waiting_days,
});
