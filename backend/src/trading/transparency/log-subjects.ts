import type { EntityManager } from '@mikro-orm/postgresql';
import type { LogValue } from './canonical-json.js';

export type LogContent = { readonly [key: string]: LogValue };

/** Something that was told, as its own tables have it. `content` names its `kind` and `id`, and when it was told. */
export interface LogSubject {
  kind: string;
  subjectId: string;
  /** With which it is revealed. */
  signalId: string;
  content: LogContent;
}

/** What the log is about. The log knows none of it; whoever tells members something serves this. */
export abstract class LogSubjects {
  /** By id, those that are there. */
  abstract of(em: EntityManager, ids: readonly string[]): Promise<Map<string, LogSubject>>;

  /** Ids of everything that must have a leaf, in order, those after `after`. Also of what is gone and that other records still name. */
  abstract known(em: EntityManager, after: string | null, limit: number): Promise<string[]>;

  /** Ids without a leaf, in the order in which they were told. */
  abstract unlogged(em: EntityManager, limit: number): Promise<string[]>;
}

/** Says what of the log everybody may read: nothing of a signal that members still pay for. */
export abstract class RevealPolicy {
  abstract revealed(em: EntityManager, signalIds: readonly string[]): Promise<ReadonlySet<string>>;
}
