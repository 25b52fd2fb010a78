import { lookup as dnsLookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** From the start of the connection to the end of the answer. */
const TIMEOUT_MS = 15_000;
/** Bytes of an answer that are read. */
const MAX_ANSWER = 64 * 1024;
const LOOPBACK = ['127.0.0.1', '::1'];

export interface WebhookHttpSettings {
  /** Requests to this machine are allowed: outside of production alone. */
  allowLoopback: boolean;
  /** Addresses that are refused although they belong to the internet: our own. */
  deniedAddresses: readonly string[];
  timeoutMs?: number;
  /**
   * Connections are kept for later requests: only where a request may be repeated, since one on a connection that the other side has
   * closed is made again.
   */
  keepAlive?: boolean;
  /** For tests. */
  lookup?: LookupFunction;
}

export interface WebhookRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * What became of a request. `refused`: the address is not on the internet, and nothing was sent. `unsent`: there was no connection.
 * `unknown`: it may have arrived.
 */
export type WebhookAnswer =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; text: string }
  | { kind: 'refused' | 'unsent' | 'unknown'; code: string };

/**
 * Posts to members' servers. The agent checks the address that the socket really connects to, so that a name cannot lead to our own network
 * between check and request. Redirects are answers like every other. Connections are not kept unless the settings say so: one that died
 * would leave the next message uncertain.
 */
export class WebhookHttpClient {
  readonly #agents: { http: RequestFilteringHttpAgent; https: RequestFilteringHttpsAgent };

  constructor(private readonly settings: WebhookHttpSettings) {
    const options = {
      keepAlive: settings.keepAlive ?? false,
      allowIPAddressList: settings.allowLoopback ? LOOPBACK : [],
      denyIPAddressList: [...settings.deniedAddresses],
    };
    this.#agents = { http: new RequestFilteringHttpAgent(options), https: new RequestFilteringHttpsAgent(options) };
  }

  /** Never throws. */
  async post(request: WebhookRequest): Promise<WebhookAnswer> {
    return (await this.tryPost(request)) ?? (await this.tryPost(request)) ?? { kind: 'unknown', code: 'ECONNRESET' };
  }

  /** Returns null if a kept connection was closed already. */
  private tryPost({ url, headers, body }: WebhookRequest): Promise<WebhookAnswer | null> {
    const isHttps = url.protocol === 'https:';
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(this.settings.timeoutMs ?? TIMEOUT_MS);
      const request = (isHttps ? https : http).request(url, {
        method: 'POST',
        agent: isHttps ? this.#agents.https : this.#agents.http,
        headers: { ...headers, 'content-length': String(body.length) },
        signal,
        lookup: this.settings.lookup ?? (dnsLookup as LookupFunction),
      });
      request.once('response', (response) => {
        void readText(response).then((text) => {
          if (!this.settings.keepAlive || !response.complete) request.destroy();
          resolve({ kind: 'answered', status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text });
        });
      });
      // Also called after the answer, for which it is too late.
      request.on('error', (error: NodeJS.ErrnoException) =>
        resolve(request.reusedSocket && isClosed(error) && !signal.aborted ? null : requestFailure(error, signal.aborted)),
      );
      request.end(body);
    });
  }
}

/** Resolves with the beginning of an answer, also of one that breaks off: its status has arrived. */
function readText(response: http.IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = () => resolve(Buffer.concat(chunks).toString('utf8'));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, MAX_ANSWER - size));
      size += chunk.length;
      if (size >= MAX_ANSWER) done();
    });
    response.once('close', done);
    response.once('error', done);
  });
}

const isClosed = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE';

/** Failures before a byte was sent. Those of TLS come before the request, too. */
const UNSENT =
  /^(ECONNREFUSED|EPROTO|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;
/** The agent's errors have no code. */
const REFUSED = /^DNS lookup .* is not allowed/;

function requestFailure({ code, message }: NodeJS.ErrnoException, timedOut: boolean): WebhookAnswer {
  if (timedOut) return { kind: 'unknown', code: 'timeout' };
  if (code === undefined && REFUSED.test(message)) return { kind: 'refused', code: 'private-address' };
  return { kind: code !== undefined && UNSENT.test(code) ? 'unsent' : 'unknown', code: code ?? 'broken' };
}
