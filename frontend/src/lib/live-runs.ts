import { useEffect, useEffectEvent, useState } from 'react';
import { listenLive } from './live';
import type { LiveSyncRunWire } from './wire/types';

const isRun = (data: Record<string, unknown> | null): data is Record<string, unknown> & LiveSyncRunWire =>
  data !== null && typeof data['id'] === 'string' && typeof data['state'] === 'string';

const ENDED: readonly string[] = ['done', 'failed'];

/**
 * The runs under way that the server tells of, by member. `onChange` is called when a run begins or ends, and when something may have been
 * missed: then the lists are read again.
 */
export function useLiveRuns(onChange: (userId: string | null) => void): ReadonlyMap<string, LiveSyncRunWire> {
  const [runs, setRuns] = useState<ReadonlyMap<string, LiveSyncRunWire>>(new Map());
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    const known = new Map<string, LiveSyncRunWire>();
    return listenLive({
      topic: 'sync-runs',
      onEvent(data) {
        if (!isRun(data)) return changed(null);
        const before = known.get(data.userId);
        const isNews = before?.id !== data.id || before.state !== data.state;
        if (ENDED.includes(data.state)) known.delete(data.userId);
        else known.set(data.userId, data);
        setRuns(new Map(known));
        if (isNews) changed(data.userId);
      },
      onResync() {
        known.clear();
        setRuns(new Map());
        changed(null);
      },
    });
  }, []);
  return runs;
}
