import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { jsonb } from '../../platform/persistence/jsonb.js';
import { db } from '../../database.js';
import type { FundAnswer } from '../fund-fees/index.js';
import { FeeProposalRepository } from './fee-proposal.repository.js';

/** The figures of a mandate, as they were computed last. */
export interface StoredResult {
  computedAt: Date;
  untilAt: Date;
  waitingDays: number;
  /** At the last known valuation. */
  equity: string;
  /** The account was computed again since. */
  isBehind: boolean;
  answer: FundFigures;
}

export interface NewResult {
  mandateId: string;
  answer: FundAnswer;
  computedAt: Date;
  portfolioAt: Date;
  untilAt: Date;
}

/** `returns`: absent in figures that an earlier version computed. */
export type FundFigures = Omit<FundAnswer, 'days' | 'returns'> & { returns?: FundAnswer['returns'] };
export type FundDayFigures = FundAnswer['days'][number];

/** Every statement about the tables `fund_days` and `fund_results`. */
@Injectable()
export class FundResultRepository {
  constructor(private readonly proposals: FeeProposalRepository) {}

  /** Stores figures, days and proposals of mandates; days that did not change are not written. */
  async storeAll(tx: EntityManager, results: readonly NewResult[]): Promise<void> {
    if (results.length === 0) return;
    const rows = results.map(({ mandateId, answer: { days, ...figures }, computedAt, portfolioAt, untilAt }) => ({
      mandate_id: mandateId,
      computed_at: computedAt,
      portfolio_at: portfolioAt,
      until_at: untilAt,
      equity: days.findLast(({ equity }) => equity !== null)?.equity ?? figures.mandate.openingEquity,
      owed: figures.now.owed,
      waiting_days: days.filter(({ state }) => state === 'waiting').length,
      answer: jsonb(figures),
    }));
    const columns = ['computed_at', 'portfolio_at', 'until_at', 'equity', 'owed', 'waiting_days', 'answer'] as const;
    await db(tx)
      .insertInto('fund_results')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('mandate_id').doUpdateSet((eb) => Object.fromEntries(columns.map((name) => [name, eb.ref(`excluded.${name}`)]))),
      )
      .execute();
    await this.storeDays(tx, results);
    await this.proposals.storeAll(tx, results);
  }

  async find(em: EntityManager, mandateId: string): Promise<StoredResult | null> {
    const row = await db(em)
      .selectFrom('fund_results as r')
      .innerJoin('fund_mandates as m', 'm.id', 'r.mandate_id')
      .leftJoin('portfolio_states as s', 's.account_id', 'm.account_id')
      .select(['r.computed_at', 'r.until_at', 'r.waiting_days', 'r.equity', 'r.answer'])
      .select((eb) => eb.fn.coalesce(eb('s.computed_at', '>', eb.ref('r.portfolio_at')), eb.lit(false)).as('is_behind'))
      .where('r.mandate_id', '=', mandateId)
      .executeTakeFirst();
    if (!row) return null;
    return {
      computedAt: new Date(row.computed_at),
      untilAt: new Date(row.until_at),
      waitingDays: row.waiting_days,
      equity: row.equity,
      isBehind: row.is_behind === true,
      answer: row.answer as FundFigures,
    };
  }

  /** Returns mandates with figures, by id after `after`. */
  async findComputed(em: EntityManager, after: string | null, limit: number): Promise<string[]> {
    const rows = await db(em)
      .selectFrom('fund_results')
      .select('mandate_id')
      .$if(after !== null, (query) => query.where('mandate_id', '>', after!))
      .orderBy('mandate_id')
      .limit(limit)
      .execute();
    return rows.map(({ mandate_id }) => mandate_id);
  }

  /** Returns a page of a mandate's days, newest first, and their number. */
  async findDays(
    em: EntityManager,
    mandateId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ rows: StoredFundDay[]; total: number }> {
    const of = db(em).selectFrom('fund_days').where('mandate_id', '=', mandateId);
    const rows = await of
      .select([sql<string>`day::text`.as('day'), 'waiting', 'equity', 'flow', 'paid', 'result', 'base', 'profit', 'owed'])
      .select(['management_fee as managementFee', 'high_water_mark as highWaterMark'])
      .orderBy('fund_days.day', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await of.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  /** Returns the profit and the high-water mark after days with a known valuation, by day. */
  async findMarks(
    em: EntityManager,
    mandateId: string,
    days: readonly string[],
  ): Promise<ReadonlyMap<string, { day: string; profit: string; highWaterMark: string }>> {
    const rows = await db(em)
      .selectFrom('fund_days')
      .select([sql<string>`day::text`.as('day'), 'profit', 'high_water_mark as highWaterMark'])
      .where('mandate_id', '=', mandateId)
      .where('profit', 'is not', null)
      .where(sql<boolean>`day = any(${days}::date[])`)
      .execute();
    return new Map(rows.map(({ day, profit, highWaterMark }) => [day, { day, profit: profit!, highWaterMark }]));
  }

  /** Returns how many days from `from` to `to`, both 00:00 UTC, have no known valuation. */
  async countWaiting(em: EntityManager, mandateId: string, { from, to }: { from: string; to: string }): Promise<number> {
    const { count } = await db(em)
      .selectFrom('fund_days')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('mandate_id', '=', mandateId)
      .where('waiting', 'is not', null)
      .where('day', '>=', from.slice(0, 10))
      .where('day', '<', to.slice(0, 10))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  private async storeDays(tx: EntityManager, results: readonly NewResult[]): Promise<void> {
    const rows = results.flatMap(({ mandateId, answer }) =>
      answer.days.map(({ day, reason, equity, flow, paid, result, base, managementFee, profit, highWaterMark, owed }) => ({
        mandate_id: mandateId,
        day,
        waiting: reason,
        equity,
        flow,
        paid,
        result,
        base,
        management_fee: managementFee,
        profit,
        high_water_mark: highWaterMark,
        owed,
      })),
    );
    // Most stored days never change again. An upsert would lock and rewrite each of them, so unchanged rows are left out.
    const values = sql.join(dayColumns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
    const [stored, fresh] = ['s', 'd'].map((table) => sql.join(dayColumns.map((column) => sql.ref(`${table}.${column}`))));
    await sql`insert into fund_days (mandate_id, day, ${sql.join(dayColumns.map((column) => sql.ref(column)))})
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (mandate_id uuid, day date, waiting text, equity numeric,
        flow numeric, paid numeric, result numeric, base numeric, management_fee numeric, profit numeric, high_water_mark numeric,
        owed numeric)
      where not exists (
        select from fund_days s where s.mandate_id = d.mandate_id and s.day = d.day and (${stored}) is not distinct from (${fresh})
      )
      on conflict (mandate_id, day) do update set ${values}`.execute(db(tx));
    // A mandate that turned out to end earlier has fewer days.
    const lastDays = results.map(({ answer }) => answer.days.at(-1)?.day ?? '-infinity');
    await sql`delete from fund_days d using unnest(${idsOf(results)}::uuid[], ${lastDays}::date[]) as l (mandate_id, day)
      where d.mandate_id = l.mandate_id and d.day > l.day`.execute(db(tx));
  }
}

const idsOf = (results: readonly NewResult[]): string[] => results.map(({ mandateId }) => mandateId);

/** A stored day of a mandate; amounts are decimals. */
export interface StoredFundDay {
  day: string;
  waiting: 'missing' | 'estimated' | null;
  equity: string | null;
  flow: string;
  paid: string;
  result: string | null;
  base: string | null;
  managementFee: string;
  profit: string | null;
  highWaterMark: string;
  owed: string | null;
}

const dayColumns = ['waiting', 'equity', 'flow', 'paid', 'result', 'base', 'management_fee', 'profit', 'high_water_mark', 'owed'] as const;
