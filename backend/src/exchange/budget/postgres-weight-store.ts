import pg from 'pg';
import type { Venue } from '../port/index.js';
import type { Terms } from './rules.js';
import { WHOLE_ADDRESS, type BudgetScope, type ScopeStatus } from './weight-budget.js';
import {
  readTakeAnswer,
  STATUS_ROWS,
  type PaceAnswer,
  type Settlement,
  type TakeAnswer,
  type WeightStore,
  type WindowOf,
} from './weight-store.js';

const ANSWER_MS = 3000;
const CONNECTIONS = 3;

const TAKE = 'select exchange_budget_take($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as answer';
const PACE = 'select exchange_budget_pace($1, $2, $3, $4, $5) as answer';
const SETTLE = 'select exchange_budget_settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)';
/** Old closings go with each new one; there are never many. */
const CLOSE = `with over as (delete from exchange_budget_closings where until < clock_timestamp() - interval '1 hour' and (address, venue, scope) <> ($1, $2, $3))
  insert into exchange_budget_closings as c (address, venue, scope, until) values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')
  on conflict (address, venue, scope) do update set until = greatest(c.until, excluded.until)`;
/** The newest window of each scope that is not over, and what is closed. */
const STATUS = `select coalesce(w.venue, c.venue) as venue, coalesce(w.scope, c.scope) as scope, c.until, coalesce(w.used, 0)::int as used, coalesce(w.weight_limit, 0) as weight_limit
  from (select distinct on (venue, scope) venue, scope, greatest(taken + spilled, seen) as used, weight_limit from exchange_budget_windows
    where address = $1 and ends_at > clock_timestamp() and taken > 0 order by venue, scope, number desc) w
  full join (select venue, scope, until from exchange_budget_closings where address = $1 and until > clock_timestamp()) c on c.venue = w.venue and c.scope = w.scope
  order by 3 nulls last, 4 desc limit ${STATUS_ROWS}`;

interface StatusRow {
  venue: Venue;
  scope: string;
  until: Date | null;
  used: number;
  weight_limit: number;
}

/**
 * The counters in PostgreSQL, by functions of migration 1500, over a few connections of its own: a run that holds all others must not stop
 * the counting, nor the counting a run.
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
