import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { request } from '../../lib/api';
import { listenLive } from '../../lib/live';
import { sessionToken } from '../../lib/session-token';
import { useVisible } from '../../lib/use-visible';
import type { Answer, ReviewWatchWire } from '../../lib/wire/types';
import type { ReviewType } from './review-kinds';

export type Watcher = ReviewWatchWire['viewers'][number];

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
 * `isThere`: there is such a case.
 */
export function useWatchers({ resource, name }: ReviewType, id: string, isThere: boolean): readonly Watcher[] {
  const isVisible = useVisible();
  const [visit] = useState(newVisit);
  const path = `/admin/${resource}/${encodeURIComponent(id)}`;
  const asked = useRef<Promise<unknown> | null>(null);
  const { data, refetch } = useQuery({
    queryKey: ['review-watch', resource, id, visit],
    queryFn: () => {
      const watching = request<Answer<ReviewWatchWire>>(`${path}/watch`, { method: 'POST', json: { visit } }).then(({ body }) => body.data);
      asked.current = watching.catch(() => undefined);
      return watching;
    },
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
          if (event === null || (event['review'] === name && event['id'] === id && event['change'] === 'presence')) look();
        },
        onResync: () => look(),
      }),
    [name, id],
  );
  return data?.viewers.filter(({ self }) => !self) ?? NOBODY;
}
