import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { findLeafIndex, findLeavesOf, type StoredLeaf } from './log.repository.js';

/** A leaf with the content it commits to. */
export type OpenedLeaf = Omit<StoredLeaf, 'subjectId' | 'signalId'>;

/**
 * Returns the content of leaves, revealed or not, so that members can prove later what they received. Unlike LogReader it checks no policy:
 * the caller has checked that the member may see what these leaves are about.
 */
@Injectable()
export class LogReceiptsService {
  constructor(private readonly em: EntityManager) {}

  /** Returns the index of the leaf about a subject; null: it has none. */
  indexOf(subjectId: string): Promise<number | null> {
    return findLeafIndex(this.em, subjectId);
  }

  /** Leaves about these subjects, in the order of the log. Subjects without a leaf are left out. */
  async of(subjectIds: readonly string[]): Promise<OpenedLeaf[]> {
    if (subjectIds.length === 0) return [];
    const leaves = await findLeavesOf(this.em, subjectIds);
    return leaves.map(({ subjectId: _subject, signalId: _signal, ...leaf }) => leaf);
  }
}
