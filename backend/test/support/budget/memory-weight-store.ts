import {
  SharedWeightBudget,
  WHOLE_ADDRESS,
  type BudgetScope,
  type BudgetSettings,
  type ScopeStatus,
} from '../../../src/trading/venues/budget/index.js';
import { grants, noCounters, spills, type Counters, type Terms } from '../../../src/trading/venues/budget/rules.js';
import type { PaceAnswer, Settlement, TakeAnswer, WeightStore, WindowOf } from '../../../src/trading/venues/budget/weight-store.js';
import type { Venue } from '../../../src/trading/venues/port/index.js';

/** The counters in the memory of a test, straight from the rules: what the real stores are compared with. */
export class MemoryWeightStore implements WeightStore {
  readonly #windows = new Map<string, Counters>();
  readonly #closings = new Map<string, number>();
  readonly #free = new Map<string, number>();

  constructor(private readonly now: () => number = Date.now) {}

  take({ scope, window }: WindowOf, terms: Terms): Promise<TakeAnswer> {
    const [now, before] = [this.#counters(scope, window), this.#counters(scope, window - 1)];
    const closedMs = this.#closedMs(scope);
    const granted = closedMs === 0 && grants(terms, now, before);
    if (granted) {
      now.taken += terms.weight;
      now[terms.backfill ? 'backfill' : 'held'] += terms.weight;
      now.underWay += terms.weight;
      if (terms.early) before.spilled += terms.weight;
    }
    return Promise.resolve({ granted, closedMs, now: { ...now }, before: { ...before } });
  }

  pace(scope: BudgetScope, spacingMs: number, horizonMs: number): Promise<PaceAnswer> {
    const closedMs = this.#closedMs(scope);
    if (closedMs > 0) return Promise.resolve({ granted: false, closedMs, waitMs: 0 });
    const turn = Math.max(this.now(), this.#free.get(keyOf(scope)) ?? 0);
    const waitMs = Math.ceil(turn - this.now());
    if (waitMs > horizonMs) return Promise.resolve({ granted: false, closedMs, waitMs });
    this.#free.set(keyOf(scope), turn + spacingMs);
    return Promise.resolve({ granted: true, closedMs, waitMs });
  }

  settle({ scope, window, underWay, seen, spill, told }: Settlement): Promise<void> {
    const [own, next] = [this.#counters(scope, window), this.#counters(scope, window + 1)];
    if (spill > 0 && spills(told, own, next)) next.spilled += spill;
    else if (spill > 0) own.seen = Math.max(own.seen, told);
    own.underWay = Math.max(0, own.underWay - underWay);
    own.seen = Math.max(own.seen, seen);
    return Promise.resolve();
  }

  close(venue: Venue, name: string, ms: number): Promise<void> {
    const key = `${venue} ${name}`;
    this.#closings.set(key, Math.max(this.now() + ms, this.#closings.get(key) ?? 0));
    return Promise.resolve();
  }

  status(): Promise<ScopeStatus[]> {
    return Promise.resolve([]);
  }

  end(): Promise<void> {
    return Promise.resolve();
  }

  #closedMs({ venue, name }: BudgetScope): number {
    const until = Math.max(this.#closings.get(`${venue} ${name}`) ?? 0, this.#closings.get(`${venue} ${WHOLE_ADDRESS}`) ?? 0);
    return Math.max(0, until - this.now());
  }

  #counters(scope: BudgetScope, window: number): Counters {
    const key = `${keyOf(scope)} ${scope.windowMs} ${window}`;
    let counters = this.#windows.get(key);
    if (!counters) this.#windows.set(key, (counters = { ...noCounters }));
    return counters;
  }
}

function keyOf({ venue, name }: BudgetScope): string {
  return `${venue} ${name}`;
}

/** The product's budget for a test of one process: real rules, no server. */
export function memoryBudget(settings: BudgetSettings = {}): SharedWeightBudget {
  return new SharedWeightBudget(new MemoryWeightStore(settings.time ? () => settings.time!.now() : Date.now), settings);
}
