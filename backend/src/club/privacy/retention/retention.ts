import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { MemberActs } from './member-acts.js';
import { memberRules } from './member-rules.js';
import type { RetentionRule } from './retention-rule.js';
import { clockAt } from './standing-sql.js';
import { workingRules } from './working-rules.js';

/** What became of one kind of data. `due`: its time is over and nothing keeps it; `done`: how much of that was deleted. */
export interface RetentionLine {
  name: string;
  data: string;
  kept: string;
  due: number;
  dueFiles: number;
  done: number;
  doneFiles: number;
  /** Its time is over and it stays. */
  spared: { why: string; rows: number }[];
  /** What went wrong: the rest of this kind waits for the next run. */
  failure: string | null;
}

export interface RetentionReport {
  at: Date;
  dryRun: boolean;
  lines: RetentionLine[];
}

export interface RetentionWish {
  dryRun: boolean;
  /** The instant that periods end at or before; unless told, the database's. */
  at?: Date;
}

/** Nightly: the job. Else: somebody at the command line. */
export type RetentionTrigger = 'nightly' | 'command';
export const RETENTION_RUN = 'retention.run';

interface Found {
  due: number;
  files: number;
  [spared: `spared${number}`]: number;
}

/**
 * Deletes what has been kept for long enough (security section 6). Bounded batches, a transaction each: whoever is killed has done whole
 * batches, and the next run finds what is left. Rows are locked as they are picked and those of somebody else are passed over, so two runs
 * at once share the work and double nothing.
 */
@Injectable()
export class Retention {
  private readonly log = new Logger('Retention');
  private readonly rules: readonly RetentionRule[];

  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditLog,
    private readonly config: AppConfig,
    acts: MemberActs,
  ) {
    this.rules = [...memberRules(config.retention, acts), ...workingRules(config.retention, audit)];
  }

  /**
   * Goes through the whole table. A kind that fails is named in the report and does not keep the others. A dry run counts and changes
   * nothing.
   */
  async run({ dryRun, at }: RetentionWish, trigger: RetentionTrigger): Promise<RetentionReport> {
    const now = at ?? (await this.databaseNow());
    const lines: RetentionLine[] = [];
    for (const rule of this.rules) lines.push(await this.apply(rule, now, dryRun));
    lines.push(await this.auditLine(now));
    const report = { at: now, dryRun, lines };
    const detail = { trigger, failed: failedKinds(report).length > 0, lines: lines.filter(isTelling).map(summaryOf) };
    if (!dryRun) await this.audit.record(this.em.fork(), { action: RETENTION_RUN, actorId: null, actorRole: null, detail });
    return report;
  }

  private async apply(rule: RetentionRule, now: Date, dryRun: boolean): Promise<RetentionLine> {
    const { name, data, kept } = rule;
    const line: RetentionLine = { name, data, kept, due: 0, dueFiles: 0, done: 0, doneFiles: 0, spared: [], failure: null };
    try {
      Object.assign(line, await this.count(rule, now));
      for (let more = !dryRun && line.due > 0; more;) {
        const { rows, files } = await this.batch(rule, now);
        line.done += rows;
        line.doneFiles += files;
        more = rows === rule.batch;
      }
    } catch (error) {
      this.log.error({ err: error, rule: name }, 'data whose time is over could not be deleted');
      line.failure = (error as Error).message;
    }
    return line;
  }

  private async count(
    { from, past, spared, files = '0' }: RetentionRule,
    now: Date,
  ): Promise<Pick<RetentionLine, 'due' | 'dueFiles' | 'spared'>> {
    const due = `not (${keeps(spared)})`;
    const each = spared.map(
      ({ when }, index) => `(count(*) filter (where (${when}) and not (${keeps(spared.slice(0, index))})))::int as spared${index}`,
    );
    const [found] = await this.em
      .fork()
      .execute<Found[]>(
        `${clockAt} select (count(*) filter (where ${due}))::int as due, coalesce(sum(${files}) filter (where ${due}), 0)::int as files${each.map((column) => `, ${column}`).join('')} from ${from} where ${past}`,
        [now],
      );
    return {
      due: found!.due,
      dueFiles: found!.files,
      spared: spared.map(({ why }, index) => ({ why, rows: found![`spared${index}`]! })).filter(({ rows }) => rows > 0),
    };
  }

  private batch(rule: RetentionRule, now: Date): Promise<{ rows: number; files: number }> {
    const { from, key, lock, past, spared, batch } = rule;
    return this.em.fork().transactional(async (em) => {
      const rows = await em.execute<{ key: string }[]>(
        `${clockAt} select ${key} as key from ${from} where ${past} and not (${keeps(spared)}) limit ${batch} for update of ${lock} skip locked`,
        [now],
      );
      if (rows.length === 0) return { rows: 0, files: 0 };
      const { files } = await rule.act(
        em,
        rows.map((row) => row.key),
      );
      return { rows: rows.length, files };
    });
  }

  /**
   * Each entry is a link of the sealed chain: one that is taken out breaks it for every reader. See docs/operations.md for what can be
   * done.
   */
  private async auditLine(now: Date): Promise<RetentionLine> {
    const { auditYears } = this.config.retention;
    const [found] = await this.em
      .fork()
      .execute<{ rows: number }[]>(
        `select count(*)::int as rows from audit_events where at <= ?::timestamptz - interval '${auditYears} years'`,
        [now],
      );
    const spared = [{ why: 'links of the sealed chain, without names', rows: found!.rows }].filter(({ rows }) => rows > 0);
    return {
      name: 'audit',
      data: 'Entries of the audit log',
      kept: `${auditYears} years, then archived by hand`,
      due: 0,
      dueFiles: 0,
      done: 0,
      doneFiles: 0,
      spared,
      failure: null,
    };
  }

  private async databaseNow(): Promise<Date> {
    const [row] = await this.em.fork().execute<{ now: string }[]>('select now() as now');
    return new Date(row!.now);
  }
}

export const failedKinds = ({ lines }: RetentionReport): string[] =>
  lines.filter(({ failure }) => failure !== null).map(({ name }) => name);

const keeps = (spared: RetentionRule['spared']): string =>
  spared.length === 0 ? 'false' : spared.map(({ when }) => `(${when})`).join(' or ');

const isTelling = ({ due, done, spared, failure }: RetentionLine) => due > 0 || done > 0 || spared.length > 0 || failure !== null;
const summaryOf = ({ name, due, done, doneFiles, spared, failure }: RetentionLine) => ({
  rule: name,
  due,
  done,
  files: doneFiles,
  kept: spared.reduce((sum, { rows }) => sum + rows, 0),
  ...(failure !== null && { failed: true }),
});
