import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

function listen(port, host) {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = server.address();
      server.close(() => done(taken));
    });
  });
}

/** A port of the loopback address that nobody uses at this moment. */
export const freePort = () => listen(0, '127.0.0.1');

/** Whether somebody listens there already; other obstacles (a foreign address, a port of root's) are not this question. */
export async function portInUse(port, host) {
  try {
    await listen(port, host);
    return false;
  } catch (error) {
    return error.code === 'EADDRINUSE';
  }
}

/** Below the ports that systems hand out for `listen(0)` and for outgoing connections (from 32,768 on Linux). */
const RESERVED = { from: 9_000, count: 2_000 };
/** The port of the range that no browser and no `fetch` opens: https://fetch.spec.whatwg.org/#port-blocking. */
const BLOCKED = 10_080;
const reserved = new Set([BLOCKED]);

/**
 * A free port for a server that will be restarted on it. Nobody is handed this port while the server is down, which happens to a port of
 * `freePort` on a busy machine: the server then never comes back. Each call of a process returns another one.
 */
export async function reservedPort() {
  for (;;) {
    const port = RESERVED.from + randomInt(RESERVED.count);
    if (reserved.has(port) || (await portInUse(port, '127.0.0.1'))) continue;
    reserved.add(port);
    return port;
  }
}
