import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Query } from '../../../platform/persistence/page.query.js';
import type { Database } from '../../../database.js';
import type { Instant } from './retention-predicates.query.js';

/** A reason to keep rows whose retention period is over. `when` is a condition on the rule's rows. */
export interface Exemption {
  why: string;
  when: Expression<SqlBool>;
}

/** A line of the retention table. */
export interface RetentionRule {
  name: string;
  /** The kind of data and its retention period, as text for the report. */
  data: string;
  kept: string;
  /** The rows whose retention period is over at `at`; selects nothing. */
  rows(database: Kysely<Database>, at: Instant): Query<object>;
  /** Identifies a row, as text. */
  key: RawBuilder<string>;
  /** The alias whose rows a batch locks. */
  lock: string;
  /** A row with several exemptions is reported under the first. */
  exemptions(at: Instant): Exemption[];
  /** The number of files that are deleted with a row. */
  files?: Expression<number>;
  /** Rows of one transaction. */
  batch: number;
  /** Deletes the rows of these keys, which `tx` has locked, and records it in the audit log. Returns the number of deleted files. */
  remove(tx: EntityManager, keys: readonly string[]): Promise<number>;
}

/** The instant `days` or `years` after `start`. */
export const daysAfter = (start: Expression<unknown>, days: number) => sql<string>`(${start} + make_interval(days => ${days}))`;
export const yearsAfter = (start: Expression<unknown>, years: number) => sql<string>`(${start} + make_interval(years => ${years}))`;

/** Makes a rule whose batches leave one audit record each. */
export type AuditedRule = (
  rule: Omit<RetentionRule, 'remove' | 'batch'>,
  remove: (tx: EntityManager, keys: readonly string[]) => Promise<unknown>,
) => RetentionRule;
