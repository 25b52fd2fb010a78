import { type DehydratedState, type QueryClient, dehydrate, hydrate } from '@tanstack/react-query';
import { type UseStore, clear, createStore, get, set } from 'idb-keyval';

/** Options of a query whose answers are the member's own figures: they are kept on the device for visits without a server. */
export const keptOnDevice = { meta: { keep: true } } as const;

const KEY = 'figures';
const DAY = 24 * 3_600_000;
const LONGEST_AGE = 14 * DAY;
const MOST_QUERIES = 60;
const PAUSE = 1000;
/** The last answer stays good when reading it again has failed since. */
const AS_READ = { status: 'success', fetchStatus: 'idle', error: null, fetchFailureReason: null, fetchFailureCount: 0 } as const;

interface Kept {
  userId: string;
  /** The build that wrote it: another one may read other shapes. */
  build: string;
  savedAt: number;
  state: DehydratedState;
}

/** Where the figures are kept: one record, of one member. */
export interface FigureStore {
  read: () => Promise<Kept | undefined>;
  write: (kept: Kept) => Promise<void>;
  clear: () => Promise<void>;
}

const build = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
const hasDatabase = () => typeof indexedDB !== 'undefined';

let database: UseStore | undefined;
const open = () => (database ??= createStore('tidemark', 'kept'));

const onDevice: FigureStore = {
  read: async () => (hasDatabase() ? get<Kept>(KEY, open()) : undefined),
  write: async (kept) => (hasDatabase() ? set(KEY, kept, open()) : undefined),
  clear: async () => (hasDatabase() ? clear(open()) : undefined),
};

/** A browser may refuse storage at any time, in a private window or when the disk is full: then nothing is kept. */
const quietly = async (work: Promise<void>): Promise<void> => work.catch(() => undefined);

/** Removes everything that is kept. */
export const forgetFigures = (store: FigureStore = onDevice): Promise<void> => quietly(store.clear());

/**
 * Fills the cache with what this member last saw here. Figures of another member, another build or two weeks ago are removed. `signal`: the
 * session has ended meanwhile.
 */
export async function restoreFigures(
  client: QueryClient,
  userId: string,
  { store = onDevice, signal }: { store?: FigureStore; signal?: AbortSignal } = {},
): Promise<void> {
  const kept = await store.read().catch(() => undefined);
  if (!kept || signal?.aborted) return;
  if (kept.userId !== userId || kept.build !== build() || Date.now() - kept.savedAt > LONGEST_AGE) return forgetFigures(store);
  hydrate(client, kept.state);
}

const isKept = (meta: Record<string, unknown> | undefined) => meta?.['keep'] === true;

/** Writes the member's figures a second after they were read, until the returned function is called. */
export function keepFigures(client: QueryClient, userId: string, store: FigureStore = onDevice): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    timer = undefined;
    const { queries } = dehydrate(client, { shouldDehydrateQuery: ({ meta, state }) => isKept(meta) && state.data !== undefined });
    const newest = queries.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(0, MOST_QUERIES);
    const state = { queries: newest.map((query) => ({ ...query, state: { ...query.state, ...AS_READ } })), mutations: [] };
    void quietly(store.write({ userId, build: build(), savedAt: Date.now(), state }));
  };
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query.meta)) return;
    timer ??= setTimeout(save, PAUSE);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
