import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Tracing } from '../observability/tracing.js';
import { cancelStatement } from './cancel-statement.js';
import { measurePool } from './pool-metrics.js';
import { refusedWrites } from './refused-writes.js';
import { keepContext, openStatementSpan } from './statement-spans.js';

type Query = (statement: unknown, ...rest: unknown[]) => unknown;
type Callback = (error: unknown, result?: unknown) => void;

export interface PoolOptions {
  /** The series of this pool in the metrics. */
  name: string;
  /** How long a statement may take, also when the server no longer answers; undefined: as long as it likes. */
  statementTimeoutMs?: number | undefined;
  tracing?: Tracing | null;
}

const BEGIN = /^(begin|start transaction)\b/;
/** The driver's own words, without a code. */
const TIMED_OUT = 'Query read timeout';

/**
 * The only place that wraps `client.query`: it limits statements, traces them, and keeps broken connections out of the pool. What streams (COPY, cursors, rows
 * as bytes) is passed on as it is: the driver's limit would run on after the stream has ended, and hit the next statement.
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
 * Ends a connection whose statement timed out, and the statement with it. The driver leaves such a connection usable although the server still works on it, and
 * the query builder under the ORM gives it back to the pool: the next statement would wait for the last one's answer
 * (https://github.com/brianc/node-postgres/issues/3399). The pool replaces a connection that is ending.
 */
function discard(client: PoolClient): void {
  cancelStatement(client);
  end(client);
}

/**
 * Connections that are lost at the edges of a transaction. The query builder gives a connection back after a rollback that succeeded, and never after a `begin`
 * that failed: each such loss would take one place of the pool for ever.
 */
function atTransactionEdge(client: PoolClient, text: string, answer: Promise<unknown>): Promise<unknown> {
  if (text === 'rollback') return answer.catch(() => rolledBack(client));
  if (BEGIN.test(text)) answer.catch((error: Error) => giveBack(client, error));
  return answer;
}

/** A server that cannot be reached takes back what the lost connection had begun. */
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

/** Null for what streams. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  const { submit, text } = statement as { submit?: unknown; text?: unknown };
  return typeof submit === 'function' || typeof text !== 'string' ? null : text;
}
