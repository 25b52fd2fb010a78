import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api';
import type { Answer, HandbookWire, ResourceBlockWire, ResourcePageWire, ResourceSectionWire } from '../../lib/wire/types';

export type PageContent = ResourcePageWire;
export type Section = ResourceSectionWire;
export type Block = ResourceBlockWire;
export type Handbook = HandbookWire;

const MINUTE_MS = 60_000;

/** A page of lessons. Its text changes with a release of the product. */
export const resourcePageQuery = (page: number) =>
  queryOptions({
    queryKey: ['resource-page', page],
    queryFn: async ({ signal }) => (await request<Answer<PageContent>>(`/me/resources/pages/${page}`, { signal })).body.data,
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
