import type { EntityManager } from '@mikro-orm/postgresql';
import type { Amendment } from '../scoring/index.js';

/** What was said of signals after they were published, as the rules of scoring take it. */
export abstract class AmendmentSource {
  /**
   * By the signal's id, in the order in which they were said; a signal without any is left out. Nothing that was told once is ever told
   * otherwise.
   */
  abstract of(em: EntityManager, signalIds: readonly string[]): Promise<ReadonlyMap<string, readonly Amendment[]>>;
}
