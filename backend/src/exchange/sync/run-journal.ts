import type { EntityManager } from '@mikro-orm/postgresql';

const MAX_WARNINGS = 50;
const MAX_WARNING_LENGTH = 300;

/** What a run has done so far; kept in memory and written to its record now and then. */
export class RunJournal {
  readonly #rows: Record<string, number> = {};
  readonly #warnings = new Set<string>();
  #dropped = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly runId: string,
  ) {}

  /** `rows` more were written to `dataset`. */
  count(dataset: string, rows: number): void {
    this.#rows[dataset] = (this.#rows[dataset] ?? 0) + rows;
  }

  /** A snapshot of `rows` rows stands in the place of the last one. */
  replaced(dataset: string, rows: number): void {
    this.#rows[dataset] = rows;
  }

  /** Says once what could not be read. */
  warn(warning: string): void {
    if (this.#warnings.size >= MAX_WARNINGS) this.#dropped++;
    else this.#warnings.add(warning.slice(0, MAX_WARNING_LENGTH));
  }

  /** Adds to what earlier attempts of the run have written down. */
  restore(rows: Record<string, number>): void {
    for (const [dataset, count] of Object.entries(rows)) this.count(dataset, count);
  }

  get rows(): Record<string, number> {
    return this.#rows;
  }

  get warnings(): string[] {
    const dropped = this.#dropped > 0 ? [`${this.#dropped} more warnings`] : [];
    return [...this.#warnings, ...dropped];
  }

  /** Writes progress and a sign of life. */
  async save(): Promise<void> {
    await this.em.execute('update sync_runs set rows = ?::jsonb, warnings = ?::jsonb, progress_at = now() where id = ? and state = ?', [
      JSON.stringify(this.#rows),
      JSON.stringify(this.warnings),
      this.runId,
      'running',
    ]);
  }
}
