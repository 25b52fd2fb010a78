import { DomainError } from './domain.errors.js';

export interface BulkResult {
  id: string;
  done: boolean;
  /** Why it failed; null if it did not. */
  reason: string | null;
}

/** Applies `act` to each id in turn. A failure does not stop the others. Returns one result an id, in the given order. */
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
