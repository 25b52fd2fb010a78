import type { EntityManager } from '@mikro-orm/postgresql';
import type { MovementKind } from '../port/index.js';

/** Steps that are recorded. `began` is the run's own start; the others are what was asked for or written down. */
export type Step =
  | 'began'
  | 'account'
  | 'futures'
  | 'deposits'
  | 'withdrawals'
  | 'income'
  | 'spot_trades'
  | 'futures_trades'
  | 'spot-mark'
  | 'futures-mark'
  | `movements_${MovementKind}`;

/** What a run has done, with the venue's time of each step: whoever goes on with it after an interruption does not ask again. */
export class RunSteps {
  readonly #steps: Record<string, string>;

  constructor(
    private readonly em: EntityManager,
    private readonly runId: string,
    steps: Readonly<Record<string, string>>,
    /** The venue's time of this attempt. */
    private readonly now: Date,
    /** What was asked longer ago is asked again. */
    private readonly freshMs: number,
  ) {
    this.#steps = { ...steps };
  }

  at(step: Step): Date | null {
    const text = this.#steps[step];
    return text === undefined ? null : new Date(text);
  }

  has(step: Step): boolean {
    return this.#steps[step] !== undefined;
  }

  isFresh(step: Step): boolean {
    const at = this.at(step);
    return at !== null && this.now.getTime() - at.getTime() < this.freshMs;
  }

  /** A text that was noted beside a step. */
  noted(name: string): string | null {
    return this.#steps[`${name}:`] ?? null;
  }

  async done(step: Step, notes: Readonly<Record<string, string | null>> = {}): Promise<void> {
    const more: Record<string, string> = { [step]: this.now.toISOString() };
    for (const [name, text] of Object.entries(notes)) more[`${name}:`] = text ?? '';
    Object.assign(this.#steps, more);
    await this.em.execute('update sync_runs set steps = steps || ?::jsonb where id = ?', [JSON.stringify(more), this.runId]);
  }
}
