import type { Pool, PoolClient, QueryConfig } from 'pg';

type Query = (statement: unknown, ...rest: unknown[]) => unknown;

/**
 * Statements of this pool fail once the server has not answered for `ms`: one that has fallen silent must not be waited for without an end. Not what streams
 * (COPY, cursors, rows as bytes): the driver's own limit for all would run on behind it, and hit whatever the connection does by then.
 */
export function limitAnswers(pool: Pool, ms: number): void {
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as Query;
    const limited: Query = (statement, ...rest) => {
      if (typeof statement === 'string') {
        const [values] = rest;
        return Array.isArray(values)
          ? query({ text: statement, values, query_timeout: ms }, ...rest.slice(1))
          : query({ text: statement, query_timeout: ms }, ...rest);
      }
      return isStream(statement) ? query(statement, ...rest) : query({ ...(statement as QueryConfig), query_timeout: ms }, ...rest);
    };
    client.query = limited as typeof client.query;
  });
}

const isStream = (statement: unknown): boolean => typeof (statement as { submit?: unknown }).submit === 'function';
