import { BATCH } from './fund.jobs.js';
import type { MandateRange } from './mandate.repository.js';

interface Batches {
  /** Returns the mandates in the range that are due, by id. */
  find: (range: MandateRange) => Promise<string[]>;
  work: (mandateIds: string[]) => Promise<void>;
  /** Gets a batch that failed. */
  apart: (mandateIds: string[], error: unknown) => Promise<void>;
}

/** Mandates that are found at once: finding due mandates reads all of them. */
const PAGE = 1_000;

/**
 * Works on due mandates in batches until none is left, or the worker shuts down. Jobs that run at once go through the same batches: each
 * passes over what another has locked or done. The second round finds what a killed worker left behind.
 */
export async function inBatches({ find, work, apart }: Batches, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (let after: string | null = null; ;) {
      signal.throwIfAborted();
      const page = await find({ after, limit: PAGE });
      if (page.length === 0) break;
      for (let first = 0; first < page.length; first += BATCH) {
        signal.throwIfAborted();
        const ids = await find({ after: null, ids: page.slice(first, first + BATCH), limit: BATCH });
        if (ids.length > 0) await work(ids).catch((error: unknown) => apart(ids, error));
      }
      after = page.at(-1)!;
    }
  }
}
