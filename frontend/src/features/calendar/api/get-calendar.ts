import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchData, messageOf, request } from '../../../lib/api';
import { notify } from '../../../lib/notify';
import type { Answer, CalendarEventWire, CalendarPageWire, MyCalendarEventWire, MyCalendarPageWire } from '../../../lib/wire/types';

const KEY = 'calendar';
const PUBLIC = '/calendar/events';
const MINE = '/me/calendar/events';

/** Which events a member looks at. `going`: those ahead that they signed up for. */
export const calendarViews = ['upcoming', 'going', 'past'] as const;
export type CalendarView = (typeof calendarViews)[number];
const queryOf: Record<CalendarView, Record<string, string>> = {
  upcoming: { when: 'upcoming' },
  going: { when: 'upcoming', mine: 'true' },
  past: { when: 'past' },
};

const addressOf = (path: string, query: Record<string, string>, after: string | null) =>
  `${path}?${new URLSearchParams({ ...query, ...(after !== null && { after }) })}`;

/** Public events ahead, for visitors. */
export const publicEventsQuery = infiniteQueryOptions({
  queryKey: [KEY, 'public'],
  queryFn: ({ pageParam, signal }) => fetchData<CalendarPageWire>(addressOf(PUBLIC, {}, pageParam), { signal, authorization: 'none' }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});

export const publicEventQuery = (slug: string) =>
  queryOptions({
    queryKey: [KEY, 'public', slug],
    queryFn: ({ signal }) => fetchData<CalendarEventWire>(`${PUBLIC}/${encodeURIComponent(slug)}`, { signal, authorization: 'none' }),
  });

export const myEventsQuery = (userId: string, view: CalendarView) =>
  infiniteQueryOptions({
    queryKey: [KEY, userId, view],
    queryFn: ({ pageParam, signal }) => fetchData<MyCalendarPageWire>(addressOf(MINE, queryOf[view], pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const eventPath = (slug: string) => `${MINE}/${encodeURIComponent(slug)}`;
export const MY_FILE = '/me/calendar.ics';

export const myEventQuery = (userId: string, slug: string) =>
  queryOptions({
    queryKey: [KEY, userId, 'event', slug],
    queryFn: ({ signal }) => fetchData<MyCalendarEventWire>(eventPath(slug), { signal }),
  });

/** Signs up or withdraws. Afterwards the event is read again, also after a refusal: another member may have taken the last place. */
export function useSignup(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (isGoing: boolean) =>
      (await request<Answer<MyCalendarEventWire>>(`${eventPath(slug)}/signup`, { method: isGoing ? 'PUT' : 'DELETE' })).body,
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}
