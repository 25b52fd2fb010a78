import type { EntityManager } from '@mikro-orm/postgresql';
import type { RunEventsService } from './run-events.service.js';
import type { Progress } from './sync-run.entity.js';
import { saveRunProgress, type OpenRun, type RunResult } from './sync-run.repository.js';

const MAX_WARNINGS = 50;
const MAX_WARNING_LENGTH = 300;
/** Progress is published at most this often. */
const PUBLISH_INTERVAL_MS = 1000;

/** Collects the progress of a run in memory; saved with each heartbeat. */
export class SyncProgress implements RunResult {
  readonly #rows: Record<string, number> = {};
  readonly #progress: Record<string, Progress> = {};
  readonly #warnings = new Set<string>();
  #dropped = 0;
  #publishedAt = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly run: OpenRun,
    private readonly events: RunEventsService,
  ) {
    // Earlier attempts have saved these.
    for (const [dataset, count] of Object.entries(run.rows)) this.#rows[dataset] = count;
    // This attempt counts anew what is left.
    for (const [dataset, { done }] of Object.entries(run.progress)) this.#progress[dataset] = { done, of: done };
  }

  /** Counts rows written to `dataset`. */
  count(dataset: string, rows: number): void {
    this.#rows[dataset] = (this.#rows[dataset] ?? 0) + rows;
    this.#publish();
  }

  /** Sets the number of rows of a snapshot that replaced the last one. */
  replaced(dataset: string, rows: number): void {
    this.#rows[dataset] = rows;
  }

  /** Adds symbols or windows of a data set that are to be read. */
  expect(dataset: string, more: number): void {
    const { done, of } = this.#progress[dataset] ?? { done: 0, of: 0 };
    this.#progress[dataset] = { done, of: of + more };
  }

  /** Counts symbols or windows that were read. */
  advance(dataset: string, more = 1): void {
    const { done, of } = this.#progress[dataset] ?? { done: 0, of: 0 };
    this.#progress[dataset] = { done: done + more, of: Math.max(of, done + more) };
    this.#publish();
  }

  /** Records once what could not be read. */
  warn(warning: string): void {
    if (this.#warnings.size >= MAX_WARNINGS) this.#dropped++;
    else this.#warnings.add(warning.slice(0, MAX_WARNING_LENGTH));
  }

  get rows(): Record<string, number> {
    return this.#rows;
  }

  get progress(): Record<string, Progress> {
    return this.#progress;
  }

  get warnings(): string[] {
    const dropped = this.#dropped > 0 ? [`${this.#dropped} more warnings`] : [];
    return [...this.#warnings, ...dropped];
  }

  /** Saves progress and heartbeat. Returns false where the run was ended, because its key was stopped. */
  async save(): Promise<boolean> {
    return saveRunProgress(this.em, this.run.id, this);
  }

  #publish(): void {
    const now = Date.now();
    if (now - this.#publishedAt < PUBLISH_INTERVAL_MS) return;
    this.#publishedAt = now;
    void this.events.publish(null, { ...this.run, state: 'running', rows: this.#rows, progress: this.#progress, error: null });
  }
}
