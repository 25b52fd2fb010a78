import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, request } from '../../../lib/api';
import { notify } from '../../../lib/notify';
import { t } from '../../../lib/i18n/texts';
import type { Answer, PositionSizeWire, RiskChoiceWire } from '../../../lib/wire/types';

// Below `portfolio`: read again with new figures of the account. Not below `signals`: a published entry and stop never change.
const KEY = ['portfolio', 'position-size'];
/** An exchange that did not answer is asked again; its limit of requests opens each minute. */
const RETRY_MILLISECONDS = 20_000;

/** The member's own position size; `risk` in percent, null: the stored one. */
export const positionSizeQuery = (signalId: string, risk: string | null) =>
  queryOptions({
    queryKey: [...KEY, signalId, risk],
    queryFn: async ({ signal }) => {
      const search = risk === null ? '' : `?${new URLSearchParams({ risk })}`;
      return (await request<Answer<PositionSizeWire>>(`/me/signals/${encodeURIComponent(signalId)}/position-size${search}`, { signal }))
        .body.data;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => data?.reason === 'filters-unknown' && RETRY_MILLISECONDS,
  });

/** Stores the percentage that the member risks on a signal. */
export function useSaveRisk() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (riskPercent: string) =>
      (await request<Answer<RiskChoiceWire>>('/me/risk', { method: 'PUT', json: { riskPercent } })).body.data,
    onSuccess: async () => {
      notify.success(t('signals.size.saved'));
      await queryClient.invalidateQueries({ queryKey: KEY });
    },
    onError: (reason) => notify.error(messageOf(reason)),
  });
}
