import { Gauge } from 'prom-client';
import { metricsRegistry } from '../../../platform/observability/metrics.js';
import type { ScopeStatus, WeightBudget } from './weight-budget.js';

const gauge = (name: string, help: string) =>
  new Gauge({ name: `tidemark_exchange_${name}`, help, labelNames: ['venue', 'scope'], registers: [metricsRegistry], collect });
const used = gauge('weight_used', "Weight used in the present window of a venue's limit, by all processes of our address");
const limit = gauge('weight_limit', "A venue's limit of weight in a window");
const closed = gauge('closed_seconds', 'How long a scope of a venue, or all of it (*), stays closed');

/** Cache time: `/metrics` may be scraped at any rate. */
const KEPT_MS = 5000;
/** Scopes of single accounts are left out, which would add a series per member. */
const OF_ONE_ACCOUNT = /[0-9a-f]{16}/;

let source: WeightBudget | null = null;
let collected: { at: number; done: Promise<void> } | null = null;

/** Makes `budget` the source of this process's metrics about limits. */
export function measureBudget(budget: WeightBudget): void {
  source = budget;
  collected = null;
}

/** Shares one read between the three metrics. */
function collect(): Promise<void> {
  if (!collected || Date.now() - collected.at >= KEPT_MS) collected = { at: Date.now(), done: read() };
  return collected.done;
}

async function read(): Promise<void> {
  // While the store is unreachable, no series is better than an old one, and the other metrics must not fail.
  const scopes = (await source?.status().catch((): ScopeStatus[] => [])) ?? [];
  for (const one of [used, limit, closed]) one.reset();
  for (const { venue, name, used: weight, limit: most, closedUntil } of scopes) {
    if (OF_ONE_ACCOUNT.test(name)) continue;
    const labels = { venue, scope: name };
    if (most > 0) {
      used.set(labels, weight);
      limit.set(labels, most);
    }
    closed.set(labels, closedUntil ? Math.max(0, (closedUntil.getTime() - Date.now()) / 1000) : 0);
  }
}
