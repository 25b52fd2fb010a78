import { useGetList } from 'react-admin';
import type { PaymentWire } from '../../lib/wire/types';

/** Links to proofs live five minutes; the list is read anew well before. */
export const PAYMENT_REFRESH_MILLISECONDS = 60_000;

export const pendingPayments = { filter: { status: 'pending' }, sort: { field: 'submittedAt', order: 'ASC' } } as const;

/** The payments that wait for a decision, oldest first. Not requested where they are not `enabled`. */
export function usePendingPayments(perPage: number, enabled: boolean) {
  return useGetList<PaymentWire>(
    'payments',
    { pagination: { page: 1, perPage }, ...pendingPayments },
    { enabled, refetchInterval: PAYMENT_REFRESH_MILLISECONDS },
  );
}
