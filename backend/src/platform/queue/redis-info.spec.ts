import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { readInfo } from './redis-info.query.js';

/** What a Redis without RESP3 answers to the commands of a connection. */
const ANSWERS: Readonly<Record<string, string>> = {
  hello: '-NOPROTO unsupported protocol version\r\n',
  ping: '+PONG\r\n',
  info: '$27\r\nmaxmemory_policy:noeviction\r\n',
};
const commandsIn = (data: string) => [...data.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)].map(([, name]) => name!.toLowerCase());

let close: () => Promise<unknown> = async () => undefined;
afterEach(() => close());

it('is answered when the connection is lost before it was ready', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (sockets.length === 1) socket.destroy();
      else
        socket.write(
          commandsIn(data.toString('latin1'))
            .map((name) => ANSWERS[name] ?? '+OK\r\n')
            .join(''),
        );
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const redis = new Redis({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  close = async () => {
    redis.disconnect();
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  };
  // The first command goes out with the handshake of the first connection.
  await once(redis, 'connect');
  expect(await readInfo(redis, 'memory')).toBe('maxmemory_policy:noeviction');
  expect(sockets).toHaveLength(2);
}, 20_000);
