import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { MessageMappingProperties } from '@nestjs/websockets';
import { WebSocketServer, type WebSocket } from 'ws';
import { AppConfig } from '../../platform/config/index.js';
import { LiveHubService } from './live-hub.service.js';
import { refusedSockets } from './live.metrics.js';
import { LiveSettings } from './live.settings.js';

const refusals = {
  path: { statusCode: 404, message: 'There is nothing at this address' },
  origin: { statusCode: 403, message: 'You are not allowed to do this' },
  handshake: { statusCode: 400, message: 'The request could not be read' },
  address: { statusCode: 429, message: 'Too many connections. Please try again later' },
  full: { statusCode: 503, message: 'The service is busy. Please try again in a moment' },
  closing: { statusCode: 503, message: 'The service is busy. Please try again in a moment' },
} as const;

/**
 * Nest's ws adapter with two differences. It refuses handshakes with a status and JSON (WsAdapter destroys the connection), and it delivers
 * the messages of one socket in order (WsAdapter handles them concurrently, so that a `subscribe` could overtake the `auth` before it).
 */
export class LiveWsAdapter extends WsAdapter {
  readonly #server: Server;
  readonly #hub: LiveHubService;
  readonly #settings: LiveSettings;
  readonly #ownOrigin: string;

  constructor(app: INestApplicationContext & { getHttpServer(): Server }) {
    super(app);
    this.#server = app.getHttpServer();
    this.#hub = app.get(LiveHubService, { strict: false });
    this.#settings = app.get(LiveSettings, { strict: false });
    this.#ownOrigin = new URL(app.get(AppConfig, { strict: false }).publicUrl).origin;
  }

  /** Attaches the gateway's server to the HTTP server of the application. */
  override create(_port: number, { path }: { path?: string } = {}): WebSocketServer {
    // No compression: it costs more than it saves on short messages (performance.md section 7).
    const sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: this.#settings.maxMessageBytes,
    });
    sockets.on('wsClientError', (_error, socket) => refuse(socket, 'handshake'));
    // Another protocol (h2c) offered beside a plain request gets the plain answer.
    Object.assign(this.#server, {
      shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
    });
    this.#server.on('upgrade', (request, socket, head) => {
      const why = request.url?.split('?', 1)[0] === path ? this.#refusal(request) : 'path';
      if (why) refuse(socket, why);
      else sockets.handleUpgrade(request, socket, head, (accepted) => sockets.emit('connection', accepted, request));
    });
    return sockets;
  }

  override bindMessageHandlers(client: WebSocket, handlers: MessageMappingProperties[]): void {
    const byType = new Map(handlers.map(({ message, callback }) => [message as string, callback]));
    this.#hub.socketOf(client).listen(async (message) => void (await byType.get(message.type)?.(message, message.type)));
  }

  #refusal(request: IncomingMessage): keyof typeof refusals | null {
    return this.#isOwnOrigin(request) ? this.#hub.refusalOf(request) : 'origin';
  }

  /** Browsers send the origin of the page; other clients send none. */
  #isOwnOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
    return origin === undefined || origin === this.#ownOrigin || (URL.canParse(origin) && new URL(origin).host === host);
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
