import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../../database.js';
import type { Exemption, RetentionRule } from './retention-rule.query.js';

/** Rows of a rule whose retention period is over. */
export interface DueRows {
  due: number;
  dueFiles: number;
  /** Rows that are kept, by reason. */
  spared: { why: string; rows: number }[];
}

const instant = (at: Date) => sql<string>`${at}::timestamptz`;

const isExempt = (exemptions: readonly Exemption[]) =>
  exemptions.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(
        exemptions.map(({ when }) => sql`(${when})`),
        sql` or `,
      )})`;

/** Counts and locks the rows of retention rules. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly em: EntityManager) {}

  async now(): Promise<Date> {
    const { now } = await db(this.em.fork())
      .selectNoFrom(sql<string>`now()`.as('now'))
      .executeTakeFirstOrThrow();
    return new Date(now);
  }

  async countDue(rule: RetentionRule, now: Date): Promise<DueRows> {
    const at = instant(now);
    const exemptions = rule.exemptions(at);
    const isDue = sql`not ${isExempt(exemptions)}`;
    const spared = exemptions.map(
      ({ when }, index) => sql`count(*) filter (where (${when}) and not ${isExempt(exemptions.slice(0, index))})`,
    );
    const found = await rule
      .rows(db(this.em.fork()), at)
      .select([
        sql<number>`(count(*) filter (where ${isDue}))::int`.as('due'),
        sql<number>`coalesce(sum(${rule.files ?? sql`0`}) filter (where ${isDue}), 0)::int`.as('files'),
        sql<number[]>`array[${sql.join(spared)}]::int[]`.as('spared'),
      ])
      .executeTakeFirstOrThrow();
    return {
      due: found.due,
      dueFiles: found.files,
      spared: exemptions.map(({ why }, index) => ({ why, rows: found.spared[index]! })).filter(({ rows }) => rows > 0),
    };
  }

  /** Locks the next batch and returns its keys. Skips rows that another transaction has locked. */
  async lockBatch(tx: EntityManager, rule: RetentionRule, now: Date): Promise<string[]> {
    const at = instant(now);
    const rows = await rule
      .rows(db(tx), at)
      .select(rule.key.as('key'))
      .where(sql<SqlBool>`not ${isExempt(rule.exemptions(at))}`)
      .limit(rule.batch)
      .forUpdate(rule.lock)
      .skipLocked()
      .execute();
    return rows.map(({ key }) => key);
  }

  async countAuditEvents(now: Date, years: number): Promise<number> {
    const { rows } = await db(this.em.fork())
      .selectFrom('audit_events')
      .select(sql<number>`count(*)::int`.as('rows'))
      .where('at', '<=', sql<string>`${instant(now)} - make_interval(years => ${years})`)
      .executeTakeFirstOrThrow();
    return rows;
  }

  /**
   * Returns whether no complete run of tonight is recorded under `action`: a killed run leaves no record, and one with a failure is
   * repeated. False on the first day of an installation, which has no old data. `hour`: when the night begins, UTC.
   */
  async isNightlyRunDue(action: string, hour: number): Promise<boolean> {
    const shift = sql`make_interval(hours => ${hour})`;
    const tonight = sql<string>`(date_trunc('day', (now() at time zone 'UTC') - ${shift}) + ${shift}) at time zone 'UTC'`;
    const { due } = await db(this.em.fork())
      .selectNoFrom((eb) => {
        const events = eb.selectFrom('audit_events').select('id');
        const done = events
          .where('action', '=', action)
          .where(sql<SqlBool>`detail ->> 'trigger' = 'nightly' and detail ->> 'failed' = 'false'`)
          .where('at', '>=', tonight);
        const old = events.where('at', '<', sql<string>`now() - interval '1 day'`);
        return eb.and([eb.not(eb.exists(done)), eb.exists(old)]).as('due');
      })
      .executeTakeFirstOrThrow();
    return due === true;
  }
}
