import type { Queue } from 'bullmq';

export const storedStates = ['waiting', 'active', 'delayed', 'failed'] as const;
export type StoredState = (typeof storedStates)[number];

export interface StoredCount {
  queue: string;
  /** The kind of job. */
  name: string;
  state: StoredState;
  count: number;
}

/** A job that was given up. What it was asked to do stays in the store. */
export interface FailedJob {
  queue: string;
  /** Unique within its queue. */
  id: string;
  name: string;
  attempts: number;
  addedAt: Date;
  failedAt: Date;
  /** As the error said it; may hold more than everybody should read. */
  reason: string;
}

/** What stands in the store of the queues, over all of them. Every read is bounded. */
export interface StoredJobs {
  /** `complete` false: there are more than were looked at, and the counts are what was found among those. */
  counts(queues: readonly Queue[]): Promise<{ rows: StoredCount[]; complete: boolean }>;
  /** The last that failed come first within each queue, which keeps 1000 of them. */
  failed(queues: readonly Queue[]): Promise<FailedJob[]>;
  /** Of the server that holds them, such as `PostgreSQL 17.5`. */
  version(): Promise<string>;
}

export const MAX_FAILED = 1000;
