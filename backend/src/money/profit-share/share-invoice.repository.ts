import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder } from 'kysely';
import { db, type Database } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { periodColumns, toPeriod, type StoredPeriod } from './share-period.repository.js';

/** What was invoiced of a member's share. */
export interface IssuedPeriod {
  period: string;
  startsAt: Date;
  endsAt: Date;
  /** Decimal. */
  amount: string;
  invoiceId: string;
}

/** A closed period of a member that is not invoiced. */
export interface ProposedShare extends StoredPeriod {
  userId: string;
  fullName: string;
}

type Joined = Database & { p: Database['share_periods']; u: Database['users'] };

/** Which shares were invoiced, and which would be. */
@Injectable()
export class ShareInvoiceRepository {
  /** Returns what was invoiced, in order of time. */
  async findIssued(em: EntityManager, userId: string): Promise<IssuedPeriod[]> {
    const rows = await db(em)
      .selectFrom('share_invoices')
      .select(['period', 'starts_at', 'ends_at', 'amount', 'invoice_id'])
      .where('user_id', '=', userId)
      .orderBy('ends_at')
      .execute();
    return rows.map(({ period, starts_at, ends_at, amount, invoice_id }) => ({
      period,
      startsAt: new Date(starts_at),
      endsAt: new Date(ends_at),
      amount,
      invoiceId: invoice_id,
    }));
  }

  /** Records an invoice and what it was computed from. */
  async insert(tx: EntityManager, userId: string, { period, startsAt, endsAt, amount, invoiceId }: IssuedPeriod, caseFile: string) {
    await db(tx)
      .insertInto('share_invoices')
      .values({ user_id: userId, period, starts_at: startsAt, ends_at: endsAt, amount, invoice_id: invoiceId })
      .execute();
    await db(tx).insertInto('share_invoice_cases').values({ invoice_id: invoiceId, case_file: caseFile }).execute();
  }

  /** Returns what an invoice of the member was computed from. */
  async findCaseFile(em: EntityManager, userId: string, invoiceId: string): Promise<string | null> {
    const row = await db(em)
      .selectFrom('share_invoice_cases as c')
      .innerJoin('share_invoices as s', 's.invoice_id', 'c.invoice_id')
      .select('c.case_file')
      .where('s.user_id', '=', userId)
      .where('c.invoice_id', '=', invoiceId)
      .executeTakeFirst();
    return row?.case_file ?? null;
  }

  /**
   * Returns closed periods that are not invoiced: those with a share, the latest period and the highest share first, then those of the
   * latest period that bear none, because of a loss or of frozen lines.
   */
  async findProposals(em: EntityManager, through: Date, limit: number): Promise<ProposedShare[]> {
    const rows = await proposals(em, through)
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(periodColumns)
      .select(['p.user_id as userId', fullNameOf('u').as('fullName')])
      .where((eb) =>
        eb.or([
          eb('p.share', '>', '0'),
          eb.and([eb('p.ends_at', '=', latestEnd(eb, through)), eb.or([eb('p.profit', '<>', '0'), eb('p.frozen_lines', '>', 0)])]),
        ]),
      )
      .orderBy(sql`p.share > 0`, 'desc')
      .orderBy('p.ends_at', 'desc')
      .orderBy('p.share', 'desc')
      .orderBy('p.user_id')
      .limit(limit)
      .execute();
    return rows.map(({ userId, fullName, ...row }) => ({ ...toPeriod(row), userId, fullName }));
  }

  /** Returns the number and the sum of all invoices that would be issued, and the number of members. */
  async sumProposals(em: EntityManager, through: Date): Promise<{ count: number; total: string; members: number }> {
    return proposals(em, through)
      .where('p.share', '>', '0')
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<string>`coalesce(sum(p.share), 0)::numeric(38, 2)::text`.as('total'),
        sql<number>`count(distinct p.user_id)::int`.as('members'),
      ])
      .executeTakeFirstOrThrow();
  }

  /** Returns members with a share to invoice, by id after `after`. */
  async findMembersToInvoice(
    em: EntityManager,
    { after, through, limit }: { after: string | null; through: Date; limit: number },
  ): Promise<string[]> {
    const rows = await proposals(em, through)
      .select('p.user_id')
      .distinct()
      .where('p.share', '>', '0')
      .$if(after !== null, (query) => query.where('p.user_id', '>', after!))
      .orderBy('p.user_id')
      .limit(limit)
      .execute();
    return rows.map(({ user_id }) => user_id);
  }
}

/** Periods that ended at `through` or before, after the member's last one that was invoiced. */
const proposals = (em: EntityManager, through: Date) =>
  db(em)
    .selectFrom('share_periods as p')
    .where('p.ends_at', '<=', through.toISOString())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('share_invoices as s')
            .select('s.period')
            .whereRef('s.user_id', '=', 'p.user_id')
            .whereRef('s.ends_at', '>=', 'p.ends_at'),
        ),
      ),
    );

const latestEnd = (eb: ExpressionBuilder<Joined, 'p' | 'u'>, through: Date) =>
  eb
    .selectFrom('share_periods as l')
    .select((inner) => inner.fn.max('l.ends_at').as('end'))
    .where('l.ends_at', '<=', through.toISOString());
