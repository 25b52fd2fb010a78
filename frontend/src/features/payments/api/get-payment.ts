import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api';
import type { Answer, PayWalletWire, SubscriptionWire } from '../../../lib/wire/types';

export type Subscription = SubscriptionWire;
export type PayWallet = PayWalletWire;

/** What the membership costs, and where to. It comes from the server's settings at every visit, and is never kept. */
export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async ({ signal }): Promise<Subscription> => (await request<Answer<SubscriptionWire>>('/me/subscription', { signal })).body.data,
  gcTime: 0,
});
