import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchData, messageOf, request } from '../../lib/api';
import { listenLive } from '../../lib/live';
import { notify } from '../../lib/notify';
import { queryClient } from '../../lib/query-client';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import type { Profile } from '../../lib/wire/profile';
import type { Answer, NoticesPageWire, UnreadNoticesWire } from '../../lib/wire/types';

const PATH = '/me/notifications';
/** Without a connection for live events the page asks by itself. */
const WATCH_MILLISECONDS = 60_000;

export const unreadQuery = (userId: string) =>
  queryOptions({
    queryKey: ['notices', userId, 'unread'],
    queryFn: ({ signal }) => fetchData<UnreadNoticesWire>(`${PATH}/unread`, { signal }),
    refetchInterval: WATCH_MILLISECONDS,
  });

export const noticesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['notices', userId, 'list'],
    queryFn: ({ pageParam, signal }) =>
      fetchData<NoticesPageWire>(pageParam === null ? PATH : `${PATH}?before=${encodeURIComponent(pageParam)}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Reads the count, and the list where it is open, as soon as the server has something new. */
export function useLiveNotices(profile: Profile): void {
  const seesSignals = profile.role === 'trade club' && isPaid(profile);
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['notices'] });
    const topics = ['notices', 'club-news', ...(seesSignals ? ['signals'] : [])];
    const stops = topics.map((topic) => listenLive({ topic, onEvent: readAgain, ...(topic === 'notices' && { onResync: readAgain }) }));
    return () => stops.forEach((stop) => stop());
  }, [seesSignals]);
}

/** What is read: one item, or everything up to a position. */
type Reading = { id: string } | { upTo: string };

const read = async (reading: Reading) =>
  'id' in reading
    ? (await request<Answer<UnreadNoticesWire>>(`${PATH}/${reading.id}/read`, { method: 'POST', json: {} })).body
    : (await request<Answer<UnreadNoticesWire>>(`${PATH}/read`, { method: 'POST', json: reading })).body;

/** Marks items as read. A failure to mark one is not said: following its link worked. */
export function useReadNotices() {
  const client = useQueryClient();
  const { userId } = useProfile();
  return useMutation({
    mutationFn: read,
    onSuccess: ({ data }) => {
      client.setQueryData(unreadQuery(userId).queryKey, data);
      return client.invalidateQueries({ queryKey: noticesQuery(userId).queryKey });
    },
    onError: (error, reading) => {
      if ('upTo' in reading) notify.error(messageOf(error));
    },
  });
}

/** What the bell shows of a count. */
export const shownCount = (unread: number): string => (unread > 9 ? '9+' : String(unread));
