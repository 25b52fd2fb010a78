import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { request } from '../../lib/api';
import { listenLive } from '../../lib/live';
import { sessionToken } from '../../lib/session-token';
import { useVisible } from '../../lib/use-visible';
import type { Answer, ReviewClaimedWire, ReviewWatchWire } from '../../lib/wire/types';
import { useMay } from '../access/allowed';
import type { ReviewType } from './review-kinds';

export type Watcher = ReviewWatchWire['viewers'][number];
export type Claim = NonNullable<ReviewClaimedWire['claim']>;

/** Who works on a case. */
export interface Presence {
  /** Other admins who have it open. */
  watchers: readonly Watcher[];
  /** Who holds it, and alone decides it; null: nobody, or its kind has no claims. */
  claim: Claim | null;
  /** Takes the case from the reviewer who holds it. Rejects as `request`. */
  takeOver: () => Promise<void>;
}

type Watch = ReviewWatchWire & Partial<Pick<ReviewClaimedWire, 'claim'>>;

/** Until the server has said how often it wants to hear. */
const FIRST_RENEWAL_SECONDS = 15;
const NOBODY: readonly Watcher[] = [];

/** A name for one opened page. A browser has no `randomUUID` where the console is not served over TLS. */
function newVisit(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Tells the server that this case is looked at, again and again while the page can be seen, and answers who else does. Others are told at
 * once; where the live connection is missing, each renewal asks. Leaving the page ends it, and a page that dies is forgotten by the server.
 * A reviewer claims the case with it, unless somebody else holds it. `isThere`: there is such a case.
 */
export function useWatchers({ resource, name, permission, hasClaims }: ReviewType, id: string, isThere: boolean): Presence {
  const isVisible = useVisible();
  const queryClient = useQueryClient();
  const claims = useMay()(permission) && hasClaims;
  const [visit] = useState(newVisit);
  const path = `/admin/${resource}/${encodeURIComponent(id)}`;
  const asked = useRef<Promise<unknown> | null>(null);
  const ask = (body: { visit: string; takeOver?: boolean }) => {
    const watching = request<Answer<Watch>>(`${path}/${claims ? 'claim' : 'watch'}`, { method: 'POST', json: body }).then(
      (answer) => answer.body.data,
    );
    asked.current = watching.catch(() => undefined);
    return watching;
  };
  const queryKey = ['review-watch', resource, id, visit];
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: () => ask({ visit }),
    enabled: isVisible && isThere,
    refetchInterval: (query) => (query.state.data?.renewAfterSeconds ?? FIRST_RENEWAL_SECONDS) * 1000,
    retry: false,
    gcTime: 0,
  });

  useEffect(() => {
    const leave = () => {
      if (asked.current === null || sessionToken() === null) return;
      // A failed request is ignored: the lease expires.
      void request(`${path}/leave`, { method: 'POST', json: { visit }, keepalive: true }).catch(() => undefined);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      // A renewal on its way would bring back what has left.
      void asked.current?.then(leave);
    };
  }, [path, visit]);

  const look = useEffectEvent(() => {
    if (isVisible && isThere) void refetch();
  });
  useEffect(
    () =>
      listenLive({
        topic: 'reviews',
        onEvent(event) {
          const change = event?.['change'];
          if (event === null || (event['review'] === name && event['id'] === id && (change === 'presence' || change === 'claim'))) look();
        },
        onResync: () => look(),
      }),
    [name, id],
  );
  const takeOver = async () => {
    queryClient.setQueryData(queryKey, await ask({ visit, takeOver: true }));
    await queryClient.invalidateQueries({ queryKey: [resource] });
  };
  return { watchers: data?.viewers.filter(({ self }) => !self) ?? NOBODY, claim: data?.claim ?? null, takeOver };
}
