import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** From connecting to the last byte. */
export const TIMEOUT_MS = 15_000;
/** Of an answer to an account, decompressed (security T13). */
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
/** Of the venue's list of all symbols: 6 to 9 MB today. */
export const MAX_CATALOGUE_BYTES = 24 * 1024 * 1024;

interface DispatchOptions {
  origin?: string | URL;
  path: string;
}
type Dispatch = (options: DispatchOptions, handler: unknown) => boolean;

/** The part of undici this product uses: the copy that ccxt brings. */
export interface Undici {
  Agent: new (options: object) => Dispatcher;
}
export interface Dispatcher {
  compose(interceptor: (dispatch: Dispatch) => Dispatch): Dispatcher;
  close(): Promise<void>;
}

/**
 * One pool of kept-alive connections for all accounts. With `base`, every request goes there instead of to its own host, path unchanged
 * (exchange.md section 5c), so that ccxt still sees the venue's addresses and everything but the last step is the same.
 */
export function sharedDispatcher({ Agent }: Undici, base?: string): Dispatcher {
  const agent = new Agent({
    connections: 32,
    pipelining: 1,
    keepAliveTimeout: 60_000,
    keepAliveMaxTimeout: 600_000,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: TIMEOUT_MS },
    autoSelectFamily: true,
    allowH2: false,
  });
  if (base === undefined) return agent;
  const { origin, pathname } = new URL(base);
  const prefix = pathname.replace(/\/+$/, '');
  return agent.compose((dispatch) => (options, handler) => dispatch({ ...options, origin, path: prefix + options.path }, handler));
}

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** The text of a body, decompressed, at most `limit` bytes and within `timeoutMs`; rejects beyond either. */
export async function readBody(body: Readable, encoding: string | undefined, limit: number, timeoutMs = TIMEOUT_MS): Promise<string> {
  const decoder = encoding === undefined ? undefined : decoders[encoding]?.();
  // Errors of either side end the other; the loop below sees them.
  const source = decoder ? pipeline(body, decoder, () => undefined) : body;
  const timer = setTimeout(() => body.destroy(new Error('the body took too long')), timeoutMs);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new Error(`the body is longer than ${limit} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(timer);
    if (!body.readableEnded) body.destroy();
  }
}
