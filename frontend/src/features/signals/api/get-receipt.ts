import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api';
import type { Answer, LogReceiptWire } from '../../../lib/wire/types';

/**
 * What the log commits to of a signal and of what was said of it later; refused (403) to whoever may not see signals. `words`: how many
 * later words are known.
 */
export const receiptQuery = (signalId: string, words: number) =>
  queryOptions({
    queryKey: ['signals', 'receipt', signalId, words],
    queryFn: async ({ signal }) =>
      (await request<Answer<LogReceiptWire>>(`/signals/${encodeURIComponent(signalId)}/receipt`, { signal })).body.data,
    // Nothing of it ever changes.
    staleTime: Infinity,
  });
