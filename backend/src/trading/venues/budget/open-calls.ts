import type { BudgetScope } from './weight-budget.js';

/** A call that was granted and is not answered yet. */
export interface OpenCall {
  scope: BudgetScope;
  weight: number;
  window: number;
  endsAt: number;
  aheadMs: number;
  /** Granted long enough after the start of the window that the venue counts it in this one or a later one. */
  sure: boolean;
  /** Local clock. */
  at: number;
}

const MAX_CALLS = 5000;
/** Calls without an answer are dropped after this time. */
const MAX_AGE_MS = 600_000;

/** The unanswered calls of this process. */
export class OpenCalls {
  readonly #calls = new Map<string, OpenCall[]>();
  #count = 0;

  add(call: OpenCall): void {
    if (this.#count >= MAX_CALLS) this.#forget(call.at - MAX_AGE_MS);
    const key = keyOf(call.scope);
    const calls = this.#calls.get(key);
    if (calls) calls.push(call);
    else this.#calls.set(key, [call]);
    this.#count++;
  }

  /**
   * Removes and returns the call that was answered: the one with this scope object, else the newest of its weight. `sure`: the venue's
   * count in the answer belongs to the call's window. With shared scope objects it is unknown which call was answered, so that nothing is
   * sure while any of them could be from an earlier window, whose count would close this one.
   */
  close(scope: BudgetScope, weight: number): { call: OpenCall; sure: boolean } | null {
    const key = keyOf(scope);
    const calls = this.#calls.get(key) ?? [];
    const own = calls.filter((call) => call.scope === scope && call.weight === weight);
    const call = own.at(-1) ?? calls.findLast((other) => other.weight === weight);
    if (!call) return null;
    const sure = own.length === 1 ? call.sure : call.sure && calls.every((other) => other.sure && other.window === call.window);
    calls.splice(calls.indexOf(call), 1);
    if (calls.length === 0) this.#calls.delete(key);
    this.#count--;
    return { call, sure };
  }

  #forget(before: number): void {
    for (const [key, calls] of this.#calls) {
      const kept = calls.filter(({ at }) => at >= before);
      this.#count -= calls.length - kept.length;
      if (kept.length > 0) this.#calls.set(key, kept);
      else this.#calls.delete(key);
    }
  }
}

function keyOf({ venue, name }: BudgetScope): string {
  return `${venue} ${name}`;
}
