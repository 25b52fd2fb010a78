import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { useSnapshot } from '../../platform/persistence/snapshot.query.js';
import { answerTo } from './carried-credits.rules.js';
import { FeeProposalRepository } from './fee-proposal.repository.js';
import { FundCaseReader } from './fund-case.reader.js';
import { FundResultRepository } from './fund-result.repository.js';
import { isRunning, MandateRepository } from './mandate.repository.js';
import { figureFaults, proposalFaults, statementFaults } from './statement-faults.rules.js';

const BATCH = 200;
/** Days of one mandate: a century. */
const MAX_DAYS = 36_525;

export interface StatementReport {
  mandates: number;
  statements: number;
  days: number;
  /** Mandates whose account was computed since: the worker computes them next. */
  behind: number;
  faults: string[];
}

/** Verifies the figures of every mandate: computed anew from what is stored, and added up. */
@Injectable()
export class StatementVerifierService {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly results: FundResultRepository,
    private readonly proposals: FeeProposalRepository,
    private readonly cases: FundCaseReader,
  ) {}

  /** Reads one snapshot, so that work in progress is no fault. */
  verify(): Promise<StatementReport> {
    return this.em.fork().transactional(async (tx) => {
      await useSnapshot(tx);
      const report: StatementReport = { mandates: 0, statements: 0, days: 0, behind: 0, faults: [] };
      for (let after: string | null = null; ;) {
        const batch: string[] = await this.results.findComputed(tx, after, BATCH);
        for (const id of batch) await this.check(tx, id, report);
        if (batch.length < BATCH) return report;
        after = batch.at(-1)!;
      }
    });
  }

  private async check(tx: EntityManager, mandateId: string, report: StatementReport): Promise<void> {
    const mandate = await this.mandates.find(tx, mandateId);
    const stored = await this.results.find(tx, mandateId);
    if (!mandate || !stored || !isRunning(mandate)) return;
    const { rows: days } = await this.results.findDays(tx, mandateId, { offset: 0, limit: MAX_DAYS });
    report.mandates += 1;
    report.statements += stored.answer.statements.length;
    report.days += days.length;
    const faults = statementFaults(stored.answer, stored.equity);
    if (stored.isBehind) report.behind += 1;
    else {
      const answer = answerTo(await this.cases.read(tx, mandate, stored.untilAt));
      faults.push(...figureFaults(answer, { figures: stored.answer, days: days.toReversed() }));
      faults.push(...proposalFaults({ mandateId, answer }, await this.proposals.findOf(tx, mandateId)));
    }
    report.faults.push(...faults.map((fault) => `${mandateId}: ${fault}`));
  }
}
