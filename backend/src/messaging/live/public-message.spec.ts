import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { PublicMessage } from './public-message.js';

let server: Server;
let next: PublicMessage;

/** Writes the next message to each connection's own line, as a LiveSocket does. */
beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server = createServer();
  server.on('upgrade', (request, line, head) => sockets.handleUpgrade(request, line, head, () => line.write(next.frame)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What a client makes of it. */
const received = (message: PublicMessage) =>
  new Promise<{ text: string; binary: boolean }>((resolve, reject) => {
    next = message;
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    socket.on('error', reject);
    socket.on('message', (data, binary) => {
      resolve({ text: String(data as Buffer), binary });
      socket.terminate();
    });
  });

describe('a message of a public topic', () => {
  // Around the lengths where the header grows: 126 and 65,536 bytes with the 41 around the data.
  it.each([0, 84, 85, 86, 1000, 65_493, 65_494, 65_495, 70_000])(
    'is one text message on the line, with %i letters in it',
    async (letters) => {
      const message = new PublicMessage('ticker', JSON.stringify('x'.repeat(letters)));
      const { text, binary } = await received(message);
      expect(JSON.parse(text)).toEqual({ type: 'event', topic: 'ticker', data: 'x'.repeat(letters) });
      expect(binary).toBe(false);
    },
  );

  it('counts bytes and not letters', async () => {
    const { text } = await received(new PublicMessage('ticker', JSON.stringify('币'.repeat(100))));
    expect(JSON.parse(text)).toMatchObject({ data: '币'.repeat(100) });
  });
});
