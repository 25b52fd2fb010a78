import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api';
import type { Answer, PublicPayAddressWire } from '../../../lib/wire/types';

export type PayAddress = PublicPayAddressWire;

/** The public log of addresses, newest first. */
export const payAddressesQuery = queryOptions({
  queryKey: ['pay-addresses', 'public'],
  queryFn: async ({ signal }): Promise<PayAddress[]> =>
    (await request<Answer<PayAddress[]>>('/public/pay-addresses', { signal, authorization: 'none' })).body.data,
});
