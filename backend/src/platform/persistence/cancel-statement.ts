import pg, { type PoolClient } from 'pg';

/** Fields of a driver connection that its types lack. */
interface Session {
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
}
interface CancelConnection {
  stream: NodeJS.ReadableStream & { setTimeout(ms: number, late: () => void): void; destroy(): void; unref(): void };
  connect(portOrPath: number | string, host?: string): void;
  once(event: 'connect', listener: () => void): void;
  on(event: 'error', listener: () => void): void;
  cancel(processId: number, secretKey: number): void;
}

const SILENCE_MS = 5_000;

/**
 * Asks the server to cancel the connection's statement, over a separate connection as the protocol requires. Otherwise an abandoned
 * statement would hold its locks and a server connection until it ends by itself. Fire and forget: a server that does not answer is
 * ignored.
 */
export function cancelStatement(client: PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Session;
  if (processID === null || secretKey === null) return;
  const connection = new (pg.Connection as unknown as new () => CancelConnection)();
  connection.on('error', () => undefined);
  connection.once('connect', () => connection.cancel(processID, secretKey));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  connection.stream.setTimeout(SILENCE_MS, () => connection.stream.destroy());
  connection.stream.unref();
}
