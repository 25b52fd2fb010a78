import { useState } from 'react';

/** As many as the server takes at once. */
export const MAX_CHOSEN = 100;

/** Rows that somebody has ticked; those that are not shown any more do not count. */
export function useChosen(shown: readonly { id: string }[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = shown.map(({ id }) => id).filter((id) => ticked.has(id));
  const isAll = shown.length > 0 && ids.length === shown.length;
  return {
    ids,
    isAll,
    has: (id: string) => ticked.has(id),
    toggle: (id: string) =>
      setTicked((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: () => setTicked(isAll ? new Set() : new Set(shown.map(({ id }) => id))),
    clear: () => setTicked(new Set()),
  };
}
