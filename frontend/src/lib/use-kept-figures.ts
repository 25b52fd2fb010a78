import { useEffect } from 'react';
import { keepFigures, restoreFigures } from './kept-figures';
import { queryClient } from './query-client';
import { isMemberSession, useSession } from './session';

/** Shows a member their last known figures at once and keeps new ones. An admin's screens are about others: nothing is kept. */
export function useKeptFigures(): void {
  const session = useSession();
  const userId = isMemberSession(session) ? session.profile.userId : null;
  useEffect(() => {
    if (userId === null) return;
    const ended = new AbortController();
    void restoreFigures(queryClient, userId, { signal: ended.signal });
    const stop = keepFigures(queryClient, userId);
    return () => {
      ended.abort();
      stop();
    };
  }, [userId]);
}
