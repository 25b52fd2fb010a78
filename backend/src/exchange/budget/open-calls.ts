import type { BudgetScope } from './weight-budget.js';

/** A call that was let go and is not answered yet. */
export interface OpenCall {
  scope: BudgetScope;
  weight: number;
  window: number;
  endsAt: number;
  aheadMs: number;
  /** Far enough from the window's beginning: the venue counts it in this window, or a later one. */
  sure: boolean;
  /** By our clock. */
  at: number;
}

const MANY = 5000;
/** Whoever has not answered for a call by then never will. */
const FORGOTTEN_MS = 600_000;

/** The calls of this process that are under way. */
export class OpenCalls {
  readonly #calls = new Map<string, OpenCall[]>();
  #count = 0;

  add(call: OpenCall): void {
    if (this.#count >= MANY) this.#forget(call.at - FORGOTTEN_MS);
    const key = keyOf(call.scope);
    const calls = this.#calls.get(key);
    if (calls) calls.push(call);
    else this.#calls.set(key, [call]);
    this.#count++;
  }

  /**
   * The call that was answered: the one taken with this very scope object, else the newest of its weight. `sure`: what the venue told with
   * the answer belongs to the call's window. With shared scope objects one cannot say which call was answered, so nothing is sure while any
   * of them could be an older one: a count of the window before would shut this one.
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
