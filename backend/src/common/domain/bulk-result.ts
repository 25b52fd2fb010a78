import { DomainError } from './domain-error.js';

export interface BulkResult {
  id: string;
  done: boolean;
  /** Why it was not done. */
  reason: string | null;
}

/** Does `act` to one after the other, each by itself: what one refuses keeps no other from it. One answer each, in the order given. */
export async function applyToEach(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<BulkResult[]> {
  const outcomes: BulkResult[] = [];
  for (const id of new Set(ids)) {
    try {
      await act(id);
      outcomes.push({ id, done: true, reason: null });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unauthenticated') throw error;
      outcomes.push({ id, done: false, reason: error.message });
    }
  }
  return outcomes;
}
