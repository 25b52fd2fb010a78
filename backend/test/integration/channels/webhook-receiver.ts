import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  path: string;
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

/** `reset`: the message arrived, and the connection is reset. `garbage`: an answer that is no HTTP. `hold`: no answer until `release`. */
export type WebhookAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'reset' | 'garbage' | 'hold';

/** A member's server that does what a test tells it, by path, and keeps what it got. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  /** Answers to come for a path; afterwards everything is taken. */
  readonly script = new Map<string, WebhookAnswer[]>();
  /** Paths that answer 410 to everything. */
  readonly gone = new Set<string>();
  /** Called when a message has arrived whole, before it is answered. */
  onReceived: (message: ReceivedWebhook) => void = () => undefined;
  #held: ServerResponse[] = [];
  #server: Server | null = null;
  #under = new Map<string, number>();
  /** The most requests that were open at a time, by path. */
  readonly most = new Map<string, number>();

  async start(): Promise<void> {
    this.#server = createServer((request, response) => void this.#take(request, response));
    await new Promise<void>((ready) => this.#server!.listen(0, '127.0.0.1', ready));
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((closed) => this.#server?.close(closed));
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}${path}`;
  }

  at(path: string): ReceivedWebhook[] {
    return this.received.filter((message) => message.path === path);
  }

  get held(): number {
    return this.#held.length;
  }

  release(): void {
    for (const response of this.#held.splice(0)) response.writeHead(200).end();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const open = (this.#under.get(path) ?? 0) + 1;
    this.#under.set(path, open);
    this.most.set(path, Math.max(open, this.most.get(path) ?? 0));
    response.once('close', () => this.#under.set(path, this.#under.get(path)! - 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const header = (name: string) => String(request.headers[name] ?? '');
    const message = {
      path,
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.received.push(message);
    this.onReceived(message);
    const answer = this.gone.has(path) ? { status: 410 } : (this.script.get(path)?.shift() ?? { status: 200, body: 'thanks' });
    if (answer === 'reset') request.socket.resetAndDestroy();
    else if (answer === 'garbage') request.socket.end('garbage\r\n\r\n');
    else if (answer === 'hold') this.#held.push(response);
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}

/** How many signatures of a message match a secret, as the text of Standard Webhooks 1.0 says. */
export function matching(secret: string, { id, timestamp, body, signature }: ReceivedWebhook): number {
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest();
  return signature.split(' ').filter((part) => {
    const given = Buffer.from(part.slice('v1,'.length), 'base64');
    return part.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  }).length;
}
