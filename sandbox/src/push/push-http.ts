import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';
import type { PushFault } from './push-faults.ts';
import type { PushService, Subscription } from './push-service.ts';
import { vapidProblem } from './vapid.ts';

const PATH = /^\/push\/([\w-]+)$/;
const MAX_BODY = 4096;
const TOPIC = /^[\w-]{1,32}$/;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

/** The TLS server of the double, not yet listening. */
export function createPushServer(service: PushService, certificate: Certificate): Server {
  const connections = new WeakMap<object, number>();
  let opened = 0;
  const server = createServer(certificate, (request, response) => {
    const connection = connections.get(request.socket) ?? 0;
    answer(service, request, response, connection).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.on('secureConnection', (socket: TLSSocket) => connections.set(socket, ++opened));
  return server;
}

async function answer(service: PushService, request: IncomingMessage, response: ServerResponse, connection: number): Promise<void> {
  const host = request.headers.host ?? '';
  const name = host.replace(/:\d+$/, '');
  const body = await bodyOf(request);
  const id = PATH.exec(request.url ?? '')?.[1] ?? '';
  const subscription = service.subscriptions.get(id);
  const note = (status: number, problem?: string) =>
    service.calls.push({ subscription: id, host: name, status, at: service.now(), connection, ...(problem && { problem }) });
  const end = (status: number, headers: Record<string, string> = {}, problem?: string) => {
    note(status, problem);
    response.writeHead(status, { 'Content-Length': '0', ...headers }).end();
  };
  const fault = service.faults.match(id, name) ?? {};
  const isLost = fault.status !== undefined || fault.reset || fault.hang;
  const refusal = messageProblem(service, request, body, host, subscription);
  if (!refusal && (!isLost || fault.delivered)) {
    const header = (key: string) => request.headers[key] as string | undefined;
    service.take(subscription!, body, { ttl: Number(header('ttl')), urgency: header('urgency') ?? null, topic: header('topic') ?? null });
  }
  if (fault.delayMs !== undefined) await later(fault.delayMs, response);
  if (fault.hang) return void note(0);
  if (fault.reset) {
    note(0);
    request.socket.destroy();
    return;
  }
  if (fault.status !== undefined) return end(fault.status, headersOf(fault));
  return refusal ? end(refusal.status, {}, refusal.problem) : end(201, { Location: `https://${host}/message/1` });
}

/** What a real service answers to a message that is wrong. */
function messageProblem(
  service: PushService,
  { method, headers }: IncomingMessage,
  body: Buffer,
  host: string,
  subscription: Subscription | undefined,
): { status: number; problem: string } | null {
  if (!subscription) return { status: 404, problem: 'unknown subscription' };
  if (subscription.isGone) return { status: 410, problem: 'unsubscribed' };
  const vapid = vapidProblem(headers.authorization, `https://${host}`, subscription.key, service.now());
  if (vapid) return { status: 403, problem: vapid };
  const bad = (problem: string) => ({ status: 400, problem });
  if (method !== 'POST') return bad('not a POST');
  if (!/^\d+$/.test((headers['ttl'] as string | undefined) ?? '')) return bad('no TTL');
  if (headers['content-encoding'] !== 'aes128gcm') return bad('not aes128gcm');
  if (headers['topic'] !== undefined && !TOPIC.test(headers['topic'] as string)) return bad('topic');
  if (headers['urgency'] !== undefined && !URGENCIES.includes(headers['urgency'] as string)) return bad('urgency');
  return body.length > MAX_BODY ? { status: 413, problem: 'too large' } : null;
}

const headersOf = ({ retryAfter, location }: PushFault['do']): Record<string, string> => ({
  ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  ...(location !== undefined && { Location: location }),
});

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
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
