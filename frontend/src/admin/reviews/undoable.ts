import { queryClient } from '../../lib/query-client';

interface Undoable {
  id: string;
  undo: () => void;
}

interface Decided {
  /** Decisions of this page that can still be undone, the latest last. */
  open: readonly Undoable[];
  /** Cases that were decided on this page: a record that was read before may still lead to them. */
  ids: ReadonlySet<string>;
}

/** Kept beside what was read, and forgotten with it when the session ends. */
const KEY = ['decided-here'];
// Nothing observes it: it would be dropped after five minutes, and a queue takes hours.
queryClient.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
const NOTHING: Decided = { open: [], ids: new Set() };

const read = () => queryClient.getQueryData<Decided>(KEY) ?? NOTHING;
const write = (changed: Decided) => void queryClient.setQueryData(KEY, changed);

export const undoable = {
  /** A decision of the case is on its way. */
  decide(id: string): void {
    const { open, ids } = read();
    write({ open, ids: new Set([...ids, id]) });
  },
  /** The decision is made, and `undo` takes it back. */
  add(id: string, undo: () => void): void {
    undoable.decide(id);
    const { open, ids } = read();
    write({ open: [...open.filter((one) => one.id !== id), { id, undo }], ids });
  },
  /** Its time is over, or it was undone: `waits` again. */
  remove(id: string, waits: boolean): void {
    const { open, ids } = read();
    write({ open: open.filter((one) => one.id !== id), ids: waits ? new Set([...ids].filter((one) => one !== id)) : ids });
  },
  undoLatest(): void {
    read().open.at(-1)?.undo();
  },
  isDecided: (id: string): boolean => read().ids.has(id),
};
