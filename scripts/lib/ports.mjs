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
