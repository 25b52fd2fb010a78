import { queryOptions } from '@tanstack/react-query';
import { paths } from '../config/routes';
import { request } from './api';
import type { Answer, SignalDetailWire } from './wire/types';

/** The name of the signal's id within the path of its page. */
export const SIGNAL_PARAM = 'signalId';

export const signalPath = (signalId: string): string => `${paths.tradeSignals}/${encodeURIComponent(signalId)}`;

/** One signal, with its place in the log; refused (403) to whoever may not see signals. */
export const signalQuery = (signalId: string) =>
  queryOptions({
    queryKey: ['signals', 'one', signalId],
    queryFn: async ({ signal }) =>
      (await request<Answer<SignalDetailWire>>(`/signals/${encodeURIComponent(signalId)}`, { signal })).body.data,
    refetchInterval: 60_000,
  });
