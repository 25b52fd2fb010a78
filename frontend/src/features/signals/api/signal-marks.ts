import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api';
import { signalQuery } from '../../../lib/signal';
import type { Answer, OwnTradesWire, SignalMarkRequestWire, SignalMarkWire } from '../../../lib/wire/types';

const pathOf = (signalId: string, what: 'mark' | 'trades') => `/me/signals/${encodeURIComponent(signalId)}/${what}`;

/** The member's own synced trades in a signal. Below `portfolio`: read again with new figures of the account. */
export const ownTradesQuery = (signalId: string) =>
  queryOptions({
    queryKey: ['portfolio', 'own-trades', signalId],
    queryFn: async ({ signal }) => (await request<Answer<OwnTradesWire>>(pathOf(signalId, 'trades'), { signal })).body.data,
  });

/** Stores the mark of a signal, or removes it (null). Page and lists show the new one. */
export function useMarkSignal(signalId: string) {
  const queryClient = useQueryClient();
  return async (json: SignalMarkRequestWire | null): Promise<void> => {
    const mark = json
      ? (await request<Answer<SignalMarkWire>>(pathOf(signalId, 'mark'), { method: 'PUT', json })).body.data
      : (await request<Answer<null>>(pathOf(signalId, 'mark'), { method: 'DELETE' })).body.data;
    const { queryKey } = signalQuery(signalId);
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (before) => before && { ...before, mark });
    // Lists have their filters, an object, in second place.
    await queryClient.invalidateQueries({ queryKey: ['signals'], predicate: (query) => typeof query.queryKey[1] === 'object' });
  };
}
