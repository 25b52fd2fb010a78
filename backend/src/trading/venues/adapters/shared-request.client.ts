import type { ClientOptions } from '../port/index.js';
import type { TtlCache } from './ccxt/index.js';

/** Requests a value once for all callers and caches it for `ttlMs`. A caller that aborts stops waiting; the others still get the value. */
export function sharedRequest<T>(
  cache: TtlCache,
  key: string,
  ttlMs: number,
  { lane, maxWaitMs, signal }: ClientOptions,
  ask: (options: ClientOptions) => Promise<T>,
): Promise<T> {
  const asked = cache.get(key, ttlMs, () => ask({ lane, maxWaitMs }));
  if (!signal) return asked;
  const calledOff = new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  return Promise.race([asked, calledOff]);
}
