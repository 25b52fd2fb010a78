import { type ComponentType, useEffect, useState } from 'react';
import { apiBase } from '../../config/env';
import type { Answer } from '../../lib/wire/types';

/** By then everything else of the page is there. Not every browser reports when it is idle. */
const LATER_MS = 1500;

/**
 * A component whose code is requested when nothing else waits for the network. Nothing until then, and for good if it cannot be loaded: the
 * page lacks nothing without it. `load` must not change between renders.
 */
export function Later<P extends object>({ load, props }: { load: () => Promise<ComponentType<P>>; props: P }) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    const request = () =>
      load().then(
        (component) => setLoaded(() => component),
        () => undefined,
      );
    const timer = setTimeout(() => void request(), LATER_MS);
    return () => clearTimeout(timer);
  }, [load]);
  return Loaded && <Loaded {...props} />;
}

/** Returns the data of a public route; null without an answer, of which a visitor who only looks around needs no notice. */
export function useQuietly<T>(path: string): T | null {
  const [data, setData] = useState<T | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const response = await fetch(`${apiBase}${path}`, { signal: stop.signal });
      if (response.ok) setData((JSON.parse(await response.text()) as Answer<T>).data);
    };
    void read().catch(() => undefined);
    return () => stop.abort();
  }, [path]);
  return data;
}
