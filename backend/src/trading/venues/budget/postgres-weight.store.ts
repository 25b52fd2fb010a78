import pg from 'pg';
import type { Venue } from '../port/index.js';
import type { Terms } from './rules.js';
import { WHOLE_ADDRESS, type BudgetScope, type ScopeStatus } from './weight-budget.js';
import { readTakeAnswer, type PaceAnswer, type Settlement, type TakeAnswer, type WeightStore, type WindowOf } from './weight-store.js';
import { CLOSE, PACE, SETTLE, STATUS, TAKE } from './weight-counters.sql.js';

const ANSWER_MS = 3000;
const CONNECTIONS = 3;

interface StatusRow {
  venue: Venue;
  scope: string;
  until: Date | null;
  used: number;
  weight_limit: number;
}

/**
 * Counters in PostgreSQL, by functions of migration 1500, on a few connections of their own, so that runs and counters cannot block each
 * other.
 */
export class PostgresWeightStore implements WeightStore {
  readonly #pool: pg.Pool;

  constructor(
    connectionString: string,
    private readonly address: string,
    onError: (error: Error) => void,
  ) {
    this.#pool = new pg.Pool({
      connectionString,
      max: CONNECTIONS,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
      keepAlive: true,
      application_name: 'tidemark-budget',
    });
    this.#pool.on('error', onError);
  }

  async take({ scope, window, endsAt }: WindowOf, { weight, backfill, cap, half, early, carry, reserve }: Terms): Promise<TakeAnswer> {
    const values = [
      ...this.#scope(scope),
      scope.windowMs,
      window,
      scope.limit,
      new Date(endsAt),
      weight,
      backfill,
      cap,
      half,
      early,
      carry,
      reserve,
    ];
    return readTakeAnswer(await this.#numbers('exchange-budget-take', TAKE, values));
  }

  async pace(scope: BudgetScope, spacingMs: number, horizonMs: number): Promise<PaceAnswer> {
    const [granted, closedMs, waitMs] = await this.#numbers('exchange-budget-pace', PACE, [
      ...this.#scope(scope),
      spacingMs,
      Math.floor(horizonMs),
    ]);
    return { granted: granted === 1, closedMs: closedMs!, waitMs: waitMs! };
  }

  async settle({ scope, window, endsAt, underWay, seen, spill, told }: Settlement): Promise<void> {
    const values = [...this.#scope(scope), scope.windowMs, window, scope.limit, new Date(endsAt), underWay, seen, spill, told];
    await this.#pool.query({ name: 'exchange-budget-settle', text: SETTLE, values });
  }

  async close(venue: Venue, name: string, ms: number): Promise<void> {
    await this.#pool.query(CLOSE, [this.address, venue, name, Math.ceil(ms)]);
  }

  async status(): Promise<ScopeStatus[]> {
    const { rows } = await this.#pool.query<StatusRow>(STATUS, [this.address]);
    return rows.map(({ venue, scope, until, used, weight_limit: limit }) => ({
      venue,
      name: scope,
      closedUntil: until,
      reason: until && (scope === WHOLE_ADDRESS ? 'address' : 'limit'),
      used,
      limit,
    }));
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  #scope({ venue, name }: BudgetScope): [string, string, string] {
    return [this.address, venue, name];
  }

  async #numbers(name: string, text: string, values: unknown[]): Promise<number[]> {
    const { rows } = await this.#pool.query<{ answer: number[] }>({ name, text, values });
    return rows[0]!.answer;
  }
}
