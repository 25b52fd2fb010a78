import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fetchData } from '../../../lib/api';
import type { AnalysisCandlesWire, AnalysisFeedWire, AnalysisItemWire, AnalysisPostWire } from '../../../lib/wire/types';

/** The wire's words are our own here. */
export type AnalysisItem = AnalysisItemWire;

/** What the address of the feed says. Empty: everything. */
export interface FeedFilter {
  q: string;
  tag: string;
  pair: string;
}

export const feedQuery = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: ['analysis', 'feed', filter],
    queryFn: ({ pageParam, signal }) => {
      const given = Object.entries({ ...filter, before: pageParam ?? '' }).filter(([, value]) => value !== '');
      const query = new URLSearchParams(given).toString();
      return fetchData<AnalysisFeedWire>(`/analysis${query && `?${query}`}`, { signal, authorization: 'none' });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** `userId` null: a visitor. Members get the text of what is for them. */
export const postQuery = (slug: string, userId: string | null) =>
  queryOptions({
    queryKey: ['analysis', 'post', slug, userId],
    queryFn: ({ signal }) => {
      const path = `/analysis/${encodeURIComponent(slug)}`;
      return userId === null
        ? fetchData<AnalysisPostWire>(path, { signal, authorization: 'none' })
        : fetchData<AnalysisPostWire>(`/me${path}`, { signal });
    },
  });

const CANDLES_FRESH_MS = 300_000;

/** The candles of a chart in a post. */
export const candlesQuery = (slug: string, chartId: string, userId: string | null) =>
  queryOptions({
    queryKey: ['analysis', 'candles', slug, chartId, userId],
    queryFn: ({ signal }) => {
      const path = `/analysis/${encodeURIComponent(slug)}/charts/${encodeURIComponent(chartId)}`;
      return userId === null
        ? fetchData<AnalysisCandlesWire>(path, { signal, authorization: 'none' })
        : fetchData<AnalysisCandlesWire>(`/me${path}`, { signal });
    },
    staleTime: CANDLES_FRESH_MS,
  });
