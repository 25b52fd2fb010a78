import { Injectable } from '@nestjs/common';
import { IsolationLevel, MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { HeadValidator } from './head.validator.js';
import { leafFaults } from './leaf.validator.js';
import { LogKeysService } from './log-keys.service.js';
import { LogSubjects } from './log-subjects.port.js';
import { findDuplicates, findLeaves, findWithoutLeaf, type StoredLeaf } from './log.repository.js';
import { RunningRoot } from './merkle.js';

const BATCH = 1000;
/** Further faults are not listed; `moreFaults` says that there are more. */
export const MAX_FAULTS = 100;

export interface LogReport {
  leaves: number;
  heads: number;
  /** Leaves covered by a signed head. */
  signed: number;
  /** Leaves recorded after publication: the log covers them from then on. */
  recordedLater: number;
  /** Sentences. Empty: no difference. */
  faults: string[];
  moreFaults: boolean;
}

/**
 * Compares the whole log with the tables it is about, in one snapshot and in batches, and lists every difference from what was logged and
 * signed. Read-only.
 */
@Injectable()
export class LogVerifierService {
  constructor(
    private readonly orm: MikroORM,
    private readonly keys: LogKeysService,
    private readonly subjects: LogSubjects,
  ) {}

  verify(): Promise<LogReport> {
    return this.orm.em.fork().transactional((tx) => this.read(tx), { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  }

  private async read(tx: EntityManager): Promise<LogReport> {
    const report: LogReport = { leaves: 0, heads: 0, signed: 0, recordedLater: 0, faults: [], moreFaults: false };
    const fault = (sentence: string) => {
      if (report.faults.length < MAX_FAULTS) report.faults.push(sentence);
      else report.moreFaults = true;
    };
    const heads = await HeadValidator.of(tx, this.keys, fault);
    await this.leaves(tx, report, heads, fault);
    await heads.end(tx);
    await this.unlogged(tx, fault);
    report.heads = heads.count;
    report.signed = heads.signed;
    return report;
  }

  private async leaves(tx: EntityManager, report: LogReport, heads: HeadValidator, fault: (sentence: string) => void): Promise<void> {
    const tree = new RunningRoot();
    let before: StoredLeaf | null = null;
    let next = 0;
    for (;;) {
      const leaves = await findLeaves(tx, next, BATCH);
      const told = await this.subjects.of(
        tx,
        leaves.map(({ subjectId }) => subjectId),
      );
      for (const leaf of leaves) {
        if (leaf.index !== next)
          fault(leaf.index === next + 1 ? `leaf ${next} is missing` : `leaves ${next} to ${leaf.index - 1} are missing`);
        const found = leafFaults(leaf, before, told.get(leaf.subjectId));
        for (const sentence of found.faults) fault(`leaf ${leaf.index}: ${sentence}`);
        if (found.recordedLater) report.recordedLater += 1;
        // The hash of the content, not the stored copy, which was compared above.
        tree.append(found.hash);
        heads.leaf(leaf, tree);
        report.leaves += 1;
        before = leaf;
        next = leaf.index + 1;
      }
      if (leaves.length < BATCH) break;
    }
    for (const { subjectId, count } of await findDuplicates(tx, MAX_FAULTS)) fault(`${subjectId} has ${count} leaves`);
  }

  /** Everything published has a leaf. */
  private async unlogged(tx: EntityManager, fault: (sentence: string) => void): Promise<void> {
    let after: string | null = null;
    for (;;) {
      const ids: string[] = await this.subjects.known(tx, after, BATCH);
      for (const id of await findWithoutLeaf(tx, ids)) fault(`${id} was published and has no leaf`);
      after = ids.at(-1) ?? null;
      if (ids.length < BATCH) return;
    }
  }
}
