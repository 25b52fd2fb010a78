import { Injectable } from '@nestjs/common';
import { IsolationLevel, MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { HeadCheck } from './head-check.js';
import { leafFaults, type StoredLeaf } from './leaf-check.js';
import { LogKeys } from './log-keys.js';
import { LogSubjects } from './log-subjects.js';
import { RunningRoot } from './merkle.js';

const BATCH = 1000;
/** Beyond it nobody reads on; that there are more is said. */
export const MOST_FAULTS = 100;

export interface LogReport {
  leaves: number;
  heads: number;
  /** Leaves that a signed head vouches for. */
  signed: number;
  /** Recorded after the fact: the log vouches for them from then on. */
  recordedLater: number;
  /** Sentences. Empty: everything is as it was logged. */
  faults: string[];
  moreFaults: boolean;
}

interface LeafRow {
  index: string;
  kind: string;
  subject_id: string;
  signal_id: string;
  content: string;
  nonce: Buffer;
  leaf_hash: Buffer;
  at: string;
}

/** Reads the whole log in one snapshot and in batches, beside the tables it is about, and finds every place where they are not what was logged and signed. Changes nothing. */
@Injectable()
export class LogVerifier {
  constructor(
    private readonly orm: MikroORM,
    private readonly keys: LogKeys,
    private readonly subjects: LogSubjects,
  ) {}

  verify(): Promise<LogReport> {
    return this.orm.em.fork().transactional((tx) => this.read(tx), { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  }

  private async read(tx: EntityManager): Promise<LogReport> {
    const report: LogReport = { leaves: 0, heads: 0, signed: 0, recordedLater: 0, faults: [], moreFaults: false };
    const fault = (sentence: string) => {
      if (report.faults.length < MOST_FAULTS) report.faults.push(sentence);
      else report.moreFaults = true;
    };
    const heads = await HeadCheck.of(tx, this.keys, fault);
    await this.leaves(tx, report, heads, fault);
    await heads.end(tx);
    await this.unlogged(tx, fault);
    report.heads = heads.count;
    report.signed = heads.signed;
    return report;
  }

  private async leaves(tx: EntityManager, report: LogReport, heads: HeadCheck, fault: (sentence: string) => void): Promise<void> {
    const tree = new RunningRoot();
    let before: StoredLeaf | null = null;
    let next = 0;
    for (;;) {
      const rows = await tx.execute<LeafRow[]>(
        'select index, kind, subject_id, signal_id, content, nonce, leaf_hash, at from log_leaves where index >= ? order by index limit ?',
        [next, BATCH],
      );
      const told = await this.subjects.of(
        tx,
        rows.map(({ subject_id }) => subject_id),
      );
      for (const row of rows) {
        const leaf: StoredLeaf = {
          index: Number(row.index),
          kind: row.kind,
          subjectId: row.subject_id,
          signalId: row.signal_id,
          content: row.content,
          nonce: row.nonce,
          hash: row.leaf_hash,
          at: new Date(row.at),
        };
        if (leaf.index !== next)
          fault(leaf.index === next + 1 ? `leaf ${next} is missing` : `leaves ${next} to ${leaf.index - 1} are missing`);
        const found = leafFaults(leaf, before, told.get(leaf.subjectId));
        for (const sentence of found.faults) fault(`leaf ${leaf.index}: ${sentence}`);
        if (found.recordedLater) report.recordedLater += 1;
        // By what it says: the hash beside it is a copy, and was held against it.
        tree.append(found.hash);
        heads.leaf(leaf, tree);
        report.leaves += 1;
        before = leaf;
        next = leaf.index + 1;
      }
      if (rows.length < BATCH) break;
    }
    const doubles = await tx.execute<{ subject_id: string; n: number }[]>(
      'select subject_id, count(*)::int as n from log_leaves group by subject_id having count(*) > 1 order by subject_id limit ?',
      [MOST_FAULTS],
    );
    for (const { subject_id, n } of doubles) fault(`${subject_id} has ${n} leaves`);
  }

  /** Everything that was told has a leaf. */
  private async unlogged(tx: EntityManager, fault: (sentence: string) => void): Promise<void> {
    let after: string | null = null;
    for (;;) {
      const ids: string[] = await this.subjects.known(tx, after, BATCH);
      const rows = await tx.execute<{ id: string }[]>(
        'select i.id from unnest(?::uuid[]) as i (id) where not exists (select 1 from log_leaves l where l.subject_id = i.id) order by i.id',
        [`{${ids.join(',')}}`],
      );
      for (const { id } of rows) fault(`${id} was published and has no leaf`);
      after = ids.at(-1) ?? null;
      if (ids.length < BATCH) return;
    }
  }
}
