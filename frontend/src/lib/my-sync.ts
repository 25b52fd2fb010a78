import { queryOptions } from '@tanstack/react-query';
import { request } from './api';
import { keptOnDevice } from './kept-figures';
import type { Answer, MySyncWire } from './wire/types';

/** How far the member's own account is read; only for members whose KYC is approved. */
export const mySyncQuery = queryOptions({
  ...keptOnDevice,
  queryKey: ['my-sync'],
  queryFn: async ({ signal }) => (await request<Answer<MySyncWire>>('/me/sync', { signal })).body.data,
});
