import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/api';
import { TAX_KEY } from './get-tax-report';

export interface DepositCost {
  depositId: string;
  /** Null takes it back. */
  cost: string | null;
  /** YYYY-MM-DD; null: the day of the deposit. */
  acquiredOn: string | null;
}

/** Saves what a deposit cost; every report is computed again. */
export function useGiveDepositCost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (cost: DepositCost) => request('/me/tax/deposits', { method: 'PUT', json: cost }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [TAX_KEY] }),
  });
}
