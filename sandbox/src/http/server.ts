import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { CHAIN_PATH } from '../chain/chains.ts';
import { isPublicPrice } from '../venues/public-prices.ts';
import { FX_PATH } from '../fx/reference-rates.ts';
import { answerBot, isTelegram } from '../telegram/bot-http.ts';
import { botPage, isBotPage } from '../telegram/bot-page.ts';
import { toJson } from '../wire/json.ts';
import { handleChain } from './chain-pipeline.ts';
import { control, ControlError } from './control.ts';
import type { Exchange } from './exchange.ts';
import { handle } from './pipeline.ts';
import { Streams } from './streams.ts';

const MAX_BODY = 1_000_000;
const CONTROL = '/__control/';

class BodyTooLarge extends Error {}

/** The HTTP and websocket server of one sandbox, not yet listening. */
export function createSandboxServer(exchange: Exchange, controlToken: string): { server: Server; streams: Streams } {
  const streams = new Streams(exchange);
  const server = createServer((request, response) => {
    answer(exchange, streams, controlToken, request, response).catch((error: unknown) => {
      if (!(error instanceof BodyTooLarge)) console.error(error);
      if (response.headersSent) response.destroy();
      else
        send(
          response,
          error instanceof BodyTooLarge ? 413 : 500,
          {},
          JSON.stringify({ code: -1000, msg: 'The sandbox could not answer.' }),
        );
    });
  });
  // Clients keep connections through quiet minutes; the default of 5 s meets their next request half-way.
  server.keepAliveTimeout = 65_000;
  server.on('upgrade', (request, socket, head) => streams.upgrade(request, socket, head));
  return { server, streams };
}

async function answer(
  exchange: Exchange,
  streams: Streams,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  const query = cut < 0 ? '' : url.slice(cut + 1);
  const body = await readBody(request);
  const method = request.method ?? 'GET';
  if (path.startsWith(CONTROL)) {
    const given = request.headers['x-control-token'];
    const { status, text } = answerControl(exchange, streams, token, typeof given === 'string' ? given : '', method, path, query, body);
    return send(response, status, { 'Content-Type': 'application/json;charset=UTF-8', 'X-Sandbox': '1' }, text);
  }
  if (isBotPage(path)) {
    const { status, headers, text } = botPage(exchange.bot, method, path, query);
    return send(response, status, { ...headers, 'X-Sandbox': '1' }, text);
  }
  if (isTelegram(path)) return answerBot(exchange.bot, { path, query, body }, request, response);
  const isChain = path.startsWith(CHAIN_PATH);
  const key = request.headers[isChain ? 'tron-pro-api-key' : 'x-mbx-apikey'];
  const out = (isChain || path.startsWith(FX_PATH) || isPublicPrice(path) ? handleChain : handle)(exchange, {
    method,
    path,
    query,
    body,
    apiKey: typeof key === 'string' ? key : undefined,
    ip: request.socket.remoteAddress ?? '',
  });
  if (out.delayMs > 0) await later(out.delayMs, response);
  if (out.reset) request.socket.resetAndDestroy();
  else send(response, out.status, out.headers, out.text);
}

function answerControl(
  exchange: Exchange,
  streams: Streams,
  token: string,
  given: string,
  method: string,
  path: string,
  query: string,
  body: string,
): { status: number; text: string } {
  if (!sameText(given, token)) return { status: 403, text: toJson({ error: 'X-Control-Token is missing or wrong' }) };
  try {
    return { status: 200, text: control(exchange, streams, method, path.slice(CONTROL.length), new URLSearchParams(query), body) };
  } catch (error) {
    if (error instanceof ControlError) return { status: 400, text: toJson({ error: error.message }) };
    throw error;
  }
}

function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Waits; ends early when the client has gone. */
function later(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, text: string): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
