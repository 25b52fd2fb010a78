import { WeightBudget, type BudgetScope, type ScopeStatus, type Spending } from '../../budget/index.js';
import type { Venue } from '../../port/index.js';
import type { WireAnswer } from '../ccxt/index.js';
import type { BybitEndpoint } from './endpoints.js';

const venue = 'bybit';
const ADDRESS = 'address';
/** The most a header is believed to announce. */
const MOST = 10_000;
const MANY_ACCOUNTS = 5000;

/**
 * 600 requests in any 5 seconds from one address, and a ban of ten minutes beyond. Nothing says where those 5 seconds begin, so the limit
 * is spent by the second: then no 5 seconds hold more, wherever they begin.
 */
const addressScope = (): BudgetScope => ({ venue, name: ADDRESS, limit: 120, windowMs: 1000 });

/** What may be asked of the venue: by each account at each endpoint, and by our address altogether (exchange.md section 1.2). */
export class BybitLimits {
  readonly #announced = new Map<string, number>();

  scopeOf({ path, perAccount }: BybitEndpoint, keyTag: string): BudgetScope {
    if (!perAccount) return addressScope();
    const name = `uid:${keyTag}:${path}`;
    return { venue, name, limit: this.#announced.get(name) ?? perAccount.limit, windowMs: perAccount.windowMs };
  }

  /**
   * The venue's own count: `X-Bapi-Limit` is the limit of this account at this endpoint, `X-Bapi-Limit-Status` what is left of it. Accounts
   * differ in limits, so the announced one counts from then on.
   */
  usedWeight({ headers }: WireAnswer, { name }: BudgetScope): number | null {
    const limit = count(headers.get('x-bapi-limit'));
    const left = count(headers.get('x-bapi-limit-status'));
    if (name === ADDRESS || limit === null || left === null || limit < 1 || limit > MOST || left > limit) return null;
    if (this.#announced.size >= MANY_ACCOUNTS) this.#announced.clear();
    this.#announced.set(name, limit);
    return limit - left;
  }
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Takes from the address whatever an account takes: the two limits hold side by side. */
export class AlsoByAddress extends WeightBudget {
  readonly #taken = new WeakMap<BudgetScope, BudgetScope>();

  constructor(private readonly inner: WeightBudget) {
    super();
  }

  /** The account's turn first: it may be a minute away, and the address must not wait for it. */
  override async take(spending: Spending): Promise<void> {
    await this.inner.take(spending);
    if (spending.scope.name === ADDRESS) return;
    const address = addressScope();
    try {
      await this.inner.take({ ...spending, scope: address, weight: 1 });
    } catch (error) {
      this.inner.answered(spending.scope, spending.weight, null);
      throw error;
    }
    this.#taken.set(spending.scope, address);
  }

  override answered(scope: BudgetScope, weight: number, used: number | null): void {
    this.inner.answered(scope, weight, used);
    const address = this.#taken.get(scope);
    if (!address) return;
    this.#taken.delete(scope);
    this.inner.answered(address, 1, null);
  }

  override close(of: Venue, name: string, ms: number): void {
    this.inner.close(of, name, ms);
  }

  override status(): Promise<ScopeStatus[]> {
    return this.inner.status();
  }
}
