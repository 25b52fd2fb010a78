import type { EntityManager } from '@mikro-orm/postgresql';
import type { Progress, RunEvents } from './run-events.js';
import type { OpenRun } from './sync-runs.js';

const MAX_WARNINGS = 50;
const MAX_WARNING_LENGTH = 300;
/** Whoever watches a run is told at most this often. */
const TELL_MS = 1000;

/** What a run has done so far; kept in memory and written to its record now and then. */
export class RunJournal {
  readonly #rows: Record<string, number> = {};
  readonly #progress: Record<string, Progress> = {};
  readonly #warnings = new Set<string>();
  #dropped = 0;
  #toldAt = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly run: OpenRun,
    private readonly events: RunEvents,
  ) {
    // What earlier attempts of the run have written down.
    for (const [dataset, count] of Object.entries(run.rows)) this.#rows[dataset] = count;
    // Whoever goes on with a run expects anew what is left of it.
    for (const [dataset, { done }] of Object.entries(run.progress)) this.#progress[dataset] = { done, of: done };
  }

  /** `rows` more were written to `dataset`. */
  count(dataset: string, rows: number): void {
    this.#rows[dataset] = (this.#rows[dataset] ?? 0) + rows;
    this.#tell();
  }

  /** A snapshot of `rows` rows stands in the place of the last one. */
  replaced(dataset: string, rows: number): void {
    this.#rows[dataset] = rows;
  }

  /** `more` symbols or windows of a data set are to be read. */
  expect(dataset: string, more: number): void {
    const { done, of } = this.#progress[dataset] ?? { done: 0, of: 0 };
    this.#progress[dataset] = { done, of: of + more };
  }

  /** `more` of what was expected are read. */
  advance(dataset: string, more = 1): void {
    const { done, of } = this.#progress[dataset] ?? { done: 0, of: 0 };
    this.#progress[dataset] = { done: done + more, of: Math.max(of, done + more) };
    this.#tell();
  }

  /** Says once what could not be read. */
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

  /** Writes progress and a sign of life. False where somebody has ended the run: its key was found wanting. */
  async save(): Promise<boolean> {
    const saved = await this.em.execute<unknown[]>(
      'update sync_runs set rows = ?::jsonb, progress = ?::jsonb, warnings = ?::jsonb, progress_at = now() where id = ? and state = ? returning id',
      [JSON.stringify(this.#rows), JSON.stringify(this.#progress), JSON.stringify(this.warnings), this.run.id, 'running'],
    );
    return saved.length > 0;
  }

  #tell(): void {
    const now = Date.now();
    if (now - this.#toldAt < TELL_MS) return;
    this.#toldAt = now;
    void this.events.tell(null, { ...this.run, state: 'running', rows: this.#rows, progress: this.#progress, error: null });
  }
}
