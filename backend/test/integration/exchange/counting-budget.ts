import { WeightBudget, WHOLE_ADDRESS, type BudgetScope, type Spending } from '../../../src/trading/venues/budget/index.js';
import { RateLimited, type Venue } from '../../../src/trading/venues/port/index.js';

/** Lets everything through that is not closed, and remembers what it was told. */
export class CountingBudget extends WeightBudget {
  readonly taken: Spending[] = [];
  readonly answers: { scope: BudgetScope; weight: number; used: number | null }[] = [];
  readonly closed = new Map<string, number>();

  async take(spending: Spending): Promise<void> {
    spending.signal?.throwIfAborted();
    const { venue, name } = spending.scope;
    const ms = this.closed.get(`${venue} ${name}`) ?? this.closed.get(`${venue} ${WHOLE_ADDRESS}`);
    if (ms !== undefined) throw new RateLimited(ms, name);
    this.taken.push(spending);
  }

  answered(scope: BudgetScope, weight: number, used: number | null): void {
    this.answers.push({ scope, weight, used });
  }

  close(venue: Venue, name: string, ms: number): void {
    this.closed.set(`${venue} ${name}`, ms);
  }

  status(): Promise<never[]> {
    return Promise.resolve([]);
  }

  /** Weight under way: taken, and not answered for. */
  get underWay(): number {
    const sum = (list: readonly { weight: number }[]) => list.reduce((total, { weight }) => total + weight, 0);
    return sum(this.taken) - sum(this.answers);
  }

  forget(): void {
    this.taken.length = 0;
    this.answers.length = 0;
    this.closed.clear();
  }
}
