import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, request } from '../../../lib/api';
import { notify } from '../../../lib/notify';
import { t } from '../../../lib/i18n/texts';
import type { Answer, PositionSizeWire, RiskChoiceWire } from '../../../lib/wire/types';

const ofSignal = (signalId: string) => ['signals', 'position-size', signalId];

/** The member's own position size; `risk` in percent, null: the stored one. */
export const positionSizeQuery = (signalId: string, risk: string | null) =>
  queryOptions({
    queryKey: [...ofSignal(signalId), risk],
    queryFn: async ({ signal }) => {
      const search = risk === null ? '' : `?${new URLSearchParams({ risk })}`;
      return (await request<Answer<PositionSizeWire>>(`/me/signals/${encodeURIComponent(signalId)}/position-size${search}`, { signal }))
        .body.data;
    },
    placeholderData: keepPreviousData,
  });

/** Stores the percentage that the member risks on a signal. */
export function useSaveRisk() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (riskPercent: string) =>
      (await request<Answer<RiskChoiceWire>>('/me/risk', { method: 'PUT', json: { riskPercent } })).body.data,
    onSuccess: async () => {
      notify.success(t('signals.size.saved'));
      await queryClient.invalidateQueries({ queryKey: ['signals', 'position-size'] });
    },
    onError: (reason) => notify.error(messageOf(reason)),
  });
}
