import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Tracing } from '../observability/tracing.js';
import { cancelStatement } from './cancel-statement.js';
import { measurePool } from './pool.metrics.js';
import { refusedWrites } from './refused-writes.js';
import { keepContext, openStatementSpan } from './statement-spans.js';

type Query = (statement: unknown, ...rest: unknown[]) => unknown;
type Callback = (error: unknown, result?: unknown) => void;

export interface PoolOptions {
  /** Label of this pool in the metrics. */
  name: string;
  /** Statement timeout, enforced by the client too in case the server does not respond; undefined: none. */
  statementTimeoutMs?: number | undefined;
  tracing?: Tracing | null;
}

const BEGIN = /^(begin|start transaction)\b/;
/** The driver's message; it sets no code. */
const TIMED_OUT = 'Query read timeout';

/**
 * How long an unused connection stays open. Opening one, with its first plans, costs PostgreSQL as much as dozens of statements, and
 * schedules need it again every few seconds.
 */
export const IDLE_MS = 60_000;

/**
 * Wraps `client.query`, which no other code does: applies the statement timeout, traces statements, and keeps broken connections out of the
 * pool. Streams (COPY, cursors, rows as bytes) are passed through: the driver's timer would outlive the stream and hit the next statement.
 */
export function preparePool(pool: Pool, { name, statementTimeoutMs, tracing = null }: PoolOptions): void {
  measurePool(name, pool);
  if (tracing) keepContext(pool);
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as Query;
    const query: Query = (statement, ...rest) => {
      const text = textOf(statement);
      if (text === null) return send(statement, ...rest);
      const span = tracing && openStatementSpan(tracing, text);
      const settle = (error: unknown) => {
        if (error instanceof Error && error.message === TIMED_OUT) discard(client);
        if (error) refusedWrites.note(error);
        span?.(error);
      };
      const given = statementTimeoutMs === undefined ? [statement, ...rest] : withTimeout(statement, rest, statementTimeoutMs);
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        const settled: Callback = (error, result) => {
          settle(error);
          (callback as Callback)(error, result);
        };
        return send(given[0], ...given.slice(1, -1), settled);
      }
      const answer = send(given[0], ...given.slice(1));
      if (!(answer instanceof Promise)) return answer;
      answer.then(() => settle(null), settle);
      return atTransactionEdge(client, text, answer);
    };
    client.query = query as typeof client.query;
  });
}

function withTimeout(statement: unknown, rest: unknown[], query_timeout: number): unknown[] {
  if (typeof statement !== 'string') return [{ ...(statement as QueryConfig), query_timeout }, ...rest];
  const [values] = rest;
  return Array.isArray(values)
    ? [{ text: statement, values, query_timeout }, ...rest.slice(1)]
    : [{ text: statement, query_timeout }, ...rest];
}

/**
 * Closes a connection whose statement timed out, and cancels the statement. The driver leaves such a connection usable although the server
 * still works on it, and the ORM's query builder returns it to the pool: the next statement would wait for the last one's result
 * (https://github.com/brianc/node-postgres/issues/3399). The pool replaces a connection that is ending.
 */
function discard(client: PoolClient): void {
  cancelStatement(client);
  end(client);
}

/**
 * Handles connections lost at the start or end of a transaction. The query builder releases a connection after a successful rollback only,
 * and never after a failed `begin`: each such loss would leak one connection of the pool.
 */
function atTransactionEdge(client: PoolClient, text: string, answer: Promise<unknown>): Promise<unknown> {
  if (text === 'rollback') return answer.catch(() => rolledBack(client));
  if (BEGIN.test(text)) answer.catch((error: Error) => giveBack(client, error));
  return answer;
}

/** Treats a rollback on a lost connection as done: the server rolls back by itself. */
function rolledBack(client: PoolClient): { command: string; rowCount: number; rows: never[] } {
  end(client);
  return { command: 'ROLLBACK', rowCount: 0, rows: [] };
}

function giveBack(client: PoolClient, error: Error): void {
  const release = client.release.bind(client);
  client.release = () => undefined; // a later version of the query builder may release it as well
  release(error);
}

function end(client: PoolClient): void {
  (client as unknown as { end(): Promise<void> }).end().catch(() => undefined);
}

/** Returns the statement's text; null for a stream. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  const { submit, text } = statement as { submit?: unknown; text?: unknown };
  return typeof submit === 'function' || typeof text !== 'string' ? null : text;
}
