import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api';
import type { Answer, HandbookWire, ResourceBlockWire, ResourcePageWire } from '../../lib/wire/types';

export type Lesson = ResourcePageWire;
export type LessonBlock = ResourceBlockWire;
export type Handbook = HandbookWire;

const MINUTE_MS = 60_000;

/** A lesson by its page. Its text changes with a release of the product. */
export const lessonQuery = (page: number) =>
  queryOptions({
    queryKey: ['lesson', page],
    queryFn: async ({ signal }) => (await request<Answer<Lesson>>(`/me/resources/pages/${page}`, { signal })).body.data,
    staleTime: 60 * MINUTE_MS,
  });

/** The PDF with a link that lives five minutes: read anew with each visit, and never while it is being read. */
export const handbookQuery = queryOptions({
  queryKey: ['handbook'],
  queryFn: async ({ signal }) => (await request<Answer<Handbook>>('/me/resources/handbook', { signal })).body.data,
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** The same link anew, for a press long after the page was opened. */
export const freshHandbook = async () => (await request<Answer<Handbook>>('/me/resources/handbook')).body.data;
