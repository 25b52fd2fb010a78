import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wireJson, type Instead } from '../exchange-double.js';

export type Row = Record<string, unknown>;

export interface DoubleRequest {
  path: string;
  /** As it was sent, which is what was signed. */
  query: string;
  params: URLSearchParams;
  headers: IncomingMessage['headers'];
}

/**
 * A server that speaks the recorded wire format of a venue over HTTP: signatures, stamps and windows are checked as the venue documents it.
 */
export abstract class VenueDouble {
  readonly calls: DoubleRequest[] = [];
  /** Added to the double's clock. */
  clockOffsetMs = 0;
  /** Headers of every answer. */
  headers: Record<string, string> = {};
  /** Looked at before anything else; null lets the request through. */
  instead: (request: DoubleRequest) => Instead | null = () => null;
  /** Keeps connections longer than any test pauses: the default of 5 s would meet a client's next request half-way. */
  readonly #server: Server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => this.#serve(request, response));

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  callsOf(path: string): DoubleRequest[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** Answers `path` with `instead`, `times` times. */
  answerOnce(path: string, instead: Instead, times = 1): void {
    this.instead = (call) => (call.path === path && times-- > 0 ? instead : null);
  }

  renew(): void {
    this.calls.length = 0;
    this.clockOffsetMs = 0;
    this.headers = {};
    this.instead = () => null;
  }

  now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  protected abstract answer(request: DoubleRequest): Instead;

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    const call: DoubleRequest = { path, query, params: new URLSearchParams(query), headers: request.headers };
    this.calls.push(call);
    const {
      status = 200,
      headers = {},
      body,
      reset,
    } = this.instead(call) ?? (request.method === 'GET' ? this.answer(call) : { status: 405, body: 'only GET' });
    if (reset) return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...this.headers, ...headers });
    response.end(typeof body === 'string' || body instanceof Buffer ? body : wireJson(body));
  }
}
