import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api';
import type { Answer, MyPaymentWire, PayWalletWire, SubscriptionWire } from '../../../lib/wire/types';

export type Subscription = SubscriptionWire;
export type PayWallet = PayWalletWire;
export type MyPayment = MyPaymentWire;

/** What the membership costs, and where to. It comes from the server's settings at every visit, and is never kept. */
export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async ({ signal }): Promise<Subscription> => (await request<Answer<SubscriptionWire>>('/me/subscription', { signal })).body.data,
  gcTime: 0,
});

/** The member's latest payment. */
export const paymentQuery = (status: string | null) =>
  queryOptions({
    queryKey: ['my-payment', status],
    queryFn: async ({ signal }): Promise<MyPayment> => (await request<Answer<MyPaymentWire>>('/me/payment', { signal })).body.data,
  });
