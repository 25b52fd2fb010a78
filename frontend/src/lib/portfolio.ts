import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from './api';
import { keptOnDevice } from './kept-figures';
import { listenLive } from './live';
import type { AssetResult, BenchmarkDay, MonthParts, Performance, Portfolio, PortfolioDay } from './wire/portfolio';
import type { Answer } from './wire/types';

/** Days as YYYY-MM-DD, both inclusive; null: from the first, up to the last. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

export const PORTFOLIO_KEY = 'portfolio';

function read<T>(path: string) {
  return async ({ signal }: { signal: AbortSignal }): Promise<T> =>
    (await request<Answer<T>>(`/me/portfolio${path}`, { signal })).body.data;
}

function withRange(path: string, { from, to }: DayRange): string {
  const search = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** What the member's account is worth; while something is being computed the page looks again by itself. */
export const portfolioQuery = queryOptions({
  ...keptOnDevice,
  queryKey: [PORTFOLIO_KEY, 'overview'],
  queryFn: read<Portfolio>(''),
  refetchInterval: ({ state: { data } }) => (data?.state === 'computing' ? 3000 : 300_000),
});

export const portfolioDaysQuery = (range: DayRange) =>
  queryOptions({
    ...keptOnDevice,
    queryKey: [PORTFOLIO_KEY, 'days', range],
    queryFn: read<PortfolioDay[]>(withRange('/days', range)),
    placeholderData: keepPreviousData,
  });

/** Prices to compare the account with, of the days that `portfolioDaysQuery` returns for the same range. */
export const benchmarkDaysQuery = (range: DayRange) =>
  queryOptions({
    ...keptOnDevice,
    queryKey: [PORTFOLIO_KEY, 'benchmarks', range],
    queryFn: read<BenchmarkDay[]>(withRange('/benchmarks', range)),
  });

export const performanceQuery = (range: DayRange) =>
  queryOptions({
    ...keptOnDevice,
    queryKey: [PORTFOLIO_KEY, 'performance', range],
    queryFn: read<Performance>(withRange('/performance', range)),
    placeholderData: keepPreviousData,
  });

/** What the return of a month, YYYY-MM, is made of. */
export const monthPartsQuery = (month: string) =>
  queryOptions({ ...keptOnDevice, queryKey: [PORTFOLIO_KEY, 'month', month], queryFn: read<MonthParts>(`/periods?month=${month}`) });

export const assetResultsQuery = queryOptions({
  ...keptOnDevice,
  queryKey: [PORTFOLIO_KEY, 'positions'],
  queryFn: read<AssetResult[]>('/positions'),
});

/** Reads the portfolio again when the server says that it was computed anew. */
export function usePortfolioNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const again = () => void queryClient.invalidateQueries({ queryKey: [PORTFOLIO_KEY] });
    return listenLive({ topic: 'portfolio', onEvent: again, onResync: again });
  }, [queryClient]);
}
