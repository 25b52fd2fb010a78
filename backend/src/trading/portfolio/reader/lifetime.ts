import { Decimal } from '../../../platform/domain/index.js';
import type { StoredPast } from '../store/index.js';
import { type Figure, known, unknown } from './figure.js';
import type { Reason } from './reason.types.js';

/**
 * All deposits and withdrawals against the equity. Needs neither trades nor daily prices, and therefore reaches back further than returns.
 */
export interface Lifetime {
  /** The first deposit or withdrawal. */
  since: Date | null;
  inflow: Figure;
  outflow: Figure;
  /** Equity less deposits plus withdrawals. */
  result: Figure;
}

export interface LifetimeRow {
  since: string | null;
  inflow: string;
  outflow: string;
  unvalued: boolean | null;
}

/** `equity`: of the last day; null: unknown. */
export function lifetimeOf(moved: LifetimeRow | null, equity: string | null, past: StoredPast | null): Lifetime {
  const missing = reasonOf(moved, past);
  const since = moved?.since ? new Date(moved.since) : null;
  if (missing !== null || !moved) {
    const figure = unknown(missing ?? { id: 'portfolio.nothing-computed' });
    return { since, inflow: figure, outflow: figure, result: figure };
  }
  return {
    since,
    inflow: known(moved.inflow),
    outflow: known(moved.outflow),
    result:
      equity === null ? unknown({ id: 'portfolio.no-price-now' }) : known(new Decimal(equity).minus(moved.inflow).plus(moved.outflow)),
  };
}

function reasonOf(moved: LifetimeRow | null, past: StoredPast | null): Reason | null {
  if (!moved || !past) return { id: 'portfolio.nothing-computed' };
  if (past.capitalFrom === null) return { id: 'portfolio.flows-unread' };
  if (past.capitalFrom > 0) return { id: 'portfolio.flows-read-to-day', day: new Date(past.capitalFrom).toISOString().slice(0, 10) };
  return moved.unvalued ? { id: 'portfolio.flow-without-value' } : null;
}
