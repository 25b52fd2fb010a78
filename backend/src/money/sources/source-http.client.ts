import { SourceLimited, SourceRejected, SourceShape, SourceUnavailable, type SourceError } from './source.errors.js';
import type { Clock } from '../../platform/domain/index.js';

/** From connecting to the last byte. */
export const SOURCE_TIMEOUT_MS = 15_000;
/** 75 transactions of an address are some 200 kB; transactions with thousands of outputs are larger. */
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
/** Silence after a limit without a usable `Retry-After`; TronGrid suspends for 30 seconds. */
const PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 3_600_000;

export interface SourceHttpSettings {
  /** `http://` or `https://`; a path in it precedes every request's path. */
  url: string;
  clock: Clock;
  /** Sent with every request, to this origin only; never logged. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Statuses that mean that the request limit is used up. */
  limitStatuses: readonly number[];
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
}

export interface SourceRequest {
  /** Without the origin; every variable part of it has been validated or percent-encoded. */
  path: string;
  query?: URLSearchParams | undefined;
  /** JSON: makes it a POST. */
  body?: Readonly<Record<string, string | number>> | undefined;
  signal?: AbortSignal | undefined;
}

export interface SourceAnswer {
  /** 200 or 404. */
  status: number;
  body: string;
  /** Method and path, for messages. */
  request: string;
}

/**
 * Sends requests to one source: to its own origin only (a redirect is a rejection), with a time limit, a size limit and a pause after it
 * reported that its request limit is used up. During the pause no request is sent.
 */
export class SourceHttpClient {
  readonly #base: string;
  #pausedUntil = 0;

  constructor(private readonly settings: SourceHttpSettings) {
    this.#base = settings.url.replace(/\/+$/, '');
  }

  /** Returns an answer of 200 or 404. Throws a SourceError for every other, or the reason of an aborted `signal`. */
  async send({ path, query, body, signal }: SourceRequest): Promise<SourceAnswer> {
    const request = `${body ? 'POST' : 'GET'} ${path}`;
    signal?.throwIfAborted();
    const now = this.settings.clock.now().getTime();
    if (now < this.#pausedUntil) throw new SourceLimited(request, this.#pausedUntil - now);
    const response = await this.#fetch(request, `${this.#base}${path}${query ? `?${query.toString()}` : ''}`, body, signal);
    const { status } = response;
    if (status !== 200 && status !== 404) {
      await response.body?.cancel();
      throw this.#failure(request, status, response.headers.get('retry-after'));
    }
    return { status, body: await this.#text(request, response, signal), request };
  }

  async #fetch(request: string, url: string, body: SourceRequest['body'], signal: AbortSignal | undefined): Promise<Response> {
    const timeout = AbortSignal.timeout(this.settings.timeoutMs ?? SOURCE_TIMEOUT_MS);
    try {
      return await fetch(url, {
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        headers: { accept: 'application/json, text/plain', ...(body && { 'content-type': 'application/json' }), ...this.settings.headers },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw unavailable(request, error, signal);
    }
  }

  async #text(request: string, response: Response, signal: AbortSignal | undefined): Promise<string> {
    const limit = this.settings.maxBytes ?? MAX_ANSWER_BYTES;
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        if (size > limit) throw new SourceShape(request, `the body is longer than ${limit} bytes`);
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof SourceShape ? error : unavailable(request, error, signal);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  #failure(request: string, status: number, retryAfter: string | null): SourceError {
    if (!this.settings.limitStatuses.includes(status))
      return status >= 500 ? new SourceUnavailable(request, `HTTP ${status}`) : new SourceRejected(request, `HTTP ${status}`);
    const seconds = Number(retryAfter);
    const wait = Number.isFinite(seconds) && seconds > 0 ? Math.min(MAX_PAUSE_MS, Math.ceil(seconds * 1000)) : PAUSE_MS;
    this.#pausedUntil = this.settings.clock.now().getTime() + wait;
    return new SourceLimited(request, wait);
  }
}

function unavailable(request: string, error: unknown, signal: AbortSignal | undefined): SourceUnavailable {
  signal?.throwIfAborted();
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  return new SourceUnavailable(request, typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown failure'));
}
