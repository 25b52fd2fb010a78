import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './api';
import { NO_REJECTION, type Rejection } from './my-kyc';
import type { ReviewStatus } from './wire/profile';
import type { Answer, MyPaymentWire } from './wire/types';

/** The member's latest payment. */
export const paymentQuery = (status: ReviewStatus) =>
  queryOptions({
    queryKey: ['my-payment', status],
    queryFn: async ({ signal }): Promise<MyPaymentWire> => (await request<Answer<MyPaymentWire>>('/me/payment', { signal })).body.data,
  });

/** Why the last payment was rejected, and whether for good. */
export function usePaymentRejection(status: ReviewStatus): Rejection {
  const { data } = useQuery({ ...paymentQuery(status), enabled: status === 'rejected' });
  return data && status === 'rejected' ? { reason: data.reason, final: data.final } : NO_REJECTION;
}
