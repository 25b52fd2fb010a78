import { queryOptions } from '@tanstack/react-query';
import { request } from './api';
import type { Answer, SignalCandlesWire } from './wire/types';

/** The candles around the life of a signal; a running one has more of them each minute. */
export const signalCandlesQuery = (signalId: string) =>
  queryOptions({
    queryKey: ['signals', 'candles', signalId],
    queryFn: async ({ signal }) =>
      (await request<Answer<SignalCandlesWire>>(`/signals/${encodeURIComponent(signalId)}/candles`, { signal })).body.data,
    refetchInterval: 60_000,
  });
