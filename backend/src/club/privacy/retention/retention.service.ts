import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { memberRetentionRules } from './member-retention.query.js';
import { MemberRetentionService } from './member-retention.service.js';
import type { RetentionRule } from './retention-rule.query.js';
import { RetentionRepository, type DueRows } from './retention.repository.js';
import { workingDataRetentionRules } from './working-data-retention.query.js';

/** Result for one kind of data. `due`: rows whose retention period is over and that nothing exempts; `done`: how many were deleted. */
export interface RetentionLine extends DueRows {
  name: string;
  data: string;
  kept: string;
  done: number;
  doneFiles: number;
  /** Error message; the remaining rows of this kind wait for the next run. */
  failure: string | null;
}

export interface RetentionReport {
  at: Date;
  dryRun: boolean;
  lines: RetentionLine[];
}

export interface RetentionOptions {
  dryRun: boolean;
  /** The instant to compare periods with; the database's time by default. */
  at?: Date;
}

/** nightly: the job; command: an operator. */
export type RetentionTrigger = 'nightly' | 'command';
export const RETENTION_RUN = 'retention.run';

/**
 * Deletes data whose retention period is over (security section 6), in bounded batches of one transaction each. A killed run has deleted
 * whole batches, and the next run continues. A batch locks its rows and skips locked ones, so concurrent runs share the work.
 */
@Injectable()
export class RetentionService {
  private readonly log = new Logger('Retention');
  private readonly rules: readonly RetentionRule[];

  constructor(
    private readonly em: EntityManager,
    private readonly rows: RetentionRepository,
    private readonly audit: AuditLog,
    private readonly config: AppConfig,
    members: MemberRetentionService,
  ) {
    this.rules = [...memberRetentionRules(config.retention, members), ...workingDataRetentionRules(config.retention, audit)];
  }

  /** Applies every rule. A failed one is named in the report and does not stop the others. A dry run only counts. */
  async run({ dryRun, at }: RetentionOptions, trigger: RetentionTrigger): Promise<RetentionReport> {
    const now = at ?? (await this.rows.now());
    const lines: RetentionLine[] = [];
    for (const rule of this.rules) lines.push(await this.apply(rule, now, dryRun));
    lines.push(await this.auditLine(now));
    const report = { at: now, dryRun, lines };
    const detail = { trigger, failed: failedKinds(report).length > 0, lines: lines.filter(isWorthRecording).map(summaryOf) };
    if (!dryRun) await this.audit.record(this.em.fork(), { action: RETENTION_RUN, actorId: null, actorRole: null, detail });
    return report;
  }

  private async apply(rule: RetentionRule, now: Date, dryRun: boolean): Promise<RetentionLine> {
    const line = emptyLine(rule);
    try {
      Object.assign(line, await this.rows.countDue(rule, now));
      for (let more = !dryRun && line.due > 0; more;) {
        const { rows, files } = await this.removeBatch(rule, now);
        line.done += rows;
        line.doneFiles += files;
        more = rows === rule.batch;
      }
    } catch (error) {
      this.log.error({ err: error, rule: rule.name }, 'data whose time is over could not be deleted');
      line.failure = (error as Error).message;
    }
    return line;
  }

  private removeBatch(rule: RetentionRule, now: Date): Promise<{ rows: number; files: number }> {
    return this.em.fork().transactional(async (tx) => {
      const keys = await this.rows.lockBatch(tx, rule, now);
      return { rows: keys.length, files: keys.length > 0 ? await rule.remove(tx, keys) : 0 };
    });
  }

  /** Counts audit events past their period. None is deleted: that would break the hash chain. See docs/operations.md. */
  private async auditLine(now: Date): Promise<RetentionLine> {
    const { auditYears } = this.config.retention;
    const rows = await this.rows.countAuditEvents(now, auditYears);
    return {
      ...emptyLine({ name: 'audit', data: 'Entries of the audit log', kept: `${auditYears} years, then archived by hand` }),
      spared: rows > 0 ? [{ why: 'links of the sealed chain, without names', rows }] : [],
    };
  }
}

function emptyLine({ name, data, kept }: Pick<RetentionLine, 'name' | 'data' | 'kept'>): RetentionLine {
  return { name, data, kept, due: 0, dueFiles: 0, done: 0, doneFiles: 0, spared: [], failure: null };
}

export const failedKinds = ({ lines }: RetentionReport): string[] =>
  lines.filter(({ failure }) => failure !== null).map(({ name }) => name);

const isWorthRecording = ({ due, done, spared, failure }: RetentionLine) => due > 0 || done > 0 || spared.length > 0 || failure !== null;
const summaryOf = ({ name, due, done, doneFiles, spared, failure }: RetentionLine) => ({
  rule: name,
  due,
  done,
  files: doneFiles,
  kept: spared.reduce((sum, { rows }) => sum + rows, 0),
  ...(failure !== null && { failed: true }),
});
