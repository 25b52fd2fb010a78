import pg from 'pg';

/**
 * Runs `work` within one transaction that `begin` opens, on a connection of its own: the pool's give up a statement after some minutes, and a COPY may take hours.
 * Whatever fails ends the connection, and with it all that was not committed.
 */
export async function onOneConnection<T>(connectionString: string, begin: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, keepAlive: true });
  client.on('error', () => undefined); // the statement under way fails with it
  await client.connect();
  try {
    await client.query(begin);
    // As every reader of the text understands it, whatever the server prefers.
    await client.query(
      `set local time zone 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local client_encoding = 'UTF8'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
    );
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

export const ONE_INSTANT = 'begin transaction isolation level repeatable read read only';
export const ALL_OR_NOTHING = 'begin';
