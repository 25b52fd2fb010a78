interface Batches {
  /** Returns the ids of mandates that are due, by id after `after`. */
  find: (after: string | null) => Promise<string[]>;
  work: (mandateIds: string[]) => Promise<void>;
  /** Gets a batch that failed. */
  apart: (mandateIds: string[], error: unknown) => Promise<void>;
}

/**
 * Works on due mandates in batches until none is left, or the worker shuts down. Jobs that run at once pass over what another has locked;
 * the second round finds what a killed worker left behind.
 */
export async function inBatches({ find, work, apart }: Batches, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (let after: string | null = null; ;) {
      signal.throwIfAborted();
      const ids = await find(after);
      if (ids.length === 0) break;
      await work(ids).catch((error: unknown) => apart(ids, error));
      after = ids.at(-1)!;
    }
  }
}
