import type { Queue } from 'bullmq';

export const storedStates = ['waiting', 'active', 'delayed', 'failed'] as const;
export type StoredState = (typeof storedStates)[number];

export interface StoredCount {
  queue: string;
  /** The job's name. */
  name: string;
  state: StoredState;
  count: number;
}

/** A failed job. Its payload stays in the store. */
export interface FailedJob {
  queue: string;
  /** Unique within its queue. */
  id: string;
  name: string;
  attempts: number;
  addedAt: Date;
  failedAt: Date;
  /** The error's message; may contain confidential values. */
  reason: string;
}

/** Reads the queues' store. Every read is bounded. */
export interface StoredJobs {
  /** `complete` false: the counts are those of a sample. */
  counts(queues: readonly Queue[]): Promise<{ rows: StoredCount[]; complete: boolean }>;
  /** Latest first within each queue, which keeps 1000 of them. */
  failed(queues: readonly Queue[]): Promise<FailedJob[]>;
  /** Returns the server's version, such as `PostgreSQL 17.5`. */
  version(): Promise<string>;
}

export const MAX_FAILED = 1000;
