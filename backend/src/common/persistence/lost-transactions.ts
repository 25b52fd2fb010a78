import type { Pool, PoolClient } from 'pg';

type Query = (statement: unknown, ...rest: unknown[]) => unknown;

const BEGIN = /^(begin|start transaction)\b/;

/**
 * Connections that are lost, or fall silent, at the edges of a transaction. The query builder under the ORM gives a connection back after a rollback that
 * succeeded, and never after a `begin` that failed: each such loss would take one place of the pool for ever, until nobody gets a connection any more.
 */
export function surviveLostTransactions(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as Query;
    const surviving: Query = (statement, ...rest) => {
      const answer = query(statement, ...rest);
      if (!(answer instanceof Promise)) return answer;
      const text = textOf(statement);
      if (text === 'rollback') return answer.catch(() => rolledBack(client));
      if (BEGIN.test(text)) answer.catch((error: Error) => giveBack(client, error));
      return answer;
    };
    client.query = surviving as typeof client.query;
  });
}

const textOf = (statement: unknown): string => String(typeof statement === 'string' ? statement : (statement as { text?: unknown }).text);

/** What cannot be told to the server is done all the same: it takes back what a connection had begun that it has lost. The pool makes a new one for one that is ending. */
function rolledBack(client: PoolClient): { command: string; rowCount: number; rows: never[] } {
  (client as unknown as { end(): Promise<void> }).end().catch(() => undefined);
  return { command: 'ROLLBACK', rowCount: 0, rows: [] };
}

function giveBack(client: PoolClient, error: Error): void {
  const release = client.release.bind(client);
  client.release = () => undefined; // for whoever knows better than the query builder, and does it too
  release(error);
}
