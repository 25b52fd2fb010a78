import type { EntityManager } from '@mikro-orm/postgresql';
import type { CanonicalValue } from '../../platform/domain/canonical-json.rules.js';

export type LogContent = { readonly [key: string]: CanonicalValue };

/** A published row for the log. `content` contains its `kind`, `id` and time of publication. */
export interface LogSubject {
  kind: string;
  subjectId: string;
  /** The signal with whose end it is revealed. */
  signalId: string;
  content: LogContent;
}

/** Port to the logged rows, implemented by the module that publishes them. */
export abstract class LogSubjects {
  /** Returns the existing ones by id. */
  abstract of(em: EntityManager, ids: readonly string[]): Promise<Map<string, LogSubject>>;

  /** Returns ids that must have a leaf, in order, after `after`; also those of removed rows that other records still name. */
  abstract known(em: EntityManager, after: string | null, limit: number): Promise<string[]>;

  /** Returns ids without a leaf, in order of publication. */
  abstract unlogged(em: EntityManager, limit: number): Promise<string[]>;
}

/** Decides which leaves are public: those of signals that have ended. */
export abstract class RevealPolicy {
  abstract revealed(em: EntityManager, signalIds: readonly string[]): Promise<ReadonlySet<string>>;
}
