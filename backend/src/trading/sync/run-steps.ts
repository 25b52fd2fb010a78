import type { EntityManager } from '@mikro-orm/postgresql';
import type { MovementKind } from '../venues/index.js';
import { addRunSteps } from './sync-run.repository.js';

/** Recorded steps: `began` is the start of the run, the others are reads and writes. */
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

/** The finished steps of a run with their venue time, so that an attempt after an interruption does not repeat them. */
export class RunSteps {
  readonly #steps: Record<string, string>;

  constructor(
    private readonly em: EntityManager,
    private readonly runId: string,
    steps: Readonly<Record<string, string>>,
    /** Venue time of this attempt. */
    private readonly now: Date,
    /** Older steps are repeated. */
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

  /** Returns a note that was stored with a step. */
  noted(name: string): string | null {
    return this.#steps[`${name}:`] ?? null;
  }

  async done(step: Step, notes: Readonly<Record<string, string | null>> = {}): Promise<void> {
    const more: Record<string, string> = { [step]: this.now.toISOString() };
    for (const [name, text] of Object.entries(notes)) more[`${name}:`] = text ?? '';
    Object.assign(this.#steps, more);
    await addRunSteps(this.em, this.runId, more);
  }
}
