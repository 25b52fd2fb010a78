import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { WebSocketServer } from 'ws';
import { AppConfig, inNetworks } from '../../config/index.js';
import { clientAddress, countedAs } from './client-address.js';
import { LiveHub } from './live-hub.js';
import { refusedSockets } from './live-metrics.js';
import { LiveSettings } from './live-settings.js';

const PATH = '/ws';

const refusals = {
  path: { statusCode: 404, message: 'There is nothing at this address' },
  origin: { statusCode: 403, message: 'You are not allowed to do this' },
  handshake: { statusCode: 400, message: 'The request could not be read' },
  address: { statusCode: 429, message: 'Too many connections. Please try again later' },
  full: { statusCode: 503, message: 'The service is busy. Please try again in a moment' },
  closing: { statusCode: 503, message: 'The service is busy. Please try again in a moment' },
} as const;

/** Takes WebSockets in at `/ws` of the product's own HTTP server (security T11). */
@Injectable()
export class LiveDoor implements OnApplicationBootstrap {
  private readonly server: WebSocketServer;
  private readonly ownOrigin: string;
  private readonly isProxy: (address: string) => boolean;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly hub: LiveHub,
    settings: LiveSettings,
    config: AppConfig,
  ) {
    this.ownOrigin = new URL(config.publicUrl).origin;
    this.isProxy = inNetworks(config.trustedProxies);
    // No compression: it costs more than our short texts save (performance.md section 7).
    this.server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: settings.maxMessageBytes,
    });
    this.server.on('wsClientError', (_error, socket) => refuse(socket, 'handshake'));
  }

  onApplicationBootstrap(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    // Whoever offers another protocol (h2c) beside a plain request gets the plain answer, as before there was a listener.
    Object.assign(server, { shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket' });
    server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = countedAs(clientAddress(request, this.isProxy));
    if (request.url?.split('?', 1)[0] !== PATH) return refuse(socket, 'path');
    if (!this.isOurs(request)) return refuse(socket, 'origin');
    const noRoom = this.hub.room(address);
    if (noRoom) return refuse(socket, noRoom);
    this.server.handleUpgrade(request, socket, head, (accepted) => this.hub.add(accepted, socket, address));
  }

  /** A browser names the page that connects: only our own may. Other clients name none. */
  private isOurs({ headers: { origin, host } }: IncomingMessage): boolean {
    return origin === undefined || origin === this.ownOrigin || (URL.canParse(origin) && new URL(origin).host === host);
  }
}

function refuse(socket: Duplex, why: keyof typeof refusals): void {
  refusedSockets.inc({ reason: why });
  const { statusCode, message } = refusals[why];
  const body = JSON.stringify({ statusCode, message });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...(statusCode === 429 && { 'retry-after': 60 }),
  };
  const head = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
