import { useCallback, useEffect, useState } from 'react';
import { checkLog, type LogCheck, type LogHead, type Progress } from '../../../../scripts/verify-log.mjs';
import { logSource } from './log-source';
import { rememberHead, seenHead } from './seen-head';

export type CheckState =
  | { step: 'reading'; progress: Progress | null }
  | { step: 'failed'; error: unknown }
  /** `seen`: the head that this browser knew before. */
  | { step: 'done'; report: LogCheck; seen: LogHead | null };

/**
 * Reads the log and checks it, once the page is open and whenever it is asked to. A log with a fault never replaces the head that was seen
 * before.
 */
export function useLogCheck(): { state: CheckState; again: () => void } {
  const [state, setState] = useState<CheckState>({ step: 'reading', progress: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    const tell = (next: CheckState) => void (left.signal.aborted || setState(next));
    const seen = seenHead();
    tell({ step: 'reading', progress: null });
    checkLog(logSource(left.signal), { seen, progress: (progress) => tell({ step: 'reading', progress }) })
      .then((report) => {
        if (left.signal.aborted) return;
        if (report.faults.length === 0 && report.head) rememberHead(report.head);
        tell({ step: 'done', report, seen });
      })
      .catch((error: unknown) => tell({ step: 'failed', error }));
    return () => left.abort();
  }, [round]);
  return { state, again: useCallback(() => setRound((rounds) => rounds + 1), []) };
}
